public import Foundation

/// An app's own request to make a passkey; providers never see one.
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSObjectProtocol, NSSecureCoding, NSCopying {
    var relyingPartyIdentifier: String { get }
    var userID: Data { get set }
    var name: String { get set }
    var displayName: String? { get set }
    var challenge: Data { get set }
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
    var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}
