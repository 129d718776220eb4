public import Foundation

/// A user name and a password; the password is never part of a description.
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    open private(set) var user: String
    open private(set) var password: String

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

    // By the user alone, so that a hash says nothing about the password.
    open override var hash: Int { user.hashValue }

    open override var description: String { "password of \(user), <redacted>" }
    open override var debugDescription: String { description }
}
