/// The host of a page or of a stored service, in its canonical form.
///
/// **Invariants**
/// - A name is lower-case ASCII, an international one in its `xn--` form, and has no trailing dot. So two spellings of
///   one name are equal, and two names never are.
/// - An IPv4 address is in dotted decimal, an IPv6 address as RFC 5952 writes it and in brackets.
///
/// Parsing takes about a microsecond, mostly for the look-up in the suffix list.
package struct Host: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name of two labels or more.
        case domain
        /// A name without a dot, such as `localhost` or `intranet`.
        case singleLabel
        case ipv4
        case ipv6
    }

    package let kind: Kind
    /// The canonical form; an IPv6 address is in brackets.
    package let text: String
    /// The registrable domain of the name.
    ///
    /// `nil` for IP addresses, single labels, names under `localhost` and `onion`, and for public suffixes.
    package let registrableDomain: RegistrableDomain?
    /// Whether a connection to it stays on the machine (Secure Contexts §3.1).
    package let isLoopback: Bool
    /// Whether the name was written with a trailing dot: the same host, but another origin for browsers.
    package let endsInDot: Bool

    /// Parses a host; an IPv6 address can have brackets or not.
    ///
    /// This is the host parser (WHATWG URL §3.5) with three restrictions: a name has only letters, digits, hyphens and
    /// underscores, it has the lengths of the DNS, and an IPv4 address is in its canonical form.
    package init(_ text: String) throws(HostError) {
        try self.init(bytes: Array(text.utf8)[...])
    }

    package init(bytes: ArraySlice<UInt8>) throws(HostError) {
        guard let first = bytes.first else { throw .empty }
        if first == UInt8(ascii: "[") || bytes.contains(UInt8(ascii: ":")) {
            let address = try IPv6Address(hostBytes: bytes)
            self.init(kind: .ipv6, text: address.hostText, isLoopback: address.isLoopback)
            return
        }
        let name = try HostName(bytes)
        if let address = try IPv4Address(name) {
            self.init(kind: .ipv4, text: name.text, isLoopback: address.isLoopback)
            return
        }
        let isLocal = name.text == "localhost" || name.text.hasSuffix(".localhost")
        let standsAlone = name.labelCount == 1 || isLocal || name.text.hasSuffix(".onion")
        self.init(
            kind: name.labelCount == 1 ? .singleLabel : .domain, text: name.text, isLoopback: isLocal,
            endsInDot: name.endsInDot, registrableDomain: standsAlone ? nil : RegistrableDomain(ofName: name.text))
    }

    private init(
        kind: Kind, text: String, isLoopback: Bool, endsInDot: Bool = false,
        registrableDomain: RegistrableDomain? = nil
    ) {
        self.kind = kind
        self.text = text
        self.isLoopback = isLoopback
        self.endsInDot = endsInDot
        self.registrableDomain = registrableDomain
    }

    // The other properties are computed from the text. A dot at the end names the same host.
    package static func == (left: Host, right: Host) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The registrable domain, or the host itself if it has none: the same for all hosts of a site.
    package var site: String { registrableDomain?.text ?? text }

    /// Whether it has no registrable domain: it is matched by its whole host, and by its port.
    package var standsForItself: Bool { registrableDomain == nil }

    /// Whether the host is that name or a subdomain of it.
    package func isWithin(_ name: some StringProtocol) -> Bool {
        text == name || (kind == .domain && text.hasSuffix(name, onBoundary: UInt8(ascii: ".")))
    }

    /// The name and each parent down to the registrable domain, the most specific first.
    ///
    /// Only the host itself if it has no registrable domain.
    package var namesDownToSite: [String] {
        guard let registrableDomain else { return [text] }
        var names = [text]
        var rest = text[...]
        while rest.utf8.count > registrableDomain.text.utf8.count, let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            names.append(String(rest))
        }
        return names
    }
}

extension Host: CustomStringConvertible {
    package var description: String { text }
}

extension String {
    /// Whether it ends in that name, preceded by the boundary byte.
    fileprivate func hasSuffix(_ name: some StringProtocol, onBoundary boundary: UInt8) -> Bool {
        let own = utf8
        let tail = name.utf8
        guard !tail.isEmpty, own.count > tail.count else { return false }
        let start = own.index(own.endIndex, offsetBy: -tail.count)
        return own[own.index(before: start)] == boundary && own[start...].elementsEqual(tail)
    }
}
