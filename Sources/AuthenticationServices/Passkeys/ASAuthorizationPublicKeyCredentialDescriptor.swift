public import Foundation

/// A credential that a relying party names by its ID.
public protocol ASAuthorizationPublicKeyCredentialDescriptor: NSObjectProtocol, NSSecureCoding, NSCopying {
    var credentialID: Data { get set }
}
