package import LatchkeyCore

/// The place on the web that a service identifier names, as far as its provider wrote it.
///
/// The identity store keeps every service identifier. One without a place is never suggested on a page.
package struct ServicePlace: Hashable, Sendable, CustomStringConvertible {
    package enum Port: Hashable, Sendable {
        /// A bare host: no port was written.
        case unknown
        /// The scheme's own.
        case standard
        case number(UInt16)
    }

    /// The rule that limits the pages of the site; `nil` for the whole site.
    package let rule: AddressRule?
    /// `nil` if none was written.
    package let scheme: PageURL.Scheme?
    package let host: Host
    package let port: Port
    /// Path, query and fragment; begins with a slash.
    private let pathAndMore: String

    /// Parses a service identifier, which costs as much as parsing a ``PageURL``.
    ///
    /// - Throws: ``ServicePlaceError``
    package init(_ service: ServiceIdentifier) throws(ServicePlaceError) {
        guard service.type != .app else { throw .app }
        // Providers pass on what a user typed; space around a name is ignored, inside it is an error.
        let bytes = Array(
            service.identifier.utf8.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
        let (rule, address) = service.type == .url ? AddressRule.split(bytes[...]) : (nil, bytes[...])
        var parser = PageURLParser(rule == nil ? bytes : Array(address))
        do {
            let parts = try parser.parse()
            scheme = parts.writtenScheme
            host = parts.host
            pathAndMore = parts.pathAndMore
            // Bitwarden compares the query as well, so only pages of this path could match.
            let hasMore = PageURLParser.path(of: parts.pathAndMore) != parts.pathAndMore
            self.rule = rule == .start && hasMore ? .exact : rule
            port =
                switch (parts.writtenScheme, parts.writtenPort) {
                case (nil, nil): .unknown
                case (_?, nil): .standard
                case (let scheme?, let number?) where number == scheme.defaultPort: .standard
                case (_, let number?): .number(number)
                }
        } catch {
            // `URL.host` returns an IPv6 address without its brackets.
            guard bytes.count <= 45, let address = try? Host(bytes: bytes[...]), address.kind == .ipv6 else {
                throw .unreadable(error)
            }
            self.rule = nil
            scheme = nil
            host = address
            port = .unknown
            pathAndMore = "/"
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    /// The host, with the port if it is not the scheme's own: what users see as a credential's origin.
    package var hostAndPort: String {
        if case .number(let number) = port { host.text + ":" + String(number) } else { host.text }
    }

    package var description: String {
        (scheme.map { $0.rawValue + "://" } ?? "") + hostAndPort
    }

    /// A text that is equal for service identifiers of one kind that differ only in their spelling.
    func canonicalText(of kind: ServiceIdentifier.Kind) -> String {
        kind == .domain ? description : "URL " + (rule?.prefix ?? "") + description + pathAndMore
    }

    private var path: String { PageURLParser.path(of: pathAndMore) }

    /// The address of a page of the place: scheme, host, port and path.
    package var address: String {
        "\((scheme ?? .https).rawValue)://\(hostAndPort)\(path)"
    }

    /// Whether a page without a secure connection needs a warning: only a service stored for `http` needs none.
    var needsSecurePage: Bool { scheme != .http }

    /// Whether the page's port is the stored one; a bare host fits every port.
    ///
    /// The default ports of the two schemes fit each other: `http://a.example` matches `https://a.example` with a
    /// warning.
    func portFits(_ page: PageURL) -> Bool {
        switch port {
        case .unknown: true
        case .standard: page.explicitPort == nil
        case .number(let number): number == page.port
        }
    }

    /// The same, but a bare IP address or single label fits the default ports only.
    func portFitsStrictly(_ page: PageURL) -> Bool {
        portFits(page) && (port != .unknown || !host.standsForItself || page.explicitPort == nil)
    }

    /// Whether the rule allows the page; a place without a rule allows every page.
    ///
    /// Query and fragment are not compared, because clients do not send them.
    ///
    /// - Parameter comparingPath: `false` for git, which usually sends no path.
    package func ruleAllows(_ page: PageURL, comparingPath: Bool = true) -> Bool {
        guard let rule else { return true }
        guard host == page.host, portFits(page) else { return false }
        guard rule != .host else { return true }
        guard scheme == page.scheme else { return false }
        return !comparingPath || pathFits(page.path, as: rule)
    }

    private func pathFits(_ path: String, as rule: AddressRule) -> Bool {
        let fits = rule == .exact ? path.utf8.elementsEqual(self.path.utf8) : path.utf8.starts(with: self.path.utf8)
        guard fits else { return false }
        // Browsers resolve dot segments (WHATWG URL §4.4), so `/app/../` is no page below `/app/`.
        return !path.lowercased().replacing("%2e", with: ".").split(separator: "/").contains { $0 == "." || $0 == ".." }
    }
}

/// Why a service identifier names no place on the web.
package enum ServicePlaceError: Error, Hashable, Sendable {
    /// The identifier of a program.
    case app
    case unreadable(PageURLError)
}
