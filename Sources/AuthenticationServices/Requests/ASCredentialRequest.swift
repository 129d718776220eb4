public import Foundation

/// A request for one credential: its type and the chosen identity.
public protocol ASCredentialRequest: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Whether a password, a passkey or a one-time code is requested.
    var type: ASCredentialRequestType { get }
    /// The identity that the user chose; in a registration, the new account.
    var credentialIdentity: any ASCredentialIdentity { get }
}
