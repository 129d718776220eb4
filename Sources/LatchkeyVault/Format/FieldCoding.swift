import Foundation
import LatchkeyCore

/// Encodes a value as fields: a tag of one byte, a length of four, and the bytes.
///
/// Tags ascend. Tag zero ends the value; zeros pad it to a multiple of the padding.
struct FieldWriter {
    static let version: UInt8 = 1

    private var output: ByteWriter
    /// Fields of a later version, written at their place in the order of tags.
    private var unknown: ArraySlice<UnknownField>

    /// Starts a top-level value, which begins with the encoding's version.
    init(keeping unknown: [UnknownField] = [], prefix: [UInt8] = []) {
        output = ByteWriter(capacity: 512)
        output.write(byte: Self.version)
        output.write(prefix)
        self.unknown = unknown.sorted { $0.tag < $1.tag }[...]
    }

    /// Starts a value inside a field.
    private init() {
        output = ByteWriter()
        unknown = []
    }

    mutating func write(_ tag: UInt8, _ value: some Collection<UInt8>) {
        writeUnknown(below: Int(tag))
        writeField(tag, value)
    }

    /// Writes a text; an empty one has no field.
    mutating func write(_ tag: UInt8, _ text: String) {
        if !text.isEmpty { write(tag, text.utf8) }
    }

    mutating func write(_ tag: UInt8, _ secret: Secret?) {
        guard let secret else { return }
        unsafe secret.withBytes { unsafe write(tag, $0) }
    }

    mutating func write(_ tag: UInt8, _ date: Date?) {
        guard let date else { return }
        var value = ByteWriter(capacity: 8)
        value.write(date.milliseconds)
        write(tag, value.bytes)
    }

    mutating func writeNested(_ tag: UInt8, _ body: (inout FieldWriter) -> Void) {
        var nested = FieldWriter()
        body(&nested)
        write(tag, nested.output.bytes)
    }

    /// Appends a MAC over all bytes written so far.
    mutating func writeCode(_ tag: UInt8, _ code: ([UInt8]) -> [UInt8]) {
        writeUnknown(below: Int(tag))
        writeField(tag, code(output.bytes))
    }

    /// Ends the value and pads it, which hides its exact length.
    mutating func finish(padding: Int) -> [UInt8] {
        writeUnknown(below: Int(UInt8.max) + 1)
        output.write(byte: 0)
        output.pad(toMultipleOf: padding)
        return output.bytes
    }

    private mutating func writeUnknown(below tag: Int) {
        while let next = unknown.first, Int(next.tag) < tag {
            unknown.removeFirst()
            writeField(next.tag, next.bytes)
        }
    }

    private mutating func writeField(_ tag: UInt8, _ value: some Collection<UInt8>) {
        output.write(byte: tag)
        output.write(UInt32(truncatingIfNeeded: value.count))
        output.write(value)
    }
}

/// The bytes are not a valid encoding in this version's format.
package struct MalformedFields: Error {}

/// Decodes what ``FieldWriter`` wrote; checks every length before it is used.
struct FieldReader {
    /// The bytes of a field's tag and length.
    static let headerByteCount = 5

    struct Field {
        let tag: UInt8
        let bytes: ArraySlice<UInt8>
    }

    private var input: ByteReader
    private var lastTag: UInt8 = 0
    private let isNested: Bool

    /// Starts to read a top-level value, after its version and `prefixCount` bytes of prefix.
    init(_ bytes: ArraySlice<UInt8>, prefixCount: Int = 0) throws(MalformedFields) {
        guard bytes.first == FieldWriter.version, bytes.count > prefixCount else { throw MalformedFields() }
        input = ByteReader(bytes.dropFirst(1 + prefixCount))
        isNested = false
    }

    /// Starts to read a value inside a field.
    init(nested bytes: ArraySlice<UInt8>) {
        input = ByteReader(bytes)
        isNested = true
    }

    /// Reads the next field; `nil` at the end.
    mutating func next() throws(MalformedFields) -> Field? {
        guard let tag = input.readByte() else {
            guard isNested else { throw MalformedFields() }
            return nil
        }
        if tag == 0 {
            guard !isNested, input.remaining.allSatisfy({ $0 == 0 }) else { throw MalformedFields() }
            return nil
        }
        guard tag >= lastTag, let length = input.read(UInt32.self), let count = Int(exactly: length),
            let bytes = input.read(count: count)
        else { throw MalformedFields() }
        lastTag = tag
        return Field(tag: tag, bytes: bytes)
    }
}

extension FieldReader.Field {
    func text() throws(MalformedFields) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MalformedFields() }
        return text
    }

    func secret() -> Secret { Secret(copying: bytes) }

    func date() throws(MalformedFields) -> Date {
        var input = ByteReader(bytes)
        guard let value = input.read(Int64.self), input.isAtEnd, Date.millisecondRange.contains(value) else {
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
    /// Sets the value; throws if it is set already, because the field must not repeat.
    mutating func setOnce(_ value: Wrapped) throws(MalformedFields) {
        guard self == nil else { throw MalformedFields() }
        self = value
    }
}

extension Date {
    /// The times that a vault can store, about 35 000 years around 1970, in milliseconds.
    ///
    /// A `Date` is not exact to the millisecond beyond them.
    static let millisecondRange = -(Int64(1) << 50)...(Int64(1) << 50)

    /// Milliseconds since 1970, as stored; clamped to ``millisecondRange``.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        let range = Self.millisecondRange
        guard let number = Int64(exactly: value) else { return value > 0 ? range.upperBound : range.lowerBound }
        return min(max(number, range.lowerBound), range.upperBound)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The date as the vault returns it after storing it.
    var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
