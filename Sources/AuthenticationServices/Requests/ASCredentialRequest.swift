public import Foundation

/// A request for one credential: its kind, and the identity that was chosen.
public protocol ASCredentialRequest: NSObjectProtocol, NSSecureCoding, NSCopying {
    var type: ASCredentialRequestType { get }
    var credentialIdentity: any ASCredentialIdentity { get }
}
