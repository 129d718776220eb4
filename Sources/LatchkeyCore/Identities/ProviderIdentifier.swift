/// A provider's bundle identifier: reverse-DNS letters, digits, dots and hyphens, at most 155 characters.
///
/// **Invariants**: it is a safe name for one folder (no slash, no leading dot, not empty).
public struct ProviderIdentifier: Hashable, Sendable, Comparable {
    public let rawValue: String

    /// Validates a text by the rules of Apple's `CFBundleIdentifier`.
    ///
    /// - Throws: ``ProviderIdentifierError``
    public init(_ rawValue: String) throws(ProviderIdentifierError) {
        let allowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default:
                false
            }
        }
        guard allowed, (1...155).contains(rawValue.utf8.count), !rawValue.hasPrefix("."), !rawValue.hasPrefix("-")
        else {
            throw ProviderIdentifierError()
        }
        self.rawValue = rawValue
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The text is not a bundle identifier.
///
/// The error does not hold the text, since errors are logged.
public struct ProviderIdentifierError: Error, Hashable, Sendable {
    package init() {}
}

extension ProviderIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ProviderIdentifier: CustomStringConvertible {
    public var description: String { rawValue }
}
