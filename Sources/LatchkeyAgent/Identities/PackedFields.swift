import Foundation

/// Texts and bytes one after the other, each behind its length, so that no two lists of fields give the same bytes.
struct PackedFields {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(integer: Int64) {
        withLittleEndianBytes(of: UInt64(bitPattern: integer), count: 8)
    }

    mutating func append(_ text: String?) {
        guard var text else { return append(length: Self.absent) }
        append(length: UInt32(clamping: text.utf8.count))
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(_ data: Data?) {
        guard let data else { return append(length: Self.absent) }
        append(length: UInt32(clamping: data.count))
        bytes.append(contentsOf: data)
    }

    private mutating func append(length: UInt32) {
        withLittleEndianBytes(of: UInt64(length), count: 4)
    }

    private mutating func withLittleEndianBytes(of value: UInt64, count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }

    /// The length that stands for a field that is not there.
    fileprivate static let absent = UInt32.max

    /// Reads the fields back; nothing once a length does not fit.
    struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ data: Data) {
            rest = Array(data)[...]
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func readByte() -> UInt8? {
            rest.popFirst()
        }

        /// The outer nothing is for damaged bytes, the inner one for an absent field.
        mutating func readString() -> String?? {
            guard let field = readField() else { return nil }
            guard let field else { return .some(nil) }
            return .some(String(decoding: field, as: UTF8.self))
        }

        /// The outer nothing is for damaged bytes, the inner one for an absent field.
        mutating func readData() -> Data?? {
            guard let field = readField() else { return nil }
            return .some(field.map { Data($0) })
        }

        private mutating func readField() -> ArraySlice<UInt8>?? {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            rest.removeFirst(4)
            guard length != PackedFields.absent else { return .some(nil) }
            guard let count = Int(exactly: length), count <= rest.count else { return nil }
            defer { rest.removeFirst(count) }
            return .some(rest.prefix(count))
        }
    }
}
