/// One step from a value of JSON to values in it.
package enum JSONStep {
    /// The member of this name.
    case key(String)
    /// Each element of an array, or each member of an object.
    case each
}

/// What lies at the end of a path.
package struct JSONItem: Sendable {
    /// Counted from one, over the whole document.
    package let number: Int
    /// One number, from zero, for each array or object of the path that was gone through.
    package let places: [Int]
    package let value: Result<JSONValue, RefusalReason>
}

/// Reads JSON (RFC 8259) out of memory, item by item, so that only one item at a time is there as a tree.
///
/// Nesting, the length of names and the length of an item are bounded before anything is made of them.
package struct JSONReader {
    package enum Limit {
        package static let depth = 64
        /// Longer names are nobody's, and comparing a text of marks costs the square of its length.
        package static let keyBytes = 1024
        /// A login in the vault is shorter.
        package static let itemBytes = 8 * 1024 * 1024
    }

    let bytes: [UInt8]
    var offset = 0
    private var itemCount = 0
    /// Where in the arrays and objects of the path the item lies: one number, from zero, for each step of ``JSONStep/each``.
    private var places: [Int] = []
    /// Whether a text of the value that is being built is not UTF-8.
    private var hasForeignText = false
    /// Called with the place of each name and the scalar behind it, where a head is looked at.
    var onScalar: ((_ trail: [String], _ value: JSONValue) -> Void)?
    private var trail: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a document, and hands over what lies at the end of a path, numbered from one.
    ///
    /// A path that leads nowhere gives nothing. An item that is too long, or whose text is not UTF-8, is refused by itself.
    ///
    /// - Throws: ``ExchangeError/notJSON(offset:)``, ``ExchangeError/nestedTooDeeply(limit:)``, or what the body throws.
    package static func forEach(
        at path: [JSONStep], in bytes: [UInt8], _ body: (JSONItem) throws -> Void
    ) throws {
        var reader = JSONReader(bytes)
        try reader.walk(path[...], depth: 0, body)
        try reader.end()
    }

    /// Reads a document as one value; for those of known shape and size.
    package static func value(of bytes: [UInt8]) throws -> JSONValue {
        var reader = JSONReader(bytes)
        let value = try reader.value(depth: 0, building: true)
        try reader.end()
        guard !reader.hasForeignText else { throw ExchangeError.notJSON(offset: 0) }
        return value
    }

    private mutating func end() throws {
        skipSpace()
        guard offset == bytes.count else { throw ExchangeError.notJSON(offset: offset) }
    }

    private mutating func walk(
        _ path: ArraySlice<JSONStep>, depth: Int, _ body: (JSONItem) throws -> Void
    ) throws {
        guard let step = path.first else { return try item(depth: depth, body) }
        skipSpace()
        guard depth < Limit.depth else { throw ExchangeError.nestedTooDeeply(limit: Limit.depth) }
        if take("{") {
            var place = 0
            try members { reader, key in
                switch step {
                case .key(key): try reader.walk(path.dropFirst(), depth: depth + 1, body)
                case .key: _ = try reader.value(depth: depth + 1, building: false)
                case .each: try reader.walk(path.dropFirst(), at: place, depth: depth + 1, body)
                }
                place += 1
            }
        } else if case .each = step, take("[") {
            var place = 0
            try elements { reader in
                try reader.walk(path.dropFirst(), at: place, depth: depth + 1, body)
                place += 1
            }
        } else {
            _ = try value(depth: depth, building: false)
        }
    }

    private mutating func walk(
        _ path: ArraySlice<JSONStep>, at place: Int, depth: Int, _ body: (JSONItem) throws -> Void
    ) throws {
        places.append(place)
        try walk(path, depth: depth, body)
        places.removeLast()
    }

    /// Looks through an item before it is built.
    private mutating func item(depth: Int, _ body: (JSONItem) throws -> Void) throws {
        skipSpace()
        let start = offset
        _ = try value(depth: depth, building: false)
        itemCount += 1
        func found(_ value: Result<JSONValue, RefusalReason>) -> JSONItem {
            JSONItem(number: itemCount, places: places, value: value)
        }
        guard offset - start <= Limit.itemBytes else { return try body(found(.failure(.tooLong))) }
        offset = start
        hasForeignText = false
        let item = try value(depth: depth, building: true)
        try body(found(hasForeignText ? .failure(.notUTF8) : .success(item)))
    }

    /// Reads one value, which is null where none is built.
    mutating func value(depth: Int, building: Bool) throws -> JSONValue {
        skipSpace()
        guard let first = peek else { throw ExchangeError.notJSON(offset: offset) }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Limit.depth else { throw ExchangeError.nestedTooDeeply(limit: Limit.depth) }
            offset += 1
            return try first == UInt8(ascii: "{")
                ? object(depth: depth, building: building) : array(depth: depth, building: building)
        case UInt8(ascii: "\""): return try text(building: building)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number(building: building)
        }
    }

    private mutating func object(depth: Int, building: Bool) throws -> JSONValue {
        var found: [JSONValue.Member] = []
        try members { reader, key in
            if reader.onScalar != nil { reader.trail.append(key) }
            let value = try reader.value(depth: depth + 1, building: building)
            if building { found.append(JSONValue.Member(key: key, value: value)) }
            if let onScalar = reader.onScalar {
                onScalar(reader.trail, value)
                reader.trail.removeLast()
            }
        }
        return building ? .object(found) : .null
    }

    private mutating func array(depth: Int, building: Bool) throws -> JSONValue {
        var found: [JSONValue] = []
        try elements { reader in
            let value = try reader.value(depth: depth + 1, building: building)
            if building { found.append(value) }
        }
        return building ? .array(found) : .null
    }

    /// Reads what follows an opening brace, and lets the body read each value.
    private mutating func members(_ body: (inout JSONReader, String) throws -> Void) throws {
        skipSpace()
        if take("}") { return }
        repeat {
            skipSpace()
            let start = offset
            let key = try string()
            guard offset - start <= Limit.keyBytes else { throw ExchangeError.notJSON(offset: start) }
            skipSpace()
            try expect(":")
            let name = String(decoding: key, as: UTF8.self)
            if onScalar != nil { onScalar?(trail + [name], .null) }
            try body(&self, name)
            skipSpace()
        } while take(",")
        try expect("}")
    }

    private mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
        skipSpace()
        if take("]") { return }
        repeat {
            try body(&self)
            skipSpace()
        } while take(",")
        try expect("]")
    }

    private mutating func text(building: Bool) throws -> JSONValue {
        guard building else {
            try skipString()
            return .null
        }
        let units = try string()
        if String(validating: units, as: UTF8.self) == nil { hasForeignText = true }
        return .text(units)
    }
}

