public import LatchkeyCore

/// A site of a login: the original text and its parsed parts.
///
/// Valid are addresses with a scheme (`https://example.com/login`, `android://HASH@com.example/`) and bare hosts, with or
/// without a port (`example.com`, `localhost:8080`, `[::1]`). This type does not decide whether a site matches a page.
///
/// A web address can have a ``rule``, as in `exact+https://example.com/login`.
public struct Site: Hashable, Sendable {
    public static let byteLimit = 8192

    /// The original text, with the prefix of its rule.
    public let text: String
    /// The rule that limits the pages of the site; `nil` for the whole site.
    public let rule: AddressRule?
    /// The scheme in lower case, without the rule; `nil` for a bare host.
    public let scheme: String?
    /// The host in lower case, including brackets.
    ///
    /// It is not converted to or from its ASCII form.
    public let host: String
    public let port: UInt16?

    /// Parses a site; `nil` for a text that is empty, is longer than ``byteLimit``, contains white space or control
    /// characters, or names no host.
    public init?(_ text: String) {
        let written = Array(text.utf8)
        guard !written.isEmpty, written.count <= Self.byteLimit else { return nil }
        guard !Self.hasForbidden(text, written) else { return nil }
        let (rule, bytes) = AddressRule.split(written[...])
        var rest = bytes
        if let end = Self.schemeEnd(in: bytes) {
            scheme = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
            rest = bytes[(end + 3)...]
        } else {
            scheme = nil
        }
        var authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            // A bare host has no user part. This is a mail address.
            guard scheme != nil else { return nil }
            authority = authority[(at + 1)...]
        }
        guard let (host, port) = Self.splitPort(authority, mayBeEmpty: scheme != nil) else { return nil }
        self.text = text
        self.rule = rule
        self.host = String(decoding: host, as: UTF8.self).lowercased()
        self.port = port
    }

    /// The host, followed by a colon and the port if the address has one.
    public var hostAndPort: String { port.map { "\(host):\($0)" } ?? host }

    /// The text without the prefix of its rule.
    public var address: String {
        rule.map { String(decoding: text.utf8.dropFirst($0.prefix.utf8.count), as: UTF8.self) } ?? text
    }

    /// The address for other programs: without its rule, and with `https` for a bare host.
    public var url: String { scheme == nil ? "https://\(text)" : address }

    /// Path, query and fragment of the address; empty if it ends with its host and port.
    public var pathAndMore: String {
        let rest = address.utf8.dropFirst(scheme.map { $0.utf8.count + 3 } ?? 0)
        let path = rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(decoding: path, as: UTF8.self)
    }

    private static func hasForbidden(_ text: String, _ bytes: [UInt8]) -> Bool {
        // Almost every address is ASCII, and Unicode's tables are slow.
        var isASCII = true
        for byte in bytes {
            if byte >= 0x80 { isASCII = false }
            if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return true }
        }
        return !isASCII
            && text.unicodeScalars.contains { scalar in
                !scalar.isASCII
                    && (scalar.value <= 0xA0 || scalar.properties.isWhitespace || scalar.properties.isBidiControl)
            }
    }

    /// The end of a scheme that `://` follows (RFC 3986 §3.1); `nil` if there is none.
    private static func schemeEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 2 < bytes.endIndex else { return nil }
        guard bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else { return nil }
        guard let first = bytes.first, isLetter(first) else { return nil }
        for byte in bytes[..<colon] {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard isLetter(byte) || isDigit || "+-.".utf8.contains(byte) else { return nil }
        }
        return colon
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func splitPort(
        _ authority: ArraySlice<UInt8>, mayBeEmpty: Bool
    ) -> (host: ArraySlice<UInt8>, port: UInt16?)? {
        var host = authority
        var port: UInt16?
        let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")), bracket.map({ $0 < colon }) ?? true {
            let digits = authority[(colon + 1)...]
            // `https://example.com:/` has an empty port, which means none (RFC 3986 §3.2.3).
            if !digits.isEmpty || !mayBeEmpty {
                guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
                guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
                port = number
            }
            host = authority[..<colon]
        }
        let bracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 2
        guard !host.isEmpty, bracketed || !host.contains(where: isForbiddenInHost) else { return nil }
        return (host, port)
    }

    private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "%"), UInt8(ascii: "\""), UInt8(ascii: "`"),
            UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}

extension Site: CustomStringConvertible {
    public var description: String { text }
}
