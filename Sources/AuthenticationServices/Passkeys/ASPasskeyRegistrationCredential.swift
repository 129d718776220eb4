public import Foundation

/// A provider's answer to the registration of a passkey, in WebAuthn's formats (WebAuthn L3 §6.3.2).
open class ASPasskeyRegistrationCredential: NSObject, ASAuthorizationCredential {
    /// The relying party's identifier, the same as in the request.
    open private(set) var relyingParty: String
    /// The SHA-256 of the client data, the same as in the request.
    open private(set) var clientDataHash: Data
    /// The new passkey's ID, 16 to 1023 bytes.
    open private(set) var credentialID: Data
    /// The attestation object in CBOR, with the authenticator data and the public key (WebAuthn L3 §6.5.4).
    open private(set) var attestationObject: Data
    /// The results of WebAuthn's extensions; `nil` if the request had no extension inputs.
    open var extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?

    /// Makes a credential without extension outputs.
    public convenience init(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data) {
        self.init(
            relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID,
            attestationObject: attestationObject, extensionOutput: nil)
    }

    /// Makes a credential with extension outputs; `nil` if there are none.
    public init(
        relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
        extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?
    ) {
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.extensionOutput = extensionOutput
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let relyingParty = coder.text(forKey: "relyingParty"),
            let clientDataHash = coder.bytes(forKey: "clientDataHash"),
            let credentialID = coder.bytes(forKey: "credentialID"),
            let attestationObject = coder.bytes(forKey: "attestationObject"),
            let output = coder.registrationOutput(forKey: "extensionOutput")
        else { return nil }
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.extensionOutput = output
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: relyingParty, forKey: "relyingParty")
        coder.encode(bytes: clientDataHash, forKey: "clientDataHash")
        coder.encode(bytes: credentialID, forKey: "credentialID")
        coder.encode(bytes: attestationObject, forKey: "attestationObject")
        coder.encode(extension: extensionOutput, forKey: "extensionOutput")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        ASPasskeyRegistrationCredential(
            relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID,
            attestationObject: attestationObject, extensionOutput: extensionOutput)
    }

    // Without the extension outputs, which contain secrets.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasskeyRegistrationCredential else { return false }
        return credentialID == other.credentialID && relyingParty == other.relyingParty
            && clientDataHash == other.clientDataHash && attestationObject == other.attestationObject
    }

    open override var hash: Int { credentialID.hashValue }

    open override var description: String { "passkey registration for \(relyingParty)" }
    open override var debugDescription: String { description }
}
