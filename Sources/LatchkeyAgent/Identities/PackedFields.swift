import Foundation

/// Texts and byte strings, each preceded by its length, so that different lists of fields have different bytes.
struct PackedFields {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(integer: Int64) {
        appendLittleEndian(UInt64(bitPattern: integer), count: 8)
    }

    mutating func append(_ text: String?) {
        guard var text else { return append(length: Self.absent) }
        append(length: UInt32(clamping: text.utf8.count))
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(_ data: Data) {
        append(length: UInt32(clamping: data.count))
        bytes.append(contentsOf: data)
    }

    mutating func append(_ array: [UInt8]?) {
        guard let array else { return append(length: Self.absent) }
        append(length: UInt32(clamping: array.count))
        bytes.append(contentsOf: array)
    }

    private mutating func append(length: UInt32) {
        appendLittleEndian(UInt64(length), count: 4)
    }

    private mutating func appendLittleEndian(_ value: UInt64, count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }

    /// The length of an absent field.
    fileprivate static let absent = UInt32.max

    /// Reads the fields.
    ///
    /// Every read after the first length that does not fit returns `nil`.
    struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ data: Data) {
            rest = Array(data)[...]
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func readByte() -> UInt8? {
            rest.popFirst()
        }

        mutating func readInteger() -> Int64? {
            guard rest.count >= 8 else { return nil }
            defer { rest.removeFirst(8) }
            return Int64(bitPattern: rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }

        /// The outer `nil` means damaged bytes, the inner one an absent field.
        mutating func readString() -> String?? {
            guard let field = readField() else { return nil }
            guard let field else { return .some(nil) }
            return .some(String(decoding: field, as: UTF8.self))
        }

        /// The outer `nil` means damaged bytes, the inner one an absent field.
        mutating func readBytes() -> [UInt8]?? {
            guard let field = readField() else { return nil }
            return .some(field.map { Array($0) })
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
