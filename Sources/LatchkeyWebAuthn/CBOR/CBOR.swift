/// A CBOR data item (RFC 8949 §3) in CTAP2's canonical form (CTAP 2.2 §8, "Message Encoding").
///
/// Floats, tags and indefinite lengths are not supported: no authenticator writes them.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The number −1 − n (major type 1).
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

    /// The number; `nil` if it does not fit an `Int` or if the item is not a number.
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

    package var map: [CBOR: CBOR]? {
        if case .map(let members) = self { members } else { nil }
    }

    /// The member with a text key; `nil` if it is missing or if the item is not a map.
    package subscript(_ key: String) -> CBOR? { map?[.text(key)] }

    /// The member with a number key, as in COSE; `nil` if it is missing or if the item is not a map.
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

/// The major type of an item, in the first three bits of its initial byte (RFC 8949 §3.1).
enum CBORMajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple

    init(ofInitialByte byte: UInt8) {
        // Three bits have eight values, so the initializer never returns `nil`.
        self = CBORMajorType(rawValue: byte >> 5) ?? .simple
    }
}

/// The supported simple values (RFC 8949 §3.3).
enum CBORSimpleValue {
    static let `false`: UInt8 = 20
    static let `true`: UInt8 = 21
    static let null: UInt8 = 22
}
