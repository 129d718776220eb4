extension CBOR {
    /// The item in CTAP2's canonical form (CTAP 2.2 §8): shortest numbers and lengths, keys in order.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): bytes.append(.unsigned, value)
        case .negative(let value): bytes.append(.negative, value)
        case .bytes(let content):
            bytes.append(.bytes, UInt64(content.count))
            bytes += content
        case .text(let text):
            bytes.append(.text, UInt64(text.utf8.count))
            bytes += text.utf8
        case .array(let items):
            bytes.append(.array, UInt64(items.count))
            for item in items { item.write(to: &bytes) }
        case .map(let members):
            bytes.append(.map, UInt64(members.count))
            let encoded = members.map { (key: $0.key.encoded, value: $0.value) }
            for member in encoded.sorted(by: { CBOR.isBefore($0.key[...], $1.key[...]) }) {
                bytes += member.key
                member.value.write(to: &bytes)
            }
        case .boolean(let value):
            bytes.append(.simple, UInt64(value ? CBORSimpleValue.true : CBORSimpleValue.false))
        case .null:
            bytes.append(.simple, UInt64(CBORSimpleValue.null))
        }
    }

    /// Whether an encoded key stands before another in a map: by major type, then by length, then by byte.
    static func isBefore(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        guard let first = one.first, let second = other.first else { return one.count < other.count }
        if first >> 5 != second >> 5 { return first >> 5 < second >> 5 }
        if one.count != other.count { return one.count < other.count }
        return one.lexicographicallyPrecedes(other)
    }
}

extension [UInt8] {
    /// Writes the head of an item: its kind, and a number in as few bytes as hold it.
    fileprivate mutating func append(_ type: CBORMajorType, _ value: UInt64) {
        let first = type.rawValue << 5
        switch value {
        case 0..<24:
            append(first | UInt8(value))
        case 24...UInt64(UInt8.max):
            append(first | 24)
            append(UInt8(value))
        case 256...UInt64(UInt16.max):
            append(first | 25)
            append(bigEndian: UInt16(value))
        case 65_536...UInt64(UInt32.max):
            append(first | 26)
            append(bigEndian: UInt32(value))
        default:
            append(first | 27)
            append(bigEndian: value)
        }
    }

    /// Writes a number with its most significant byte first.
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
