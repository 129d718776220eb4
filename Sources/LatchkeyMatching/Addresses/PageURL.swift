package import LatchkeyCore

/// The address of a page that asks for credentials, parsed and in its canonical form.
///
/// Holding one is the proof that it is a web page: `http` or `https`, with a host that a name or an address can have,
/// and nothing in it that shows a person another host than it has.
///
/// Browsers give what WHATWG URL §4.5 serializes, and that comes through unchanged. What only a person or an attacker
/// writes is refused where the standard would repair it in silence: see ``PageURLError``.
///
/// Costs: a few microseconds, one of them for the suffix list.
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
    /// The port, where it is not the scheme's own.
    package let explicitPort: UInt16?
    /// The canonical form of the whole address.
    package let text: String

    /// Longer addresses are refused before anything is read of them.
    package static let maximumLength = 65_536

    /// Parses what a browser or a person gives; `https` is assumed where a bare host is all there is.
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

    /// The port that the page came from.
    package var port: UInt16 { explicitPort ?? scheme.defaultPort }

    /// Nobody between can have changed the page: `https`, or a connection that does not leave the machine.
    package var isSecure: Bool { scheme == .https || host.isLoopback }

    /// The host, with the port where it is not the scheme's own.
    package var hostAndPort: String {
        explicitPort.map { host.text + ":" + String($0) } ?? host.text
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

    /// Parses the scheme and host of a git remote.
    ///
    /// `nil` for another scheme. Also `nil` for a host with a character that ends the authority of a URL or would be
    /// decoded again: the URL would then have another host than git's.
    package init?(gitProtocol scheme: String, host: String) {
        guard scheme == "https" || scheme == "http", !host.utf8.contains(where: { "/?#@\\%".utf8.contains($0) }),
            let page = try? PageURL("\(scheme)://\(host)/")
        else { return nil }
        self = page
    }
}

extension PageURL: CustomStringConvertible {
    package var description: String { text }
}

/// Why an address is not that of a page.
package enum PageURLError: Error, Hashable, Sendable {
    case empty
    case tooLong(count: Int)
    /// A tab, a line end or another control character; the standard would drop some of them in silence (WHATWG URL
    /// §4.4).
    case controlCharacter(UInt8)
    case space
    /// A backslash before the query; browsers read it as a slash and others do not.
    case backslash
    /// Any scheme but `http` and `https`, such as `javascript`, `data`, `blob`, `about` and `file`; at most 32
    /// characters.
    case unsupportedScheme(String)
    /// `http:` without the two slashes.
    case missingSlashes
    /// `https://bank.com@evil.com/`: what stands before the `@` is not the host.
    case userinfo
    case host(HostError)
    /// Not a decimal number from 1 to 65535.
    case badPort
}
