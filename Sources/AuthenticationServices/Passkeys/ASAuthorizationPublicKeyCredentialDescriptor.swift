public import Foundation

/// A credential that a relying party refers to by its ID (WebAuthn L3 §5.8.3).
public protocol ASAuthorizationPublicKeyCredentialDescriptor: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// The credential ID, at most 1023 bytes.
    var credentialID: Data { get set }
}
