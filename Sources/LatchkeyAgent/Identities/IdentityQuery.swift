package import LatchkeyCore
import LatchkeyMatching

/// A look-up in the identity store.
struct IdentityQuery: Hashable, Sendable {
    var site: String
    /// The host keys of exact matches, the most specific first, such as `example.com:8443` and `example.com`.
    var hosts: [String]
    /// The hosts whose passkeys match best, the most specific first.
    var passkeyHosts: [String]
    /// The other sites of the page's shared-credential sets.
    var affiliatedSites: [String]
    /// Empty for every kind.
    var kinds: Set<CredentialKind>
    /// Passkeys to find whatever the number of their site's identities.
    var credentialIDs: Set<[UInt8]>

    /// - Parameter passkeyHosts: `nil` for `hosts`.
    init(
        site: String, hosts: [String], passkeyHosts: [String]? = nil, affiliatedSites: [String] = [],
        kinds: Set<CredentialKind> = [], credentialIDs: Set<[UInt8]> = []
    ) {
        self.site = site
        self.hosts = hosts
        self.passkeyHosts = passkeyHosts ?? hosts
        self.affiliatedSites = affiliatedSites
        self.kinds = kinds
        self.credentialIDs = credentialIDs
    }

    /// The query for the identities that a page's matching decides about, of every kind.
    ///
    /// A relying-party identifier can be the page's host or any parent of it, down to the registrable domain.
    init(_ matching: Matching) {
        let host = matching.page.host
        let sites = matching.sites
        var passkeyHosts = host.namesDownToSite
        var credentialIDs: Set<[UInt8]> = []
        if case .request(let request) = matching.passkeys {
            passkeyHosts = [request.relyingPartyIdentifier.text]
            if matching.kinds.contains(.passkey) { credentialIDs = request.allowedCredentialIDs }
        }
        self.init(
            site: sites[0], hosts: ["\(host.text):\(matching.page.port)", host.text], passkeyHosts: passkeyHosts,
            affiliatedSites: Array(sites.dropFirst()), credentialIDs: credentialIDs)
    }
}

/// The result of a look-up.
package struct FoundIdentities: Hashable, Sendable {
    package var identities: [StoredIdentity]
    /// Whether these are all identities of the sites.
    ///
    /// Exact hosts, high ranks, named passkeys and the exclusions of exact hosts are found in any case.
    package var isComplete: Bool
}
