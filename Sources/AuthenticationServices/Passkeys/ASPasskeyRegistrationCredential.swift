public import Foundation

/// A provider's answer to the creation of a passkey: plain WebAuthn, made over the given client-data hash.
open class ASPasskeyRegistrationCredential: NSObject, ASAuthorizationCredential {
    open private(set) var relyingParty: String
    open private(set) var clientDataHash: Data
    open private(set) var credentialID: Data
    open private(set) var attestationObject: Data
    open var extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?

    public convenience init(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data) {
        self.init(
            relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID,
            attestationObject: attestationObject, extensionOutput: nil)
    }

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

    // The extension outputs hold secrets and are not compared; the credential ID is new for every registration.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasskeyRegistrationCredential else { return false }
        return credentialID == other.credentialID && relyingParty == other.relyingParty
            && clientDataHash == other.clientDataHash && attestationObject == other.attestationObject
    }

    open override var hash: Int { credentialID.hashValue }

    open override var description: String { "passkey registration for \(relyingParty)" }
    open override var debugDescription: String { description }
}
