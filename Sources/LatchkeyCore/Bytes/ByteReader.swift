/// The order of a number's bytes.
@frozen public enum ByteOrder: Sendable {
    case bigEndian
    case littleEndian
}

// `public` and `@inlinable`, so that the compiler specializes the generic methods in other modules: a `package` method
// is not specialized there, and reads a number some hundred times slower.

/// Reads numbers and byte strings from the front of a slice.
///
/// Every length is checked first: a read beyond the end returns `nil` and consumes nothing.
public struct ByteReader: Sendable {
    @usableFromInline var rest: ArraySlice<UInt8>

    @inlinable public init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The bytes that were not read yet.
    @inlinable public var remaining: ArraySlice<UInt8> { rest }

    @inlinable public var isAtEnd: Bool { rest.isEmpty }

    @inlinable public mutating func readByte() -> UInt8? {
        rest.popFirst()
    }

    @inlinable public mutating func read<Number: FixedWidthInteger>(
        _: Number.Type = Number.self, _ order: ByteOrder = .bigEndian
    ) -> Number? {
        guard let bytes = read(count: Number.bitWidth / 8) else { return nil }
        switch order {
        case .bigEndian: return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        case .littleEndian: return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
    }

    /// Reads `count` bytes; `nil` if fewer are left or `count` is negative.
    @inlinable public mutating func read(count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Appends numbers and byte strings to an array.
public struct ByteWriter: Sendable {
    @usableFromInline var output: [UInt8] = []

    /// - Parameter capacity: The number of bytes to reserve memory for.
    @inlinable public init(capacity: Int = 0) {
        output.reserveCapacity(capacity)
    }

    /// Starts with the bytes of an array.
    @inlinable public init(_ bytes: [UInt8]) {
        output = bytes
    }

    @inlinable public var bytes: [UInt8] { output }

    @inlinable public mutating func write(byte: UInt8) {
        output.append(byte)
    }

    @inlinable public mutating func write(_ number: some FixedWidthInteger, _ order: ByteOrder = .bigEndian) {
        let width = number.bitWidth / 8
        for index in 0..<width {
            let position = order == .bigEndian ? width - 1 - index : index
            output.append(UInt8(truncatingIfNeeded: number >> (8 * position)))
        }
    }

    @inlinable public mutating func write(_ other: some Sequence<UInt8>) {
        output.append(contentsOf: other)
    }

    /// Appends zero bytes until the length is a multiple of `multiple`.
    @inlinable public mutating func pad(toMultipleOf multiple: Int) {
        let remainder = output.count % multiple
        if remainder > 0 { output.append(contentsOf: repeatElement(0, count: multiple - remainder)) }
    }
}
