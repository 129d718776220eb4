public import Foundation

/// A user name and a password; its description omits the password.
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The user name; empty for an account without one.
    open private(set) var user: String
    /// The password in plain text.
    open private(set) var password: String

    /// Makes a credential from a user name and a password.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let user = coder.text(forKey: "user"), let password = coder.text(forKey: "password") else { return nil }
        self.user = user
        self.password = password
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: user, forKey: "user")
        coder.encode(text: password, forKey: "password")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasswordCredential else { return false }
        return user == other.user && password == other.password
    }

    // The user only, so that the hash reveals nothing about the password.
    open override var hash: Int { user.hashValue }

    open override var description: String { "password of \(user), <redacted>" }
    open override var debugDescription: String { description }
}
