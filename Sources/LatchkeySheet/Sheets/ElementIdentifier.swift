/// The name of an element in its sheet: 1 to 128 ASCII letters, digits and `.-_:`.
///
/// When sheets are composed, the runtime adds the owning controller's number and a slash in front. A provider's own
/// identifier therefore contains no slash.
public struct ElementIdentifier: Hashable, Sendable {
    /// The identifier as text.
    public let rawValue: String

    /// Validates an identifier from data.
    ///
    /// - Throws: ``SheetError/invalidElementIdentifier``.
    public init(_ rawValue: String) throws(SheetError) {
        guard Self.isPlain(rawValue) else { throw .invalidElementIdentifier }
        self.rawValue = rawValue
    }

    /// Adds a controller's number to an identifier of its sheet.
    package init(owner: Int, _ identifier: ElementIdentifier) {
        rawValue = "\(owner)/\(identifier.rawValue)"
    }

    /// The owner's number and the owner's identifier; the owner is `nil` if the identifier is not composed.
    package var components: (owner: Int?, identifier: ElementIdentifier) {
        guard let slash = rawValue.firstIndex(of: "/"), let owner = Int(rawValue[..<slash]) else { return (nil, self) }
        return (owner, ElementIdentifier(unchecked: String(rawValue[rawValue.index(after: slash)...])))
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    private static func isPlain(_ text: some StringProtocol) -> Bool {
        guard (1...128).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: ":"):
                true
            default:
                false
            }
        }
    }
}

extension ElementIdentifier: ExpressibleByStringLiteral {
    /// Makes an identifier from a literal; an invalid one is a programming error and traps.
    public init(stringLiteral value: StaticString) {
        let text = "\(value)"
        precondition(Self.isPlain(text), "an element's identifier has letters, digits and .-_: only")
        rawValue = text
    }
}

extension ElementIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) {
            let owner = text[..<slash]
            guard (1...9).contains(owner.utf8.count), owner.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                Self.isPlain(text[text.utf8.index(after: slash)...])
            else { throw SheetError.invalidElementIdentifier }
            self.init(unchecked: text)
        } else {
            try self.init(text)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ElementIdentifier: CustomStringConvertible {
    public var description: String { rawValue }
}
