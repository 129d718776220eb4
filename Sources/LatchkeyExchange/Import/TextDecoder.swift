/// The encoding of an imported text file.
public enum TextEncoding: String, Hashable, Sendable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case windows1252 = "windows-1252"
}

/// Converts a text file to UTF-8 in chunks, and removes the byte-order mark.
///
/// UTF-16 is detected by its byte-order mark, or if every second byte at the start is zero. Otherwise the first
/// non-ASCII character decides, because ASCII is the same in both encodings: the file is UTF-8 if the character is
/// valid UTF-8, and Windows-1252 if not.
///
/// Undecodable input becomes ``unreadable``, so that the importer refuses the entry that contains it. These are
/// unpaired surrogates, bytes that Windows-1252 does not assign, and in a Windows-1252 file every valid UTF-8
/// sequence, because its encoding is ambiguous. Bytes of a UTF-8 file are not checked here.
final class TextDecoder {
    /// A byte that never occurs in UTF-8.
    static let unreadable: UInt8 = 0xFF

    private enum Reading {
        /// All bytes so far are ASCII.
        case undecided
        case utf8
        case windows1252
        case utf16(isBigEndian: Bool)
    }

    private static let headByteCount = 64

    private var source: ByteSource
    private var reading: Reading
    /// The first bytes of a character that continues in the next chunk.
    private var rest: [UInt8] = []
    private var hasEnded = false

    init(_ source: ByteSource) throws {
        var source = source
        let head = Array(try source.peek(Self.headByteCount))
        let markByteCount: Int
        (reading, markByteCount) = Self.reading(of: head)
        try source.skip(markByteCount)
        self.source = source
    }

    /// The encoding that the bytes read so far indicate.
    var encoding: TextEncoding {
        switch reading {
        case .undecided, .utf8: .utf8
        case .windows1252: .windows1252
        case .utf16(let isBigEndian): isBigEndian ? .utf16BigEndian : .utf16LittleEndian
        }
    }

    /// Returns the next chunk; an empty array at the end.
    func next() throws -> [UInt8] {
        while !hasEnded {
            let chunk = try source.next()
            if chunk == nil { hasEnded = true }
            let bytes = rest.isEmpty ? chunk ?? [] : (rest + (chunk ?? []))[...]
            rest = []
            let text = decode(bytes)
            if !text.isEmpty { return text }
        }
        return []
    }

    private static func reading(of head: [UInt8]) -> (Reading, markByteCount: Int) {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        let pairs = head.count / 2
        guard pairs >= 2 else { return (.undecided, 0) }
        let evenZeros = (0..<pairs).count { head[2 * $0] == 0 }
        let oddZeros = (0..<pairs).count { head[2 * $0 + 1] == 0 }
        if evenZeros == 0, oddZeros == pairs { return (.utf16(isBigEndian: false), 0) }
        if evenZeros == pairs, oddZeros == 0 { return (.utf16(isBigEndian: true), 0) }
        return (.undecided, 0)
    }

    private func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch reading {
        case .utf8: Array(bytes)
        case .undecided: decide(bytes)
        case .windows1252: decodeWindows1252(bytes)
        case .utf16(let isBigEndian): decodeUTF16(bytes, isBigEndian: isBigEndian)
        }
    }

    private func decide(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return Array(bytes) }
        switch UTF8Start(bytes[first...]) {
        case .character: reading = .utf8
        case .cut where !hasEnded:
            rest = Array(bytes[first...])
            return Array(bytes[..<first])
        case .cut, .none: reading = .windows1252
        }
        return decode(bytes)
    }

    private func decodeWindows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            guard byte >= 0x80 else {
                text.append(byte)
                index += 1
                continue
            }
            switch UTF8Start(bytes[index...]) {
            case .character(let byteCount):
                text.append(Self.unreadable)
                index += byteCount
            case .cut where !hasEnded:
                rest = Array(bytes[index...])
                return text
            case .cut, .none:
                Self.append(Self.scalar(windows1252: byte), to: &text)
                index += 1
            }
        }
        return text
    }

    private func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        func unit(at index: Int) -> UInt16? {
            guard index + 1 < bytes.endIndex else { return nil }
            let (low, high) = isBigEndian ? (bytes[index + 1], bytes[index]) : (bytes[index], bytes[index + 1])
            return UInt16(high) << 8 | UInt16(low)
        }
        while let first = unit(at: index) {
            guard UTF16.isLeadSurrogate(first) else {
                Self.append(Unicode.Scalar(first), to: &text)
                index += 2
                continue
            }
            let second = unit(at: index + 2)
            if second == nil, !hasEnded { break }
            if let second, UTF16.isTrailSurrogate(second) {
                Self.append(UTF16.decode(UTF16.EncodedScalar([first, second])), to: &text)
                index += 4
            } else {
                text.append(Self.unreadable)
                index += 2
            }
        }
        if hasEnded, index < bytes.endIndex {
            text.append(Self.unreadable)
        } else {
            rest = Array(bytes[index...])
        }
        return text
    }

    private static func append(_ scalar: Unicode.Scalar?, to text: inout [UInt8]) {
        if let scalar { text.append(contentsOf: UTF8.encode(scalar) ?? .init()) } else { text.append(unreadable) }
    }

    /// Windows-1252 as in the WHATWG's index; `nil` for the five bytes that Microsoft does not assign.
    private static func scalar(windows1252 byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let value = upperControls[Int(byte - 0x80)]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static let upperControls: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}

/// The UTF-8 character at the start of bytes that begin with a non-ASCII byte (RFC 3629 §4).
private enum UTF8Start {
    case character(byteCount: Int)
    /// The bytes end within a character.
    case cut
    /// The bytes are not valid UTF-8.
    case none

    init(_ bytes: ArraySlice<UInt8>) {
        var range: ClosedRange<UInt8> = 0x80...0xBF
        let byteCount: Int
        switch bytes.first ?? 0 {
        case 0xC2...0xDF: byteCount = 2
        case 0xE0: (byteCount, range) = (3, 0xA0...0xBF)
        case 0xED: (byteCount, range) = (3, 0x80...0x9F)
        case 0xE1...0xEF: byteCount = 3
        case 0xF0: (byteCount, range) = (4, 0x90...0xBF)
        case 0xF1...0xF3: byteCount = 4
        case 0xF4: (byteCount, range) = (4, 0x80...0x8F)
        default:
            self = .none
            return
        }
        for byte in bytes.dropFirst().prefix(byteCount - 1) {
            guard range.contains(byte) else {
                self = .none
                return
            }
            range = 0x80...0xBF
        }
        self = bytes.count >= byteCount ? .character(byteCount: byteCount) : .cut
    }
}
