public import Foundation

/// A passkey that a relying party names by its credential ID.
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject,
    ASAuthorizationPublicKeyCredentialDescriptor
{
    open var credentialID: Data

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
