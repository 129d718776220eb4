public import Foundation

/// A request for the one-time code of one identity.
open class ASOneTimeCodeCredentialRequest: NSObject, ASCredentialRequest {
    private let identity: ASOneTimeCodeCredentialIdentity

    /// Always `oneTimeCode`.
    open var type: ASCredentialRequestType { .oneTimeCode }
    /// The chosen ``ASOneTimeCodeCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// Makes a request for the code of this identity.
    public init(credentialIdentity: ASOneTimeCodeCredentialIdentity) {
        self.identity = credentialIdentity
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let identity = coder.value(of: ASOneTimeCodeCredentialIdentity.self, forKey: "credentialIdentity") else {
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
        identity == (object as? ASOneTimeCodeCredentialRequest)?.identity
    }

    open override var hash: Int { identity.hash }

    open override var description: String { "request for the \(identity)" }
}
