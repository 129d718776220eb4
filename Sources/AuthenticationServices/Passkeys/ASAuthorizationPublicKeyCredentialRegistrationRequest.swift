public import Foundation

/// An app's own request to create a passkey; providers receive ``ASPasskeyCredentialRequest`` instead.
///
/// On Linux no class conforms to it; it is there for source compatibility.
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// The relying party's identifier, a domain name.
    var relyingPartyIdentifier: String { get }
    /// The relying party's ID of the account, 1 to 64 bytes (WebAuthn L3 §5.4.3).
    var userID: Data { get set }
    /// The account's user name.
    var name: String { get set }
    /// The user's name for display; `nil` if the relying party gave none.
    var displayName: String? { get set }
    /// The relying party's random bytes, which the response must sign (WebAuthn L3 §13.4.3).
    var challenge: Data { get set }
    /// Whether the relying party requires user verification.
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
    /// Whether the relying party wants an attestation.
    var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}
