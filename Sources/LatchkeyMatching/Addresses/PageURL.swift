package import LatchkeyCore

/// The address of a page that requests credentials, in its canonical form.
///
/// **Invariants**: the scheme is `http` or `https`, the host is valid, and nothing in the text makes it look like an
/// address of another host.
///
/// A URL that a browser serialized (WHATWG URL §4.5) stays unchanged. A text that the standard would silently repair is
/// rejected, since only users and attackers write those: see ``PageURLError``.
///
/// Parsing takes a few microseconds, one of them for the suffix list.
package struct PageURL: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        /// The port that a URL of the scheme leaves out.
        package var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    package let scheme: Scheme
    package let host: Host
    /// The port; `nil` if it is the scheme's own.
    package let explicitPort: UInt16?
    /// The canonical form of the whole address.
    package let text: String

    /// In bytes; a longer address is rejected before it is parsed.
    package static let maximumLength = 65_536

    /// Parses the address of a page; a bare host means `https`.
    package init(_ text: String) throws(PageURLError) {
        try self.init(utf8: Array(text.utf8))
    }

    private init(utf8 bytes: [UInt8]) throws(PageURLError) {
        var parser = PageURLParser(bytes)
        let parts = try parser.parse()
        scheme = parts.writtenScheme ?? .https
        host = parts.host
        explicitPort = parts.writtenPort == scheme.defaultPort ? nil : parts.writtenPort
        var text = scheme.rawValue + "://" + host.text
        if let explicitPort { text += ":" + String(explicitPort) }
        self.text = text + parts.pathAndMore
    }

    /// The port, also if it is the scheme's own.
    package var port: UInt16 { explicitPort ?? scheme.defaultPort }

    /// Whether the page cannot be changed on the network: `https`, or a connection that stays on the machine.
    package var isSecure: Bool { scheme == .https || host.isLoopback }

    /// The host, with the port if it is not the scheme's own.
    package var hostAndPort: String {
        explicitPort.map { host.text + ":" + String($0) } ?? host.text
    }

    /// The path, without query and fragment; begins with a slash.
    package var path: String {
        PageURLParser.path(of: String(decoding: text.utf8.dropFirst(origin.utf8.count), as: UTF8.self))
    }
}

extension PageURL {
    /// The page's address, then its host and each parent down to the registrable domain, the most specific first.
    ///
    /// A host without a registrable domain is named once, with its port if that is not the scheme's own.
    package var serviceIdentifiers: [ServiceIdentifier] {
        let names = host.standsForItself ? [hostAndPort] : host.namesDownToSite
        return [ServiceIdentifier(type: .url, identifier: text)]
            + names.map { ServiceIdentifier(type: .domain, identifier: $0) }
    }
}

extension PageURL: CustomStringConvertible {
    package var description: String { text }
}

/// Why an address is not that of a page.
package enum PageURLError: Error, Hashable, Sendable {
    case empty
    case tooLong(count: Int)
    /// A control character such as a tab or line end, some of which the standard would drop (WHATWG URL §4.4).
    case controlCharacter(UInt8)
    case space
    /// A backslash before the query, which browsers take for a slash and other programs do not.
    case backslash
    /// Any scheme but `http` and `https`, such as `javascript`, `data`, `blob`, `about` and `file`; at most 32
    /// characters.
    case unsupportedScheme(String)
    /// `http:` without the two slashes.
    case missingSlashes
    /// A user name before the host, as in `https://bank.com@evil.com/`.
    case userinfo
    case host(HostError)
    /// Not a decimal number from 1 to 65535.
    case badPort
}
