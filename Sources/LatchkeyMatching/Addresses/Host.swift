/// The host of a page or of a stored service, in its one canonical form.
///
/// **Invariants**
/// - A name is lower case, in ASCII (an international one in its `xn--` form) and without the root's trailing dot, so
///   that two spellings of one name are equal and two names never are.
/// - An IPv4 address is in dotted decimal, an IPv6 address as RFC 5952 writes it and in brackets.
///
/// Costs: about a microsecond, for the look-up in the suffix list.
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
    /// What the owner of the name registered; none for a host that stands for itself.
    ///
    /// Nil for addresses, single labels, names under `localhost` and `onion`, and for public suffixes.
    package let registrableDomain: RegistrableDomain?
    /// A connection to it does not leave the machine (Secure Contexts §3.1).
    package let isLoopback: Bool

    /// Reads a host as a URL, a provider or a person writes it; an IPv6 address with or without brackets.
    ///
    /// Follows the host parser (WHATWG URL §3.5) and is stricter: a name has letters, digits, hyphens and underscores
    /// only, has the lengths of the DNS, and an IPv4 address has its canonical form only.
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
            registrableDomain: standsAlone ? nil : RegistrableDomain(ofName: name.text))
    }

    private init(kind: Kind, text: String, isLoopback: Bool, registrableDomain: RegistrableDomain? = nil) {
        self.kind = kind
        self.text = text
        self.isLoopback = isLoopback
        self.registrableDomain = registrableDomain
    }

    // The text alone says everything: the rest follows from it.
    package static func == (left: Host, right: Host) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The registrable domain, or the host itself if it has none: the same for all hosts of a site.
    package var site: String { registrableDomain?.text ?? text }

    /// No registrable domain groups it with others: it is matched by its whole host, and by its port.
    package var standsForItself: Bool { registrableDomain == nil }

    /// Whether the host is that name or lies under it, on a dot boundary.
    package func isWithin(_ name: some StringProtocol) -> Bool {
        text == name || (kind == .domain && text.hasSuffix(name, onBoundary: UInt8(ascii: ".")))
    }

    /// The name and each parent down to the registrable domain, most specific first; a host for itself alone.
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
    /// Whether it ends in that name with the boundary byte directly before it.
    fileprivate func hasSuffix(_ name: some StringProtocol, onBoundary boundary: UInt8) -> Bool {
        let own = utf8
        let tail = name.utf8
        guard !tail.isEmpty, own.count > tail.count else { return false }
        let start = own.index(own.endIndex, offsetBy: -tail.count)
        return own[own.index(before: start)] == boundary && own[start...].elementsEqual(tail)
    }
}
