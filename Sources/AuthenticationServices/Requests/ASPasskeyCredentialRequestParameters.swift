public import Foundation

/// The data of a passkey request that accompanies a list of passkeys and passwords.
open class ASPasskeyCredentialRequestParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The relying party's identifier, a domain name.
    open private(set) var relyingPartyIdentifier: String
    /// The SHA-256 of the client data, 32 bytes, over which the provider signs.
    open private(set) var clientDataHash: Data
    /// Whether the relying party requires user verification.
    open private(set) var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The allowed credential IDs; any passkey of the relying party is allowed if it is empty.
    open private(set) var allowedCredentials: [Data]
    /// The inputs of WebAuthn's extensions; `nil` if the relying party sent none.
    open private(set) var extensionInput: ASPasskeyAssertionCredentialExtensionInput?

    /// Makes parameters for the host process; providers only read them.
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