// MARK: Scalars

extension JSONReader {
    private mutating func skipString() throws {
        try expect("\"")
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"):
                offset += 1
                _ = try escape()
            case 0x00..<0x20: throw ExchangeError.notJSON(offset: offset)
            default: offset += 1
            }
        }
        throw ExchangeError.notJSON(offset: offset)
    }

    /// Reads a text with its escapes resolved.
    private mutating func string() throws -> [UInt8] {
        try expect("\"")
        var units: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return units
            case UInt8(ascii: "\\"):
                offset += 1
                units += try escape()
            case 0x00..<0x20: throw ExchangeError.notJSON(offset: offset)
            default:
                units.append(byte)
                offset += 1
            }
        }
        throw ExchangeError.notJSON(offset: offset)
    }

    private mutating func escape() throws -> [UInt8] {
        guard let byte = peek else { throw ExchangeError.notJSON(offset: offset) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): break
        default: throw ExchangeError.notJSON(offset: offset - 1)
        }
        var units = [try hexadecimal()]
        if UTF16.isLeadSurrogate(units[0]), take("\\") {
            try expect("u")
            units.append(try hexadecimal())
        }
        // Half a pair stands for nothing; which letter of a password it was cannot be known.
        guard let text = String(validating: units, as: UTF16.self) else { throw ExchangeError.notJSON(offset: offset) }
        return Array(text.utf8)
    }

    private mutating func hexadecimal() throws -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw ExchangeError.notJSON(offset: offset)
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    private mutating func number(building: Bool) throws -> JSONValue {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return building ? .number(String(decoding: bytes[start..<offset], as: UTF8.self)) : .null
    }

    private mutating func digits() throws {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw ExchangeError.notJSON(offset: offset) }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
        for byte in text.description.utf8 {
            guard peek == byte else { throw ExchangeError.notJSON(offset: offset) }
            offset += 1
        }
        return value
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws {
        guard take(scalar) else { throw ExchangeError.notJSON(offset: offset) }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == scalar.value else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }
}
