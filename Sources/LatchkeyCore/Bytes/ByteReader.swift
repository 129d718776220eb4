/// The order of a number's bytes.
package enum ByteOrder: Sendable {
    case bigEndian
    case littleEndian
}

/// Reads numbers and byte strings from the front of a slice.
///
/// Every length is checked first: a read beyond the end returns `nil` and consumes nothing.
package struct ByteReader: Sendable {
    /// The bytes that were not read yet.
    package private(set) var remaining: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        remaining = bytes
    }

    package var isAtEnd: Bool { remaining.isEmpty }

    package mutating func readByte() -> UInt8? {
        remaining.popFirst()
    }

    package mutating func read<Number: FixedWidthInteger>(
        _: Number.Type = Number.self, _ order: ByteOrder = .bigEndian
    ) -> Number? {
        guard let bytes = read(count: Number.bitWidth / 8) else { return nil }
        switch order {
        case .bigEndian: return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        case .littleEndian: return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
    }

    /// Reads `count` bytes; `nil` if fewer are left or `count` is negative.
    package mutating func read(count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining.count else { return nil }
        defer { remaining = remaining.dropFirst(count) }
        return remaining.prefix(count)
    }
}

/// Appends numbers and byte strings to an array.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func write(_ number: some FixedWidthInteger, _ order: ByteOrder = .bigEndian) {
        let width = number.bitWidth / 8
        for index in 0..<width {
            let position = order == .bigEndian ? width - 1 - index : index
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * position)))
        }
    }

    package mutating func write(_ other: some Sequence<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Appends zero bytes until the length is a multiple of `multiple`.
    package mutating func pad(toMultipleOf multiple: Int) {
        let remainder = bytes.count % multiple
        if remainder > 0 { bytes.append(contentsOf: repeatElement(0, count: multiple - remainder)) }
    }
}
