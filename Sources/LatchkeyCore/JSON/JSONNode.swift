/// One value, or one member's name, of a ``JSONDocument``.
///
/// A document keeps its nodes in the order of the text. A container's first child follows it directly. In an object, each
/// name is followed by its value.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable {
        case object, array, string, number, `true`, `false`, null
    }

    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8

        /// The string has an escape sequence.
        static let hasEscape = Traits(rawValue: 1)
        /// The string has an escape sequence `\u`.
        static let hasUnicodeEscape = Traits(rawValue: 2)
        /// The string has a byte outside ASCII.
        static let hasNonASCII = Traits(rawValue: 4)
        /// The number has a fraction or an exponent.
        static let isFractional = Traits(rawValue: 8)
        /// The object has a name that is not plain ASCII.
        static let hasUncommonName = Traits(rawValue: 16)

        /// A string without these traits is ASCII as it is written.
        static let uncommon: Traits = [.hasEscape, .hasNonASCII]
    }

    /// The offset of the value's first byte; of a string, the byte after the quotation mark.
    var start: UInt32
    /// The length of a string or number in bytes; the number of a container's members or elements.
    var count: UInt32
    /// The index of the node that follows this value and everything in it.
    var next: UInt32
    var kind: Kind
    var traits: Traits

    var isPlain: Bool { traits.isDisjoint(with: .uncommon) }

    /// The bytes of a string between its quotation marks, or of a number.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
