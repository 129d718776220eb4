public import Foundation

/// A provider's answer to a sign-in with a passkey, in WebAuthn's formats (WebAuthn L3 §6.3.3).
open class ASPasskeyAssertionCredential: NSObject, ASAuthorizationCredential {
    /// The relying party's ID of the account, 1 to 64 bytes.
    open private(set) var userHandle: Data
    /// The relying party's identifier, the same as in the request.
    open private(set) var relyingParty: String
    /// The signature over the authenticator data and the client-data hash; for ES256 in DER (WebAuthn L3 §6.5.5).
    open private(set) var signature: Data
    /// The SHA-256 of the client data, the same as in the request.
    open private(set) var clientDataHash: Data
    /// The authenticator data: RP ID hash, flags and counter (WebAuthn L3 §6.1).
    open private(set) var authenticatorData: Data
    /// The ID of the passkey that signed.
    open private(set) var credentialID: Data
    /// The results of WebAuthn's extensions; `nil` if the request had no extension inputs.
    open var extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?

    /// Makes a credential without extension outputs.
    public convenience init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data,
        credentialID: Data
    ) {
        self.init(
            userHandle: userHandle, relyingParty: relyingParty, signature: signature, clientDataHash: clientDataHash,
            authenticatorData: authenticatorData, credentialID: credentialID, extensionOutput: nil)
    }

    /// Makes a credential with extension outputs; `nil` if there are none.
    public init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data,
        credentialID: Data, extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?
    ) {
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signature = signature
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.credentialID = credentialID
        self.extensionOutput = extensionOutput
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let userHandle = coder.bytes(forKey: "userHandle"),
            let relyingParty = coder.text(forKey: "relyingParty"),
            let signature = coder.bytes(forKey: "signature"),
            let clientDataHash = coder.bytes(forKey: "clientDataHash"),
            let authenticatorData = coder.bytes(forKey: "authenticatorData"),
            let credentialID = coder.bytes(forKey: "credentialID"),
            let output = coder.assertionOutput(forKey: "extensionOutput")
        else { return nil }
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signature = signature
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.credentialID = credentialID
        self.extensionOutput = output
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(bytes: userHandle, forKey: "userHandle")
        coder.encode(text: relyingParty, forKey: "relyingParty")
        coder.encode(bytes: signature, forKey: "signature")
        coder.encode(bytes: clientDataHash, forKey: "clientDataHash")
        coder.encode(bytes: authenticatorData, forKey: "authenticatorData")
        coder.encode(bytes: credentialID, forKey: "credentialID")
        coder.encode(extension: extensionOutput, forKey: "extensionOutput")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        ASPasskeyAssertionCredential(
            userHandle: userHandle, relyingParty: relyingParty, signature: signature, clientDataHash: clientDataHash,
            authenticatorData: authenticatorData, credentialID: credentialID, extensionOutput: extensionOutput)
    }

    // Without the extension outputs, which contain secrets.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasskeyAssertionCredential else { return false }
        return credentialID == other.credentialID && userHandle == other.userHandle
            && relyingParty == other.relyingParty && signature == other.signature
            && clientDataHash == other.clientDataHash && authenticatorData == other.authenticatorData
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(credentialID)
        hasher.combine(signature)
        return hasher.finalize()
    }

    open override var description: String { "passkey assertion for \(relyingParty)" }
    open override var debugDescription: String { description }
}
