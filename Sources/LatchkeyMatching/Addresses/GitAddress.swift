/// The server or file that a question of git is about, in its canonical form.
///
/// **Invariant**: an address of `http` or `https` has a ``page``, and no other address has one.
package struct GitAddress: Hashable, Sendable {
    /// In lower case.
    package let scheme: String
    /// `nil` for ``certificateScheme``.
    package let host: Host?
    /// The host, with the port as git names it; empty for ``certificateScheme``.
    ///
    /// A web page's default port is left out.
    package let hostAndPort: String
    /// The address as that of a web page; `nil` for every scheme but `http` and `https`.
    package let page: PageURL?

    /// The scheme of the passphrase for a certificate's key (`http.sslCert`), whose question has a path and no host.
    package static let certificateScheme = "cert"

    /// In bytes.
    private static let schemeLimit = 32

    /// Parses protocol and host of a question.
    ///
    /// `nil` if either is invalid. Also `nil` for a host with a character that ends the authority of a URL or would be
    /// decoded again: the URL would then have another host than git's.
    package init?(protocol scheme: String, host: String) {
        guard Self.isScheme(scheme), !host.utf8.contains(where: { "/?#@\\%".utf8.contains($0) }) else { return nil }
        if PageURL.Scheme(rawValue: scheme) != nil {
            guard let page = try? PageURL("\(scheme)://\(host)/") else { return nil }
            self.init(page)
        } else if scheme == Self.certificateScheme {
            guard host.isEmpty else { return nil }
            self.init(scheme: scheme, host: nil, hostAndPort: "", page: nil)
        } else {
            guard let (host, port) = try? PageURLParser.hostAndPort(Array(host.utf8)[...]) else { return nil }
            let hostAndPort = port.map { "\(host.text):\($0)" } ?? host.text
            self.init(scheme: scheme, host: host, hostAndPort: hostAndPort, page: nil)
        }
    }

    /// Parses an address such as `smtp://smtp.example.com:587`; a bare host means `https`.
    ///
    /// With ``certificateScheme`` the host is `localhost` or missing.
    package init?(_ text: String) {
        if let page = try? PageURL(text) {
            self.init(page)
            return
        }
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        let host = String(text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        self.init(protocol: scheme, host: scheme == Self.certificateScheme && host == "localhost" ? "" : host)
    }

    private init(_ page: PageURL) {
        self.init(scheme: page.scheme.rawValue, host: page.host, hostAndPort: page.hostAndPort, page: page)
    }

    private init(scheme: String, host: Host?, hostAndPort: String, page: PageURL?) {
        self.scheme = scheme
        self.host = host
        self.hostAndPort = hostAndPort
        self.page = page
    }

    // The path of a page is no part of the address.
    package static func == (left: GitAddress, right: GitAddress) -> Bool {
        left.scheme == right.scheme && left.hostAndPort == right.hostAndPort
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Scheme, host and port, such as `smtp://smtp.example.com:587`; equal texts are equal addresses.
    package var text: String { "\(scheme)://\(hostAndPort)" }

    /// Lower-case letters, digits and `+-.`, with a letter first (RFC 3986 §3.1).
    private static func isScheme(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= schemeLimit, let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || $0.isDigit || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}

extension GitAddress: CustomStringConvertible {
    package var description: String { hostAndPort.isEmpty ? scheme : text }
}
