/// What a credential was stored for: the service identifier of an identity, and what it means.
///
/// Providers write them as messily as people do. Whatever can be read as a host is; the rest is kept and never
/// suggested.
package struct StoredService: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case domain
        case url
        case app
    }

    package enum Meaning: Hashable, Sendable {
        case place(Place)
        /// The identifier of a program; no page is one.
        case app
        case unreadable(PageURLError)
    }

    package let kind: Kind
    /// As the provider wrote it.
    package let text: String
    package let meaning: Meaning
    /// Equal for equal service identifiers, however they are spelled; ranks are compared among these.
    let identity: String

    /// Reads a service identifier; never fails, and costs what ``PageURL`` does.
    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
        guard kind != .app else {
            meaning = .app
            identity = "app " + text
            return
        }
        do {
            let (place, pathAndMore) = try Self.read(text)
            meaning = .place(place)
            identity = kind == .domain ? place.description : "URL " + place.description + pathAndMore
        } catch {
            meaning = .unreadable(error)
            identity = "? " + text
        }
    }

    package static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.text == right.text }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(text)
    }

    package var place: Place? {
        if case .place(let place) = meaning { place } else { nil }
    }

    /// The key under which a store finds the identity with one index read; none for what no page is offered.
    package var siteKey: SiteKey? { place.map { SiteKey(of: $0.host) } }

    private static func read(_ text: String) throws(PageURLError) -> (Place, String) {
        // Blanks around a name are a slip of the hand; within it they are an error.
        let bytes = Array(text.utf8.drop(while: isBlank)).reversed().drop(while: isBlank).reversed()
        var parser = PageURLParser(Array(bytes))
        do {
            let parts = try parser.parse()
            return (Place(parts), parts.pathAndMore)
        } catch {
            // `URL.host` gives an IPv6 address without its brackets.
            guard bytes.count <= 45, let host = try? Host(bytes: Array(bytes)[...]), host.kind == .ipv6 else {
                throw error
            }
            return (Place(scheme: nil, host: host, port: .unknown), "/")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}

extension StoredService {
    /// Where on the web a credential belongs, as far as its provider said.
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        package enum Port: Hashable, Sendable {
            /// A bare host: no port was stored.
            case unknown
            /// The scheme's own.
            case standard
            case number(UInt16)
        }

        /// Nil where none was written.
        package let scheme: PageURL.Scheme?
        package let host: Host
        package let port: Port

        init(scheme: PageURL.Scheme?, host: Host, port: Port) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }

        init(_ parts: PageURLParser.Parts) {
            scheme = parts.writtenScheme
            host = parts.host
            port =
                switch (parts.writtenScheme, parts.writtenPort) {
                case (nil, nil): .unknown
                case (_?, nil): .standard
                case (let scheme?, let number?) where number == scheme.defaultPort: .standard
                case (_, let number?): .number(number)
                }
        }

        /// The host, with the port where one is stored: what a person is told of where a credential is from.
        package var hostAndPort: String {
            if case .number(let number) = port { host.text + ":" + String(number) } else { host.text }
        }

        package var description: String {
            (scheme.map { $0.rawValue + "://" } ?? "") + hostAndPort
        }

        /// A page that others can read and change must not get it unasked: everything that was not stored for plain
        /// `http`.
        var needsSecurePage: Bool { scheme != .http }

        /// Whether the page's port is the stored one; a bare host fits every port.
        ///
        /// Two schemes' own ports fit each other: `http://a.example` is the page of `https://a.example` with a warning.
        func portFits(_ page: PageURL) -> Bool {
            switch port {
            case .unknown: true
            case .standard: page.explicitPort == nil
            case .number(let number): number == page.port
            }
        }

        /// The same, where services on one address are to be kept apart: a bare address fits the standard ports only.
        func portFitsStrictly(_ page: PageURL) -> Bool {
            portFits(page) && (port != .unknown || !host.standsForItself || page.explicitPort == nil)
        }
    }
}

/// What a store's index is keyed by: the registrable domain, or the whole host where that stands for itself.
///
/// A key only finds candidates; ``Matching`` decides about each.
package struct SiteKey: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(of host: Host) {
        text = host.registrableDomain?.text ?? host.text
    }

    /// The key of a registrable domain that was read before.
    init(site: String) {
        text = site
    }

    package var description: String { text }
}
