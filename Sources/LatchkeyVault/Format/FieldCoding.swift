import Foundation
import LatchkeyCore

/// Writes a value as fields: a tag of one byte, a length of four, and the bytes.
///
/// Tags ascend. The zero tag ends the value; nothing but zeros follows it, up to a multiple of the padding.
struct FieldWriter {
    static let version: UInt8 = 1

    private(set) var bytes: [UInt8]
    /// Members of a later version that wait for their place among the tags.
    private var unknown: ArraySlice<UnknownField>

    /// Starts a value of its own, which begins with the encoding's version.
    init(keeping unknown: [UnknownField] = [], prefix: [UInt8] = []) {
        bytes = []
        bytes.reserveCapacity(512)
        bytes.append(Self.version)
        bytes += prefix
        self.unknown = unknown.sorted { $0.tag < $1.tag }[...]
    }

    /// Starts a value inside a field.
    private init() {
        bytes = []
        unknown = []
    }

    mutating func write(_ tag: UInt8, _ value: some Collection<UInt8>) {
        writeUnknown(below: Int(tag))
        bytes.append(tag)
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    mutating func write(_ tag: UInt8, _ text: String) {
        if !text.isEmpty { write(tag, text.utf8) }
    }

    mutating func write(_ tag: UInt8, _ secret: Secret?) {
        guard let secret else { return }
        unsafe secret.withBytes { unsafe write(tag, $0) }
    }

    mutating func write(_ tag: UInt8, _ date: Date?) {
        guard let date else { return }
        var value: [UInt8] = []
        value.appendBigEndian(UInt64(bitPattern: date.milliseconds))
        write(tag, value)
    }

    mutating func writeNested(_ tag: UInt8, _ body: (inout FieldWriter) -> Void) {
        var nested = FieldWriter()
        body(&nested)
        write(tag, nested.bytes)
    }

    /// Ends the value and hides its exact length.
    mutating func finish(padding: Int) -> [UInt8] {
        writeUnknown(below: Int(UInt8.max) + 1)
        bytes.append(0)
        let remainder = bytes.count % padding
        if remainder > 0 { bytes.append(contentsOf: repeatElement(0, count: padding - remainder)) }
        return bytes
    }

    private mutating func writeUnknown(below tag: Int) {
        while let next = unknown.first, Int(next.tag) < tag {
            unknown.removeFirst()
            bytes.append(next.tag)
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: next.bytes.count))
            bytes += next.bytes
        }
    }
}

/// Bytes are not what an encoder of this version, or a later one of the same format, writes.
struct MalformedFields: Error {}

/// Reads what ``FieldWriter`` wrote; every length is checked before it is used.
struct FieldReader {
    struct Field {
        let tag: UInt8
        let bytes: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>
    private var lastTag: UInt8 = 0
    private let isNested: Bool

    /// Begins a value of its own, after as many bytes as its prefix has.
    init(_ bytes: ArraySlice<UInt8>, prefixCount: Int = 0) throws(MalformedFields) {
        guard bytes.first == FieldWriter.version, bytes.count > prefixCount else { throw MalformedFields() }
        rest = bytes.dropFirst(1 + prefixCount)
        isNested = false
    }

    /// Begins a value inside a field.
    init(nested bytes: ArraySlice<UInt8>) {
        rest = bytes
        isNested = true
    }

    /// Reads the next field, or nil at the end.
    mutating func next() throws(MalformedFields) -> Field? {
        guard let tag = rest.popFirst() else {
            guard isNested else { throw MalformedFields() }
            return nil
        }
        if tag == 0 {
            guard !isNested, rest.allSatisfy({ $0 == 0 }) else { throw MalformedFields() }
            return nil
        }
        guard tag >= lastTag, let length = rest.popBigEndian(UInt32.self) else { throw MalformedFields() }
        lastTag = tag
        guard let count = Int(exactly: length), count <= rest.count else { throw MalformedFields() }
        defer { rest = rest.dropFirst(count) }
        return Field(tag: tag, bytes: rest.prefix(count))
    }
}

extension FieldReader.Field {
    func text() throws(MalformedFields) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MalformedFields() }
        return text
    }

    func secret() -> Secret { Secret(copying: bytes) }

    func date() throws(MalformedFields) -> Date {
        var rest = bytes
        guard let value = rest.popBigEndian(Int64.self), rest.isEmpty, Date.millisecondRange.contains(value) else {
            throw MalformedFields()
        }
        return Date(milliseconds: value)
    }

    func byte() throws(MalformedFields) -> UInt8 {
        guard bytes.count == 1, let byte = bytes.first else { throw MalformedFields() }
        return byte
    }
}

extension Optional {
    /// Takes a value once; a field that may not repeat and does is malformed.
    mutating func setOnce(_ value: Wrapped) throws(MalformedFields) {
        guard self == nil else { throw MalformedFields() }
        self = value
    }
}

extension [UInt8] {
    mutating func appendBigEndian<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// Reads a number from the front, or nil if too few bytes are left.
    mutating func popBigEndian<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard count >= width else { return nil }
        var number: Number = 0
        for byte in prefix(width) { number = number << 8 | Number(byte) }
        self = dropFirst(width)
        return number
    }
}

extension Date {
    /// The times that a vault can hold, some 35 000 years around 1970; further away a date is not exact any more.
    static let millisecondRange = -(Int64(1) << 50)...(Int64(1) << 50)

    /// Milliseconds since 1970, as stored; times beyond the range are held at its ends.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        let range = Self.millisecondRange
        guard let number = Int64(exactly: value) else { return value > 0 ? range.upperBound : range.lowerBound }
        return min(max(number, range.lowerBound), range.upperBound)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time as it comes back from the vault.
    var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
