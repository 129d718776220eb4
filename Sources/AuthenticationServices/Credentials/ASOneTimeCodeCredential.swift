public import Foundation

/// A one-time code; its description omits the code.
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential {
    /// The code to fill, such as six digits of RFC 6238.
    open private(set) var code: String

    /// Makes a credential from a code.
    ///
    /// `LatchkeyProvider` can also pass the code's remaining validity: `completeOneTimeCodeRequest(using:expiresIn:)`.
    public init(code: String) {
        self.code = code
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let code = coder.text(forKey: "code") else { return nil }
        self.code = code
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: code, forKey: "code")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        code == (object as? ASOneTimeCodeCredential)?.code
    }

    open override var hash: Int { code.hashValue }

    open override var description: String { "one-time code, <redacted>" }
    open override var debugDescription: String { description }
}
