/// JSON (RFC 8259), read and written without Foundation, whose start costs more than everything else here.
package indirect enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number that is no `Int`; nothing here needs one.
    case number
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    package static let depthLimit = 32

    /// Reads the whole of a text; nothing where it is not JSON, or deeper than anybody sends.
    package init?(parsing bytes: [UInt8]) {
        var reader = JSONTextReader(rest: bytes[...])
        guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
        self = value
    }

    /// A member of an object; nothing where there is none, or this is no object.
    package subscript(_ name: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null, .number: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONText: Equatable {
    package static func == (left: JSONText, right: JSONText) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left.elementsEqual(right) { $0.0 == $1.0 && $0.1 == $1.1 }
        default: false
        }
    }
}

/// Reads JSON from the front of some bytes; every length and depth is checked before it is used.
private struct JSONTextReader {
    var rest: ArraySlice<UInt8>

    private mutating func skipSpace() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return rest.isEmpty
        }
    }

    mutating func value(depth: Int) -> JSONText? {
        skipSpace()
        guard depth < JSONText.depthLimit, let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let bytes = Array(word.description.utf8)
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    private mutating func takeMark(_ mark: UInt8) -> Bool {
        skipSpace()
        guard rest.first == mark else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func array(_ depth: Int) -> JSONText? {
        rest = rest.dropFirst()
        var values: [JSONText] = []
        if takeMark(UInt8(ascii: "]")) { return .array(values) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            if takeMark(UInt8(ascii: "]")) { return .array(values) }
            guard takeMark(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func object(_ depth: Int) -> JSONText? {
        rest = rest.dropFirst()
        var members: [(String, JSONText)] = []
        if takeMark(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard let name = string(), takeMark(UInt8(ascii: ":")), let value = value(depth: depth + 1) else {
                return nil
            }
            // Of two with one name each reader would take another.
            if members.contains(where: { $0.0 == name }) { return nil }
            members.append((name, value))
            if takeMark(UInt8(ascii: "}")) { return .object(members) }
            guard takeMark(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func number() -> JSONText? {
        let text = rest.prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
        }
        guard let word = String(validating: text, as: UTF8.self), Double(word) != nil else { return nil }
        rest = rest.dropFirst(text.count)
        return Int(word).map { .integer($0) } ?? .number
    }

    private mutating func string() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text += String(Character(scalar)).utf8
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let byte = rest.popFirst() else { return nil }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = hexadecimal() else { return nil }
            guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
            guard rest.starts(with: "\\u".utf8) else { return nil }
            rest = rest.dropFirst(2)
            guard let second = hexadecimal(), (0xDC00...0xDFFF).contains(second) else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        let digits = rest.prefix(4)
        guard digits.count == 4, let word = String(validating: digits, as: UTF8.self), !word.hasPrefix("+"),
            let number = UInt32(word, radix: 16)
        else { return nil }
        rest = rest.dropFirst(4)
        return number
    }
}
