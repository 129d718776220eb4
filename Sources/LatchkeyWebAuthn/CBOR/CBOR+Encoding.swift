internal import LatchkeyCore

extension CBOR {
    /// The item in CTAP2's canonical form (CTAP 2.2 §8): shortest numbers and lengths, keys in order.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout ByteWriter) {
        switch self {
        case .unsigned(let value): writer.writeHead(.unsigned, value)
        case .negative(let value): writer.writeHead(.negative, value)
        case .bytes(let content):
            writer.writeHead(.bytes, UInt64(content.count))
            writer.write(content)
        case .text(let text):
            writer.writeHead(.text, UInt64(text.utf8.count))
            writer.write(text.utf8)
        case .array(let items):
            writer.writeHead(.array, UInt64(items.count))
            for item in items { item.write(to: &writer) }
        case .map(let members):
            writer.writeHead(.map, UInt64(members.count))
            let encoded = members.map { (key: $0.key.encoded, value: $0.value) }
            for member in encoded.sorted(by: { CBOR.isBefore($0.key[...], $1.key[...]) }) {
                writer.write(member.key)
                member.value.write(to: &writer)
            }
        case .boolean(let value):
            writer.writeHead(.simple, UInt64(value ? CBORSimpleValue.true : CBORSimpleValue.false))
        case .null:
            writer.writeHead(.simple, UInt64(CBORSimpleValue.null))
        }
    }

    /// Whether an encoded key precedes another in a map: by major type, then by length, then by bytes.
    static func isBefore(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        guard let first = one.first, let second = other.first else { return one.count < other.count }
        if first >> 5 != second >> 5 { return first >> 5 < second >> 5 }
        if one.count != other.count { return one.count < other.count }
        return one.lexicographicallyPrecedes(other)
    }
}

extension ByteWriter {
    /// Writes the initial byte of an item, and its number or length in the fewest bytes.
    fileprivate mutating func writeHead(_ type: CBORMajorType, _ value: UInt64) {
        let initialByte = type.rawValue << 5
        switch value {
        case 0..<24:
            write(byte: initialByte | UInt8(value))
        case 24...UInt64(UInt8.max):
            write(byte: initialByte | 24)
            write(byte: UInt8(value))
        case 256...UInt64(UInt16.max):
            write(byte: initialByte | 25)
            write(UInt16(value))
        case 65_536...UInt64(UInt32.max):
            write(byte: initialByte | 26)
            write(UInt32(value))
        default:
            write(byte: initialByte | 27)
            write(value)
        }
    }
}
