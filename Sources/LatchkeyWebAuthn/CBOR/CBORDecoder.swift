/// Reads CBOR in CTAP2's canonical form (CTAP 2.2 §8), and nothing else.
///
/// Each byte is read once, and nothing is allocated by a length before as many bytes are there. What it takes is written
/// back by ``CBOR/encoded`` to the same bytes.
package struct CBORDecoder {
    /// CTAP 2.2 §8 allows four levels; an attestation inside of a message needs more.
    package static let depthLimit = 8

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: some Collection<UInt8>) {
        rest = Array(bytes)[...]
    }

    /// How many bytes have been read.
    package var offset: Int { rest.startIndex }

    /// Reads one item that is all there is.
    ///
    /// - Throws: ``CBORError``
    package static func decode(_ bytes: some Collection<UInt8>) throws(CBORError) -> CBOR {
        var decoder = CBORDecoder(bytes)
        let item = try decoder.next()
        guard decoder.rest.isEmpty else { throw .trailingBytes(decoder.rest.count) }
        return item
    }

    /// Reads the next item; what follows is left.
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
        case .bytes: return .bytes(Array(try take(value)))
        case .text:
            guard let text = String(validating: try take(value), as: UTF8.self) else { throw .notUTF8(at: start) }
            return .text(text)
        case .array: return try array(of: value, depth: depth)
        case .map: return try map(of: value, depth: depth)
        case .tag, .simple: throw .unsupported(at: start)
        }
    }

    /// The number in an item's head: in its first byte, or in the one, two, four or eight that follow.
    private mutating func number(_ argument: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        if argument < 24 { return UInt64(argument) }
        guard argument < 28 else { throw .notShortest(at: start) }
        let width = 1 << Int(argument - 24)
        let value = try take(UInt64(width)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let least: UInt64 = width == 1 ? 24 : 1 << (width * 4)
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
        // Each item has a byte at least.
        guard count <= UInt64(rest.count) else { throw .truncated }
        var items: [CBOR] = []
        for _ in 0..<count { items.append(try item(depth: depth + 1)) }
        return .array(items)
    }

    private mutating func map(of count: UInt64, depth: Int) throws(CBORError) -> CBOR {
        guard count <= UInt64(rest.count / 2) else { throw .truncated }
        var members: [CBOR: CBOR] = [:]
        var last: ArraySlice<UInt8> = []
        for _ in 0..<count {
            let before = rest
            let key = try item(depth: depth + 1)
            let encoded = before[..<rest.startIndex]
            guard CBOR.isBefore(last, encoded) else { throw .keysOutOfOrder(at: before.startIndex) }
            last = encoded
            // Other texts have two spellings that are one key here, and may take minutes to compare.
            guard key.isPlain else { throw .unsupported(at: before.startIndex) }
            members[key] = try item(depth: depth + 1)
        }
        return .map(members)
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .truncated }
        let end = rest.startIndex + Int(count)
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}

extension CBOR {
    /// A number or a text in ASCII, as every key is that WebAuthn, COSE and CTAP2 have.
    fileprivate var isPlain: Bool {
        switch self {
        case .unsigned, .negative: true
        case .text(let text): text.utf8.allSatisfy { $0 < 0x80 }
        default: false
        }
    }
}
