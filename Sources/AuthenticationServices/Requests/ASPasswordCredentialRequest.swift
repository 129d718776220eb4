public import Foundation

/// A request for the password of one identity.
open class ASPasswordCredentialRequest: NSObject, ASCredentialRequest {
    private let identity: ASPasswordCredentialIdentity

    /// Always `password`.
    open var type: ASCredentialRequestType { .password }
    /// The chosen ``ASPasswordCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// Makes a request for the password of this identity.
    public init(credentialIdentity: ASPasswordCredentialIdentity) {
        self.identity = credentialIdentity
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let identity = coder.value(of: ASPasswordCredentialIdentity.self, forKey: "credentialIdentity") else {
            return nil
        }
        self.identity = identity
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(value: identity, forKey: "credentialIdentity")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        identity == (object as? ASPasswordCredentialRequest)?.identity
    }

    open override var hash: Int { identity.hash }

    open override var description: String { "request for the \(identity)" }
}
