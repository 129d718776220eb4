/// Names a list's row or a picker's option: one to 256 bytes without control characters, such as a record's identifier.
public struct ItemIdentifier: Hashable, Sendable {
    public let rawValue: String

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
    /// For identifiers written in source; one that is not valid is a mistake of the program.
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
