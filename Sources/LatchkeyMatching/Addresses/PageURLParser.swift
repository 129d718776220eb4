/// The parts of the basic URL parser (WHATWG URL §4.4) that `http` and `https` need, in one pass over the bytes.
///
/// Where the standard reports an error and continues, this parser throws; ``PageURLError`` lists the cases.
struct PageURLParser {
    struct Parts {
        /// `nil` if the address begins with its host.
        var writtenScheme: PageURL.Scheme?
        var host: Host
        /// The port as it is written, also if it is the scheme's own.
        var writtenPort: UInt16?
        /// Path, query and fragment; begins with a slash.
        var pathAndMore: String
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func parse() throws(PageURLError) -> Parts {
        guard !rest.isEmpty else { throw .empty }
        guard rest.count <= PageURL.maximumLength else { throw .tooLong(count: rest.count) }
        try refuseMisleadingBytes()
        let scheme = try takeScheme()
        let authority = rest.prefix { !Self.endsAuthority($0) }
        rest = rest.dropFirst(authority.count)
        let (host, port) = try Self.hostAndPort(authority)
        return Parts(writtenScheme: scheme, host: host, writtenPort: port, pathAndMore: takePathAndMore())
    }

    private func refuseMisleadingBytes() throws(PageURLError) {
        var inPath = true
        for byte in rest {
            switch byte {
            case 0x00...0x1F, 0x7F: throw .controlCharacter(byte)
            case UInt8(ascii: " "): throw .space
            case UInt8(ascii: "?"), UInt8(ascii: "#"): inPath = false
            case UInt8(ascii: "\\"): if inPath { throw .backslash }
            default: break
            }
        }
    }

    /// Scheme start, scheme and special authority slashes states; nil for a bare host.
    private mutating func takeScheme() throws(PageURLError) -> PageURL.Scheme? {
        let name = rest.prefix(while: Self.isSchemeByte)
        let tail = rest.dropFirst(name.count)
        guard tail.first == UInt8(ascii: ":"), name.first?.isASCIILetter == true else { return nil }
        let text = String(decoding: name.prefix(32), as: UTF8.self).lowercased()
        let hasSlashes = tail.starts(with: "://".utf8)
        guard let scheme = PageURL.Scheme(rawValue: text) else {
            // `localhost:8080` is a host and its port; `javascript:0` is not.
            if !hasSlashes, Self.isPortNext(tail.dropFirst()), !schemesThatTakeNumbers.contains(text) { return nil }
            throw .unsupportedScheme(text)
        }
        guard hasSlashes else { throw .missingSlashes }
        rest = tail.dropFirst(3)
        return scheme
    }

    /// Authority, host and port states.
    static func hostAndPort(_ authority: ArraySlice<UInt8>) throws(PageURLError) -> (Host, UInt16?) {
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userinfo }
        var hostBytes = authority
        var port: UInt16?
        let isAddress = authority.first == UInt8(ascii: "[")
        let end = isAddress ? authority.firstIndex(of: UInt8(ascii: "]")) : authority.startIndex
        guard let end else { throw .host(.badIPv6) }
        if let colon = authority[end...].firstIndex(of: UInt8(ascii: ":")) {
            hostBytes = authority[..<colon]
            port = try number(authority[authority.index(after: colon)...])
        }
        // Without brackets a second colon belongs to no port.
        if !isAddress, authority.count(where: { $0 == UInt8(ascii: ":") }) > 1 { throw .badPort }
        do {
            return (try Host(bytes: hostBytes), port)
        } catch {
            throw .host(error)
        }
    }

    /// The path without query and fragment.
    static func path(of pathAndMore: String) -> String {
        let path = pathAndMore.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(decoding: path, as: UTF8.self)
    }

    /// Port state; an empty port means the scheme's own.
    private static func number(_ digits: ArraySlice<UInt8>) throws(PageURLError) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard digit.isDigit else { throw .badPort }
            value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
            guard value <= 0xFFFF else { throw .badPort }
        }
        // No server can listen on port 0.
        guard value > 0 else { throw .badPort }
        return UInt16(value)
    }

    /// Path, query and fragment states: escapes the bytes that the standard escapes, and keeps existing escapes.
    private mutating func takePathAndMore() -> String {
        var output: [UInt8] = rest.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        output.reserveCapacity(rest.count + 1)
        var part = EncodeSet.path
        for byte in rest {
            switch (byte, part) {
            case (UInt8(ascii: "?"), .path): part = .query
            case (UInt8(ascii: "#"), .path), (UInt8(ascii: "#"), .query): part = .fragment
            default:
                guard part.contains(byte) else { break }
                output += [UInt8(ascii: "%"), Self.hexDigit(byte >> 4), Self.hexDigit(byte & 0x0F)]
                continue
            }
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The percent-encode sets (WHATWG URL §1.3), without spaces and controls, which are rejected earlier.
    private enum EncodeSet {
        case path
        case query
        case fragment

        func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x80...: true
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): true
            case UInt8(ascii: "`"): self != .query
            case UInt8(ascii: "'"): self == .query
            case UInt8(ascii: "^"), UInt8(ascii: "{"), UInt8(ascii: "}"): self == .path
            default: false
            }
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func isPortNext(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.prefix(while: \.isDigit)
        let next = bytes.dropFirst(digits.count).first
        return !digits.isEmpty && (next == nil || next.map(endsAuthority) == true)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

/// Schemes after which a number is not a port.
private let schemesThatTakeNumbers: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "ftp", "javascript", "mailto", "sms", "tel", "urn", "vbscript",
    "view-source", "ws", "wss",
]
