public import Foundation

/// What a passkey request asks while the person picks from a list of passkeys and passwords.
open class ASPasskeyCredentialRequestParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    open private(set) var relyingPartyIdentifier: String
    open private(set) var clientDataHash: Data
    open private(set) var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The credential IDs that may be used; empty for every one.
    open private(set) var allowedCredentials: [Data]
    open private(set) var extensionInput: ASPasskeyAssertionCredentialExtensionInput?

    /// Makes parameters as the host process has them; providers only read them.
    package init(
        relyingPartyIdentifier: String, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        allowedCredentials: [Data], extensionInput: ASPasskeyAssertionCredentialExtensionInput? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.clientDataHash = clientDataHash
        self.userVerificationPreference = userVerificationPreference
        self.allowedCredentials = allowedCredentials
        self.extensionInput = extensionInput
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let relyingPartyIdentifier = coder.text(forKey: "relyingPartyIdentifier"),
            let clientDataHash = coder.bytes(forKey: "clientDataHash"),
            let userVerification = coder.text(forKey: "userVerificationPreference"),
            let allowed = coder.record([Data].self, forKey: "allowedCredentials"),
            let input = coder.assertionInput(forKey: "extensionInput")
        else { return nil }
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.clientDataHash = clientDataHash
        self.userVerificationPreference = .init(userVerification)
        self.allowedCredentials = allowed
        self.extensionInput = input
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
        coder.encode(bytes: clientDataHash, forKey: "clientDataHash")
        coder.encode(text: userVerificationPreference.rawValue, forKey: "userVerificationPreference")
        coder.encode(record: allowedCredentials, forKey: "allowedCredentials")
        coder.encode(extension: extensionInput, forKey: "extensionInput")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}
