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

    /// `nil` if none was written.
    package let scheme: PageURL.Scheme?
    package let host: Host
    package let port: Port
    /// Path, query and fragment; begins with a slash.
    private let path: String

    /// Parses a service identifier, which costs as much as parsing a ``PageURL``.
    ///
    /// - Throws: ``ServicePlaceError``
    package init(_ service: ServiceIdentifier) throws(ServicePlaceError) {
        guard service.type != .app else { throw .app }
        // Providers pass on what a user typed; space around a name is ignored, inside it is an error.
        let bytes = Array(
            service.identifier.utf8.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
        var parser = PageURLParser(bytes)
        do {
            let parts = try parser.parse()
            scheme = parts.writtenScheme
            host = parts.host
            path = parts.pathAndMore
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
            scheme = nil
            host = address
            port = .unknown
            path = "/"
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
        kind == .domain ? description : "URL " + description + path
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
}

/// Why a service identifier names no place on the web.
package enum ServicePlaceError: Error, Hashable, Sendable {
    /// The identifier of a program.
    case app
    case unreadable(PageURLError)
}
