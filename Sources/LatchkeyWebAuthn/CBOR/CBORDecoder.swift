internal import LatchkeyCore

/// Decodes CBOR in CTAP2's canonical form (CTAP 2.2 §8), and refuses every other encoding.
///
/// Each byte is read once, and a length allocates memory only if that many bytes follow. ``CBOR/encoded`` of a decoded
/// item returns the same bytes.
package struct CBORDecoder {
    /// CTAP 2.2 §8 allows four levels; an attestation object within a message needs more.
    package static let depthLimit = 8

    private var reader: ByteReader

    package init(_ bytes: some Collection<UInt8>) {
        reader = ByteReader(Array(bytes)[...])
    }

    /// The number of bytes that were read.
    package var offset: Int { reader.remaining.startIndex }

    /// Decodes bytes that are exactly one item.
    ///
    /// - Throws: ``CBORError``
    package static func decode(_ bytes: some Collection<UInt8>) throws(CBORError) -> CBOR {
        var decoder = CBORDecoder(bytes)
        let item = try decoder.next()
        guard decoder.reader.isAtEnd else { throw .trailingBytes(decoder.reader.remaining.count) }
        return item
    }

    /// Decodes the next item.
    ///
    /// - Throws: ``CBORError``
    package mutating func next() throws(CBORError) -> CBOR {
        try item(depth: 0)
    }

    private mutating func item(depth: Int) throws(CBORError) -> CBOR {
        let start = offset
        guard depth <= Self.depthLimit else { throw .tooDeep(at: start) }
        let first = try byte()
        let type = CBORMajorType(ofInitialByte: first)
        guard type != .simple else { return try simple(first, at: start) }
        let value = try number(first & 0x1F, at: start)
        switch type {
        case .unsigned: return .unsigned(value)
        case .negative: return .negative(value)
        case .bytes: return .bytes(Array(try bytes(count: value)))
        case .text:
            guard let text = String(validating: try bytes(count: value), as: UTF8.self)
            else { throw .notUTF8(at: start) }
            return .text(text)
        case .array: return try array(of: value, depth: depth)
        case .map: return try map(of: value, depth: depth)
        case .tag, .simple: throw .unsupported(at: start)
        }
    }

    /// The number of an item's head, which is in its first byte or in the following one, two, four or eight bytes.
    private mutating func number(_ argument: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        let (value, least): (UInt64?, UInt64)
        switch argument {
        case 0..<24: return UInt64(argument)
        case 24: (value, least) = (reader.read(UInt8.self).map(UInt64.init), 24)
        case 25: (value, least) = (reader.read(UInt16.self).map(UInt64.init), 1 << 8)
        case 26: (value, least) = (reader.read(UInt32.self).map(UInt64.init), 1 << 16)
        case 27: (value, least) = (reader.read(UInt64.self), 1 << 32)
        default: throw .notShortest(at: start)
        }
        guard let value else { throw .truncated }
        guard value >= least else { throw .notShortest(at: start) }
        return value
    }

    private func simple(_ first: UInt8, at start: Int) throws(CBORError) -> CBOR {
        switch first & 0x1F {
        case CBORSimpleValue.false: .boolean(false)
        case CBORSimpleValue.true: .boolean(true)
        case CBORSimpleValue.null: .null
        default: throw .unsupported(at: start)
        }
    }

    private mutating func array(of count: UInt64, depth: Int) throws(CBORError) -> CBOR {
        // An item has at least one byte.
        guard count <= UInt64(reader.remaining.count) else { throw .truncated }
        var items: [CBOR] = []
        for _ in 0..<count { items.append(try item(depth: depth + 1)) }
        return .array(items)
    }

    private mutating func map(of count: UInt64, depth: Int) throws(CBORError) -> CBOR {
        guard count <= UInt64(reader.remaining.count / 2) else { throw .truncated }
        var members: [CBOR: CBOR] = [:]
        var last: ArraySlice<UInt8> = []
        for _ in 0..<count {
            let start = reader.remaining
            let key = try item(depth: depth + 1)
            let encoded = start[..<offset]
            guard CBOR.isBefore(last, encoded) else { throw .keysOutOfOrder(at: start.startIndex) }
            last = encoded
            guard key.isSafeKey else { throw .unsupported(at: start.startIndex) }
            members[key] = try item(depth: depth + 1)
        }
        return .map(members)
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard let byte = reader.readByte() else { throw .truncated }
        return byte
    }

    private mutating func bytes(count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard let bytes = reader.read(count: Int(clamping: count)) else { throw .truncated }
        return bytes
    }
}

extension CBOR {
    /// Whether the item is a number or an ASCII text, as are all keys of WebAuthn, COSE and CTAP2.
    ///
    /// Swift considers two spellings of other texts equal, and may take minutes to compare hostile ones.
    fileprivate var isSafeKey: Bool {
        switch self {
        case .unsigned, .negative: true
        case .text(let text): text.utf8.allSatisfy { $0 < 0x80 }
        default: false
        }
    }
}

/// Why bytes are not a CBOR item in CTAP2's canonical form.
///
/// Positions are byte offsets.
package enum CBORError: Error, Hashable, Sendable {
    /// The bytes end within an item.
    case truncated
    /// This many bytes follow the item.
    case trailingBytes(Int)
    /// A number or length is not in its shortest form, or a length is indefinite.
    case notShortest(at: Int)
    /// The keys of a map are not sorted, or a key occurs twice.
    case keysOutOfOrder(at: Int)
    /// A text is not UTF-8.
    case notUTF8(at: Int)
    /// A float, a tag, an unknown simple value, or a key that is neither a number nor an ASCII text.
    case unsupported(at: Int)
    /// Maps and arrays are nested deeper than ``CBORDecoder/depthLimit``.
    case tooDeep(at: Int)
}
