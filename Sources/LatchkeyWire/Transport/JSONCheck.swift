import LatchkeyCore
import LatchkeySheet

/// Looks through JSON before any decoder does: well formed, no key twice in one object, not nested too deeply.
///
/// Decoders disagree about a key that comes twice, and a deep document costs a recursive one its stack. The scan is
/// RFC 8259's grammar, needs no stack of its own beyond one small entry a level, and reads each byte once. Keys are one
/// where Swift's strings are: a decoder's dictionary takes a composed and a decomposed letter for the same. Strings are in
/// the Stream-Safe Text Format, since comparing others costs the square of their length.
public struct JSONCheck {
    /// The deepest nesting that any message of ours comes near.
    public static let maximumDepth = 32

    private let bytes: [UInt8]
    private var offset = 0
    /// Whether each open container is an object.
    private var levels: [Bool] = []
    /// The keys of each open object.
    private var keys: [Set<String>] = []

    /// - Throws: ``WireError/notUTF8``, ``WireError/notJSON(offset:)``, ``WireError/nestedTooDeeply(limit:)``,
    ///   ``WireError/duplicateKey(offset:)``, ``WireError/notStreamSafe(offset:)``.
    public static func check(_ bytes: [UInt8]) throws(WireError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var check = JSONCheck(bytes: bytes)
        try check.document()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Walks the values one after the other.
    private mutating func document() throws(WireError) {
        try value()
        while let isObject = levels.last {
            skipSpace()
            if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                close()
                continue
            }
            try expect(UInt8(ascii: ","))
            skipSpace()
            if isObject { try key() }
            try value()
        }
        skipSpace()
        guard offset == bytes.count else { throw .notJSON(offset: offset) }
    }

    /// Reads a scalar, or opens a container and reads on until its first scalar or its end.
    private mutating func value() throws(WireError) {
        while true {
            skipSpace()
            switch peek {
            case UInt8(ascii: "{"):
                try open(object: true)
                if take(UInt8(ascii: "}")) { return close() }
                try key()
            case UInt8(ascii: "["):
                try open(object: false)
                if take(UInt8(ascii: "]")) { return close() }
            case UInt8(ascii: "\""):
                _ = try string()
                return
            case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
                return try number()
            case UInt8(ascii: "t"): return try literal("true")
            case UInt8(ascii: "f"): return try literal("false")
            case UInt8(ascii: "n"): return try literal("null")
            default: throw .notJSON(offset: offset)
            }
        }
    }

    private mutating func open(object: Bool) throws(WireError) {
        offset += 1
        guard levels.count < Self.maximumDepth else { throw .nestedTooDeeply(limit: Self.maximumDepth) }
        levels.append(object)
        if object { keys.append([]) }
        skipSpace()
    }

    private mutating func close() {
        if levels.removeLast() { keys.removeLast() }
    }

    private mutating func key() throws(WireError) {
        let name = try string()
        // In place: a copy of the set for each key would make a wide object cost the square of its length.
        guard keys[keys.count - 1].insert(String(decoding: name, as: UTF8.self)).inserted else {
            throw .duplicateKey(offset: offset)
        }
        skipSpace()
        try expect(UInt8(ascii: ":"))
    }

    /// Reads a string and gives its bytes with the escapes resolved, so that `"a"` and `"\u0061"` are one key.
    private mutating func string() throws(WireError) -> [UInt8] {
        try expect(UInt8(ascii: "\""))
        var units: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                // Here and not over the whole document: escapes are marks, too.
                guard StreamSafeText.allows(String(decoding: units, as: UTF8.self)) else {
                    throw .notStreamSafe(offset: offset)
                }
                return units
            case UInt8(ascii: "\\"): units.append(contentsOf: try escape())
            case 0x00..<0x20: throw .notJSON(offset: offset - 1)
            default: units.append(byte)
            }
        }
        throw .notJSON(offset: offset)
    }

    private mutating func escape() throws(WireError) -> [UInt8] {
        guard let byte = peek else { throw .notJSON(offset: offset) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw .notJSON(offset: offset - 1)
        }
    }

    private mutating func unicodeEscape() throws(WireError) -> [UInt8] {
        let first = try hexadecimal()
        var units = [first]
        if UTF16.isLeadSurrogate(first) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .notJSON(offset: offset) }
            units.append(try hexadecimal())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notJSON(offset: offset) }
        return Array(text.utf8)
    }

    private mutating func hexadecimal() throws(WireError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .notJSON(offset: offset)
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    private mutating func number() throws(WireError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(WireError) {
        let start = offset
        while let byte = peek, isDigit(byte) { offset += 1 }
        guard offset > start else { throw .notJSON(offset: offset) }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func literal(_ text: StaticString) throws(WireError) {
        for byte in text.description.utf8 { try expect(byte) }
    }

    private mutating func expect(_ byte: UInt8) throws(WireError) {
        guard take(byte) else { throw .notJSON(offset: offset) }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }
}
