public import Foundation

/// A provider's answer to a sign-in with a passkey: plain WebAuthn, made over the given client-data hash.
open class ASPasskeyAssertionCredential: NSObject, ASAuthorizationCredential {
    open private(set) var userHandle: Data
    open private(set) var relyingParty: String
    /// An ECDSA signature in DER over the authenticator data and the client-data hash.
    open private(set) var signature: Data
    open private(set) var clientDataHash: Data
    open private(set) var authenticatorData: Data
    open private(set) var credentialID: Data
    open var extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?

    public convenience init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data,
        credentialID: Data
    ) {
        self.init(
            userHandle: userHandle, relyingParty: relyingParty, signature: signature, clientDataHash: clientDataHash,
            authenticatorData: authenticatorData, credentialID: credentialID, extensionOutput: nil)
    }

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

    // A signature is over everything else but the extension outputs, which hold secrets and are not compared.
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
