/// A data item of CBOR (RFC 8949 §3), as far as CTAP2's canonical form has it: CTAP 2.2 §8, "Message Encoding".
///
/// No floats, no tags, nothing of unknown length: no authenticator writes them.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The number −1 − n, as major type 1 has it.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case boolean(Bool)
    case null

    package init(_ number: Int) {
        self = number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    /// The number, where it is one that an `Int` holds.
    package var int: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var array: [CBOR]? {
        if case .array(let items) = self { items } else { nil }
    }

    package var map: [CBOR: CBOR]? {
        if case .map(let members) = self { members } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// A member of a map whose keys are texts; nil also where this is no map.
    package subscript(_ key: String) -> CBOR? { map?[.text(key)] }

    /// A member of a map whose keys are numbers, as in COSE.
    package subscript(_ key: Int) -> CBOR? { map?[CBOR(key)] }
}

extension CBOR: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self.init(number) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }

    package init(dictionaryLiteral members: (CBOR, CBOR)...) {
        self = .map(Dictionary(members) { first, _ in first })
    }
}

/// The kinds of items, as the first three bits of each say (RFC 8949 §3.1).
enum CBORMajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple

    init(ofInitialByte byte: UInt8) {
        // Three bits have eight values, and there are eight cases.
        self = CBORMajorType(rawValue: byte >> 5) ?? .simple
    }
}

/// The simple values that have a meaning of their own (RFC 8949 §3.3).
enum CBORSimpleValue {
    static let `false`: UInt8 = 20
    static let `true`: UInt8 = 21
    static let null: UInt8 = 22
}
