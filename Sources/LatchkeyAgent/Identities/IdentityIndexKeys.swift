package import Foundation
package import LatchkeyMatching
package import LatchkeyWire

/// What an identity is found by: the site of its service, and the host with the port where one is stored.
///
/// Both are canonical, as the derivation and the page's own keys come from the same code.
package struct IdentityIndexKeys: Hashable, Sendable {
    /// The registrable domain; a host that has none stands for itself.
    package var site: String
    /// The host, followed by a colon and the port where the service names one.
    package var host: String

    package init(site: String, host: String) {
        self.site = site
        self.host = host
    }

    /// Derives the keys of an identity; nothing for a service that no page can match.
    ///
    /// Such an identity is kept and given back to its provider, and never suggested.
    package typealias Derivation = @Sendable (CredentialIdentity) -> IdentityIndexKeys?
}

/// What a page looks for in the identity store.
package struct IdentityQuery: Hashable, Sendable {
    package var site: String
    /// The host keys that are an exact match, the most specific first, such as `example.com:8443` and `example.com`.
    package var hosts: [String]
    /// The other sites of the page's shared-credential sets.
    package var affiliatedSites: [String]
    /// Empty for every kind.
    package var kinds: Set<CredentialKind>
    /// Passkeys that are wanted however many identities their site has.
    package var credentialIDs: Set<Data>

    package init(
        site: String, hosts: [String], affiliatedSites: [String] = [], kinds: Set<CredentialKind> = [],
        credentialIDs: Set<Data> = []
    ) {
        self.site = site
        self.hosts = hosts
        self.affiliatedSites = affiliatedSites
        self.kinds = kinds
        self.credentialIDs = credentialIDs
    }
}

/// An identity as the store holds it.
package struct StoredIdentity: Hashable, Sendable {
    /// Names the identity; the same after it was saved again, removed and saved, or the store was filled anew.
    package var id: String
    package var provider: ProviderIdentifier
    package var identity: CredentialIdentity
    /// Nothing for a service that no page can match.
    package var keys: IdentityIndexKeys?
}

/// What a look-up found.
package struct FoundIdentities: Hashable, Sendable {
    package var identities: [StoredIdentity]
    /// Whether it is all that the sites have; exact hosts, high ranks and the passkeys that were named are there in any case.
    package var isComplete: Bool
}

extension IdentityIndexKeys {
    /// The keys that matching looks for, derived by the code that reads the page's address.
    package static let matched: Derivation = { identity in
        let service = identity.serviceIdentifier
        let kind: StoredService.Kind =
            switch service.type {
            case .domain: .domain
            case .url: .url
            case .app: .app
            }
        guard let place = StoredService(kind: kind, text: service.identifier).place else { return nil }
        return IdentityIndexKeys(site: SiteKey(of: place.host).text, host: place.hostAndPort)
    }
}

extension IdentityQuery {
    /// Looks for everything that a page's matching has to decide about.
    ///
    /// After the page's own host come its parents, as a passkey may be kept for any of them.
    package init(_ matching: Matching) {
        let host = matching.page.host
        let sites = matching.siteKeys.map(\.text)
        let own = SiteKey(of: host).text
        self.init(
            site: own,
            hosts: ["\(host.text):\(matching.page.port)"] + host.namesDownToSite,
            affiliatedSites: sites.filter { $0 != own },
            kinds: Set(matching.kinds.map(\.credentialKind)), credentialIDs: matching.passkeys.allowedCredentialIDs)
    }
}

extension PasskeyQuestion {
    /// The passkeys that the page names; none where it names none.
    var allowedCredentialIDs: Set<Data> {
        if case .request(let request) = self { request.allowedCredentialIDs } else { [] }
    }
}

extension CandidateKind {
    fileprivate var credentialKind: CredentialKind {
        switch self {
        case .passkey: .passkey
        case .password: .password
        case .code: .code
        }
    }
}
