/// Reads the fields of a protocol-buffer message in order ("Encoding" in the Protocol Buffers documentation).
///
/// It checks every length, copies nothing, and leaves nested messages to the caller. Groups are deprecated and rejected.
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes, a wire type that our messages do not use.
        case fixed
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next field; `nil` at the end.
    mutating func next() throws(OneTimeCodeError) -> (number: UInt64, value: Value)? {
        guard !rest.isEmpty else { return nil }
        let tag = try varint()
        guard tag >> 3 != 0 else { throw .damagedMigration }
        switch tag & 7 {
        case 0: return (tag >> 3, .number(try varint()))
        case 1: _ = try take(8)
        case 2: return (tag >> 3, .bytes(try take(try varint())))
        case 5: _ = try take(4)
        default: throw .damagedMigration
        }
        return (tag >> 3, .fixed)
    }

    /// A varint of up to 64 bits: groups of seven bits, least significant first, at most ten bytes.
    private mutating func varint() throws(OneTimeCodeError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0 as UInt64, through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw .damagedMigration }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw .damagedMigration
    }

    private mutating func take(_ count: UInt64) throws(OneTimeCodeError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= rest.count else { throw .damagedMigration }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
