/// The name that a passkey is bound to (WebAuthn L3 §4, RP ID), in its canonical form.
package struct RelyingPartyIdentifier: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Takes a name that someone can own: no address, no public suffix, no other spelling than the canonical one.
    ///
    /// - Throws: ``RelyingPartyIdentifierError``
    package init(_ text: String) throws(RelyingPartyIdentifierError) {
        let host: Host
        do {
            host = try Host(text)
        } catch {
            throw .host(error)
        }
        try self.init(text, of: host)
    }

    /// Validates a text whose place was parsed already; `nil` if it has none.
    init(_ text: String, at place: ServicePlace?) throws(RelyingPartyIdentifierError) {
        guard let place, place.host.text == text else {
            try self.init(text)
            return
        }
        try self.init(text, of: place.host)
    }

    private init(_ text: String, of host: Host) throws(RelyingPartyIdentifierError) {
        guard host.kind == .domain || host.kind == .singleLabel else { throw .address }
        // The hash in the authenticator data is of the bytes as given: another spelling is another relying party.
        guard host.text == text else { throw .notCanonical }
        // What has a registrable domain is no suffix.
        guard !host.standsForItself || !PublicSuffixList.isListedSuffix(text) else { throw .publicSuffix }
        self.text = text
    }

    /// Whether a page of that host may use it: the host itself or a name above it, on a dot boundary (HTML §7.1.1.2).
    ///
    /// Never a public suffix, so never a name that the owners of two sites share.
    package func covers(_ host: Host) -> Bool {
        guard text != host.text else { return true }
        guard let site = host.registrableDomain else { return false }
        return host.isWithin(text) && text.utf8.count >= site.text.utf8.count
    }

    package var description: String { text }
}

package enum RelyingPartyIdentifierError: Error, Hashable, Sendable {
    case host(HostError)
    case address
    /// Upper case, a dot at the end, or letters that are not in their `xn--` form.
    case notCanonical
    case publicSuffix
}
