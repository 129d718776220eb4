public import Foundation

/// A passkey that a relying party refers to by its credential ID (WebAuthn L3 §5.8.3).
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject,
    ASAuthorizationPublicKeyCredentialDescriptor
{
    /// The credential ID, at most 1023 bytes.
    open var credentialID: Data

    /// Makes a descriptor of the passkey with this ID.
    public init(credentialID: Data) {
        self.credentialID = credentialID
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let credentialID = coder.bytes(forKey: "credentialID") else { return nil }
        self.credentialID = credentialID
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(bytes: credentialID, forKey: "credentialID")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: credentialID)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        credentialID == (object as? ASAuthorizationPlatformPublicKeyCredentialDescriptor)?.credentialID
    }

    open override var hash: Int { credentialID.hashValue }
}
