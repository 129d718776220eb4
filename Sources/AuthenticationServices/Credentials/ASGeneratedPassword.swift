public import Foundation

/// A generated password and its kind; its description omits the password.
open class ASGeneratedPassword: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The composition of a generated password.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        // Apple's reference does not give the raw strings; callers compare with these constants.
        /// Letters, digits and special characters.
        public static let strong = Kind("strong")
        /// Letters and digits only.
        public static let alphanumeric = Kind("alphanumeric")
        /// Several words.
        public static let passphrase = Kind("passphrase")

        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a kind from its raw string; the same as `init(rawValue:)`.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The composition; the user may prefer one kind over another.
    open private(set) var kind: Kind
    /// The password itself.
    open private(set) var value: String

    /// The kind's name for the user, in English; a custom kind's raw string.
    open var localizedName: String {
        switch kind {
        case .strong: "Strong password"
        case .alphanumeric: "Password without special characters"
        case .passphrase: "Passphrase"
        default: kind.rawValue
        }
    }

    /// Makes a generated password.
    ///
    /// - Parameter value: The password, which must satisfy the request's rules.
    public init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let kind = coder.text(forKey: "kind"), let value = coder.text(forKey: "value") else { return nil }
        self.kind = Kind(kind)
        self.value = value
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: kind.rawValue, forKey: "kind")
        coder.encode(text: value, forKey: "value")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASGeneratedPassword else { return false }
        return kind == other.kind && value == other.value
    }

    // The kind only, so that the hash reveals nothing about the password.
    open override var hash: Int { kind.hashValue }

    open override var description: String { "\(localizedName), <redacted>" }
    open override var debugDescription: String { description }
}
