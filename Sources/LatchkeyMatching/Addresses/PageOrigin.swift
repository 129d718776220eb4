/// The origin of a document as browsers serialize it (HTML §7.1.1): scheme, host and port.
package enum PageOrigin: Hashable, Sendable {
    /// The origin of a sandboxed frame or of a document from a `data:` URL.
    case opaque
    /// An `http` or `https` origin.
    case web(PageURL)
    /// An origin of another scheme, such as that of an extension's page.
    case other(String)

    /// Parses the serialized form; a text with more than an origin is rejected.
    package init(_ text: String) throws(PageOriginError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard text != "null" else {
            self = .opaque
            return
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .notAnOrigin }
        let (scheme, rest) = (text.utf8[..<colon], text.utf8[colon...])
        guard Self.isScheme(scheme), rest.starts(with: "://".utf8), rest.dropFirst(3).allSatisfy(Self.isAuthorityByte)
        else { throw .notAnOrigin }
        guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else {
            self = .other(text)
            return
        }
        guard let page = try? PageURL(text) else { throw .notAnOrigin }
        self = .web(page)
    }

    /// In bytes; a host with its port is shorter.
    private static let maximumLength = 1024

    package var text: String {
        switch self {
        case .opaque: "null"
        case .web(let page): page.origin
        case .other(let text): text
        }
    }

    private static func isScheme(_ bytes: String.UTF8View.SubSequence) -> Bool {
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }

    /// A visible ASCII character that does not end the authority.
    private static func isAuthorityByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"/?#@\\".utf8.contains(byte)
    }
}

/// Why a text is not an origin.
package enum PageOriginError: Error, Hashable, Sendable {
    case tooLong
    case notAnOrigin
}

extension PageURL {
    /// Scheme, host and port (RFC 6454 §6.1).
    package var origin: String { "\(scheme.rawValue)://\(hostAndPort)" }

    /// Whether both have the same registrable domain; hosts without one must have equal hosts and ports.
    package func isOfSameSite(as other: PageURL) -> Bool {
        if let site = host.registrableDomain { return site == other.host.registrableDomain }
        return host == other.host && port == other.port
    }
}
