/// The name of a list's row or a picker's option: 1 to 256 bytes without control characters.
public struct ItemIdentifier: Hashable, Sendable {
    /// The identifier as text, such as a record's identifier.
    public let rawValue: String

    /// Validates an identifier from data.
    ///
    /// - Throws: ``SheetError/invalidItemIdentifier``.
    public init(_ rawValue: String) throws(SheetError) {
        guard Self.isValid(rawValue) else { throw .invalidItemIdentifier }
        self.rawValue = rawValue
    }

    private static func isValid(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

extension ItemIdentifier: ExpressibleByStringLiteral {
    /// Makes an identifier from a literal; an invalid one is a programming error and traps.
    public init(stringLiteral value: StaticString) {
        let text = "\(value)"
        precondition(Self.isValid(text), "an item's identifier has one to 256 bytes and no control characters")
        rawValue = text
    }
}

extension ItemIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ItemIdentifier: CustomStringConvertible {
    public var description: String { rawValue }
}
