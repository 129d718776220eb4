public import Foundation

/// A new password and what kind it is; the password is never part of a description.
open class ASGeneratedPassword: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    public struct Kind: RawRepresentable, Hashable, Sendable {
        // Apple's raw strings are not in its reference; every use compares with these constants.
        /// Letters, digits and special characters.
        public static let strong = Kind("strong")
        /// Letters and digits alone.
        public static let alphanumeric = Kind("alphanumeric")
        /// Several words.
        public static let passphrase = Kind("passphrase")

        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    open private(set) var kind: Kind
    open private(set) var value: String

    /// The kind's name, for people.
    open var localizedName: String {
        switch kind {
        case .strong: "Strong password"
        case .alphanumeric: "Password without special characters"
        case .passphrase: "Passphrase"
        default: kind.rawValue
        }
    }

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

    // By the kind alone, so that a hash says nothing about the password.
    open override var hash: Int { kind.hashValue }

    open override var description: String { "\(localizedName), <redacted>" }
    open override var debugDescription: String { description }
}
