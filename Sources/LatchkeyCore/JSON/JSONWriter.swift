/// Writes JSON (RFC 8259) as UTF-8, with no more escape sequences than needed.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Writes an object whose members the body writes.
    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        beginObject()
        try body(&self)
        endObject()
    }

    /// Writes an array whose elements the body writes.
    package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        beginArray()
        try body(&self)
        endArray()
    }

    /// Writes the name of a member; its value must follow.
    package mutating func key(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a line, for users who read the file.
    package mutating func newLine() {
        separate()
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    package mutating func write(_ text: String) { write(utf8: text.utf8) }

    package mutating func write(_ number: some FixedWidthInteger) {
        separate()
        bytes += String(number).utf8
    }

    package mutating func write(_ flag: Bool) {
        separate()
        bytes += (flag ? "true" : "false").utf8
    }

    package mutating func writeNull() {
        separate()
        bytes += "null".utf8
    }

    /// Writes the digits of a number, which must be JSON.
    mutating func write(digits: String) {
        separate()
        bytes += digits.utf8
    }

    /// Writes bytes that must be UTF-8 as a string.
    package mutating func write(utf8 text: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text)
        if let special = Self.firstSpecial(in: bytes.span, from: start) {
            let rest = Array(bytes[special...])
            bytes.removeSubrange(special...)
            for byte in rest { writeEscaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Finds the first byte that needs an escape sequence.
    private static func firstSpecial(in bytes: Span<UInt8>, from start: Int) -> Int? {
        for index in start..<bytes.count where isSpecial(bytes[index]) { return index }
        return nil
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        guard Self.isSpecial(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        default:
            bytes += (byte < 0x10 ? "u000" : "u00").utf8
            bytes += String(byte, radix: 16).utf8
        }
    }

    // MARK: Brackets

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: Members

extension JSONWriter {
    package mutating func member(_ name: String, _ text: String) {
        key(name)
        write(text)
    }

    package mutating func member(_ name: String, _ number: Int64) {
        key(name)
        write(number)
    }

    package mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        write(flag)
    }
}
