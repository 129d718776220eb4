/// A key press or pasted text.
package enum Key: Hashable, Sendable {
    case text(String)
    /// Pasted text.
    case paste(String)
    case enter, escape, tab, shiftTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// A letter with Ctrl.
    case control(Character)
}

/// Decodes a terminal's input.
///
/// An escape character may be a key or begin a sequence: the caller calls ``flush()`` when no byte followed for a
/// while. The decoder's buffer is bounded.
package struct KeyDecoder {
    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    package init() {}

    /// Appends bytes and returns the complete keys.
    package mutating func decode(_ bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        var rest = pending[...]
        while !rest.isEmpty {
            if pasted != nil {
                guard let key = takePaste(&rest) else { break }
                keys += key
            } else {
                guard let key = Self.takeKey(&rest, paste: &pasted) else { break }
                keys += key
            }
        }
        pending = Array(rest)
        return keys
    }

    /// Ends an incomplete sequence; an escape character alone is the Escape key.
    package mutating func flush() -> [Key] {
        guard pasted == nil, !pending.isEmpty else { return [] }
        defer { pending = [] }
        return pending.allSatisfy { $0 == escape } ? [.escape] : []
    }

    /// Takes pasted bytes up to the closing sequence; bytes that may begin it stay in the buffer.
    private mutating func takePaste(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
        guard var text = pasted else { return [] }
        while let byte = rest.first {
            if byte == escape {
                if rest.starts(with: pasteEnd) {
                    rest = rest.dropFirst(pasteEnd.count)
                    pasted = nil
                    return [.paste(String(decoding: text, as: UTF8.self))]
                }
                if pasteEnd.starts(with: rest) { break }
            }
            if text.count < longestPaste { text.append(byte) }
            rest = rest.dropFirst()
        }
        pasted = text
        return rest.isEmpty ? [] : nil
    }

    /// Takes one key; empty for bytes that are not a key, `nil` while bytes are missing.
    private static func takeKey(_ rest: inout ArraySlice<UInt8>, paste: inout [UInt8]?) -> [Key]? {
        guard let byte = rest.first else { return nil }
        switch byte {
        case escape:
            return takeSequence(&rest, paste: &paste)
        case 0x0D, 0x0A:
            rest = rest.dropFirst()
            return [.enter]
        case 0x09:
            rest = rest.dropFirst()
            return [.tab]
        case 0x7F, 0x08:
            rest = rest.dropFirst()
            return [.backspace]
        case 0x00..<0x20:
            rest = rest.dropFirst()
            return [.control(Character(Unicode.Scalar(byte + 0x60)))]
        default:
            return takeText(&rest)
        }
    }

    /// Takes a run of text; an incomplete character at its end stays in the buffer, invalid UTF-8 is dropped.
    private static func takeText(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
        let run = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
        var complete = run
        if complete.count == rest.count, let lead = complete.lastIndex(where: { $0 & 0xC0 != 0x80 }) {
            let length = complete[lead] >= 0xF0 ? 4 : complete[lead] >= 0xE0 ? 3 : complete[lead] >= 0xC0 ? 2 : 1
            if complete.endIndex - lead < length { complete = complete[..<lead] }
        }
        guard !complete.isEmpty else {
            if run.count < 4 { return nil }
            rest = rest.dropFirst(run.count)
            return []
        }
        rest = rest.dropFirst(complete.count)
        let text = String(decoding: complete, as: UTF8.self).filter { $0 != "\u{FFFD}" && !$0.isC1 }
        return text.isEmpty ? [] : [.text(text)]
    }

    /// Takes a sequence that begins with the escape character.
    private static func takeSequence(_ rest: inout ArraySlice<UInt8>, paste: inout [UInt8]?) -> [Key]? {
        let body = rest.dropFirst()
        guard let introducer = body.first else { return nil }
        switch introducer {
        case escape:
            rest = body
            return [.escape]
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            let parameters = body.dropFirst().prefix { (0x20...0x3F).contains($0) }
            guard parameters.count <= longestSequence else {
                rest = rest.dropFirst(parameters.count)
                return []
            }
            guard let final = body.dropFirst(1 + parameters.count).first else { return nil }
            rest = body.dropFirst(2 + parameters.count)
            if final == UInt8(ascii: "~"), Array(parameters) == Array("200".utf8) {
                paste = []
                return []
            }
            return key(final: final, parameters: String(decoding: parameters, as: UTF8.self)).map { [$0] } ?? []
        default:
            // Keys with Alt are ignored.
            rest = body.dropFirst()
            return []
        }
    }

    private static func key(final: UInt8, parameters: String) -> Key? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .shiftTab
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": return .home
            case "4", "8": return .end
            case "3": return .delete
            case "5": return .pageUp
            case "6": return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}

extension Character {
    fileprivate var isC1: Bool { unicodeScalars.contains { (0x80...0x9F).contains($0.value) } }
}

private let escape: UInt8 = 0x1B
private let pasteEnd = Array("\u{1B}[201~".utf8)
private let longestPaste = 16_384
private let longestSequence = 32
