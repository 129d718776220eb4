import Foundation
import LatchkeyCore
import LatchkeyWebAuthn

/// Writes JSON (RFC 8259); texts go out as UTF-8, with no more escapes than needed.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Writes an object whose members the body writes.
    mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        begin("{")
        try body(&self)
        end("}")
    }

    /// Writes an array whose elements the body writes.
    mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        begin("[")
        try body(&self)
        end("]")
    }

    mutating func array(_ texts: [String]) {
        array { writer in for text in texts { writer.write(text) } }
    }

    /// Begins a member; its value comes next.
    mutating func key(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a line, for a person who looks into the file.
    mutating func newLine() {
        separate()
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    mutating func write(_ text: String) { write(utf8: text.utf8) }

    mutating func write(_ number: Int64) {
        separate()
        bytes += String(number).utf8
    }

    mutating func write(_ flag: Bool) {
        separate()
        bytes += (flag ? "true" : "false").utf8
    }

    /// Writes bytes that are UTF-8.
    mutating func write(utf8 text: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0x00..<0x20, 0x7F:
                bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
                bytes += String(byte, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    // Members, for short.

    mutating func member(_ name: String, _ text: String) {
        key(name)
        write(text)
    }

    mutating func member(_ name: String, _ number: Int64) {
        key(name)
        write(number)
    }

    mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        write(flag)
    }

    mutating func member(_ name: String, base64URL bytes: Data) {
        key(name)
        write(utf8: Base64URL.encode(bytes))
    }

    /// A secret that is UTF-8; any other is written as an object with its bytes in Base64.
    mutating func member(_ name: String, _ secret: Secret) {
        key(name)
        if secret.isUTF8 {
            unsafe secret.withBytes { unsafe write(utf8: $0) }
        } else {
            object { $0.member("base64url", base64URL: secret.revealData()) }
        }
    }

    private mutating func begin(_ brace: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: brace))
        needsComma = false
    }

    private mutating func end(_ brace: Unicode.Scalar) {
        bytes.append(UInt8(ascii: brace))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

extension Secret {
    /// Whether the secret is text.
    var isUTF8: Bool {
        unsafe withBytes { bytes in
            // ASCII alone is the rule, and is found out without making a string.
            unsafe bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        }
    }
}

extension Date {
    /// Milliseconds since 1970, which is what a vault keeps of a time.
    var milliseconds: Int64 { Int64(clamping: Int((timeIntervalSince1970 * 1000).rounded())) }
}
