/// The name that a passkey is bound to (WebAuthn L3 §4, RP ID), in its canonical form.
package struct RelyingPartyIdentifier: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Validates a canonical name that is neither an IP address nor a public suffix.
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
        // The authenticator data has a hash of these bytes, so another spelling is another relying party.
        guard host.text == text else { throw .notCanonical }
        // A name with a registrable domain is not a suffix.
        guard !host.standsForItself || !PublicSuffixList.isListedSuffix(text) else { throw .publicSuffix }
        self.text = text
    }

    /// Whether a page of the host may use it: the host itself or a parent domain (HTML §7.1.1.2).
    ///
    /// It never covers a public suffix, which the owners of several sites share.
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
    /// Upper case, a trailing dot, or letters that are not in their `xn--` form.
    case notCanonical
    case publicSuffix
}
