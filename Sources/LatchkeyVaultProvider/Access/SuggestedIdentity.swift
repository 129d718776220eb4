import AuthenticationServices
import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// An identity of a login, with the facts that distinguish it from another one that looks the same.
struct SuggestedIdentity {
    /// What a suggestion shows.
    struct Appearance: Hashable {
        enum Kind: Hashable {
            case password, passkey, code
        }

        let kind: Kind
        /// Host and port; for a passkey the relying party.
        let place: String
        let user: String
    }

    /// The facts in the order in which they are used.
    private struct Facts {
        /// At most 200 bytes, so that the store accepts it.
        let title: String
        let date: Date
        let isUse: Bool
        /// The record's identifier; for a passkey the credential ID in hexadecimal digits.
        let name: String

        var day: String {
            (isUse ? "last used " : "added ") + date.formatted(.iso8601.year().month().day())
        }
    }

    let identity: any DetailedCredentialIdentity
    /// `nil` for an identity that only git finds, because no list shows it.
    let appearance: Appearance?
    private let facts: Facts

    /// The identities of one login: password and one-time code for each website, each passkey, and each exclusion.
    ///
    /// - Parameter isFormer: Whether to add the identities that the login may have had in an older version, to remove them.
    static func all(of overview: Overview, isFormer: Bool = false) -> [SuggestedIdentity] {
        guard overview.kind == .login || isFormer else { return [] }
        var all: [SuggestedIdentity] = []
        let record = overview.id.description
        if overview.contents.contains(.password) {
            let isForGit = !overview.contents.isDisjoint(with: [.authenticationType, .onlyForGit])
            if isForGit {
                all += services(of: overview, \.gitServiceIdentifier).map { service, _ in
                    SuggestedIdentity(
                        ASPasswordCredentialIdentity(
                            serviceIdentifier: service, user: overview.user, recordIdentifier: record),
                        as: nil, of: overview)
                }
            }
            if !isForGit || isFormer {
                all += services(of: overview, \.passwordServiceIdentifier).map { service, site in
                    SuggestedIdentity(
                        ASPasswordCredentialIdentity(
                            serviceIdentifier: service, user: overview.user, recordIdentifier: record),
                        as: site.origin.map { _ in
                            Appearance(kind: .password, place: site.shownPlace, user: overview.user)
                        }, of: overview)
                }
            }
        }
        if overview.contents.contains(.oneTimeCode) {
            all += services(of: overview, \.serviceIdentifier).map { service, site in
                SuggestedIdentity(
                    ASOneTimeCodeCredentialIdentity(
                        serviceIdentifier: service, label: overview.user, recordIdentifier: record),
                    as: Appearance(kind: .code, place: site.shownPlace, user: overview.user), of: overview)
            }
        }
        if !all.isEmpty { all += exclusions(of: overview, isFormer: isFormer) }
        all += overview.passkeys.filter(\.isSuggestible).map { passkey in
            let user = passkey.userName.isEmpty ? overview.user : passkey.userName
            let identity = ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: passkey.relyingPartyIdentifier, userName: user,
                credentialID: passkey.credentialID, userHandle: passkey.userHandle, recordIdentifier: record)
            let suggested = SuggestedIdentity(
                identity, as: Appearance(kind: .passkey, place: passkey.relyingPartyIdentifier, user: user),
                of: overview, passkey)
            identity.userDisplayName = passkey.displayName
            identity.lastUse = passkey.lastUsed
            if overview.hiddenPasskeys.contains(passkey.credentialID) {
                identity.isHidden = true
                // If the site names an offered passkey, too, that one comes first.
                identity.rank = -1
            }
            return suggested
        }
        return all
    }

    /// Identities that keep the login from being suggested on the hosts of its excluded sites.
    ///
    /// - Parameter isFormer: Whether to add the exclusions without effect.
    private static func exclusions(of overview: Overview, isFormer: Bool) -> [SuggestedIdentity] {
        let sites = isFormer ? overview.excludedSites : overview.effectiveExcludedSites
        return Set(sites.compactMap(\.webOrigin)).sorted().map { origin in
            let service = ASCredentialServiceIdentifier(
                identifier: ServiceIdentifier.exclusionPrefix + origin, type: .URL)
            let exclusion = SuggestedIdentity(
                ASPasswordCredentialIdentity(
                    serviceIdentifier: service, user: overview.user, recordIdentifier: overview.id.description),
                as: nil, of: overview)
            // Constant, so that a use of the login does not change the exclusion in the store.
            exclusion.identity.rank = 0
            return exclusion
        }
    }

    private static func services(
        of overview: Overview, _ identifier: (Site) -> ASCredentialServiceIdentifier?
    ) -> [(ASCredentialServiceIdentifier, Site)] {
        var seen = Set<ASCredentialServiceIdentifier>()
        return overview.sites.compactMap { site in
            guard let service = identifier(site), seen.insert(service).inserted else { return nil }
            return (service, site)
        }
    }

    private init(
        _ identity: any DetailedCredentialIdentity, as appearance: Appearance?, of overview: Overview,
        _ passkey: PasskeyDescription? = nil
    ) {
        identity.rank = overview.lastUsed.map { Int($0.timeIntervalSince1970) } ?? 0
        self.identity = identity
        self.appearance = appearance
        // The last use is the login's, so it does not tell two of its passkeys apart.
        let created = passkey?.created
        facts = Facts(
            title: overview.title.shortened(toByteCount: 200), date: created ?? overview.lastUsed ?? overview.created,
            isUse: created == nil && overview.lastUsed != nil,
            name: passkey.map { Hexadecimal.text($0.credentialID) } ?? overview.id.description)
    }

    /// Sets the detail of each identity that looks like one of another login, or like another passkey.
    ///
    /// The store is in clear text, so it gets a title only where one is needed.
    static func setDetails(of identities: [SuggestedIdentity]) {
        let groups = Dictionary(grouping: identities.filter { $0.appearance != nil }, by: \.appearance)
        // A login that is stored for two addresses of one host has two identities, which are the same login.
        for group in groups.values where group.contains(where: { $0.facts.name != group[0].facts.name }) {
            setDetails(ofEqual: group)
        }
    }

    private static func setDetails(ofEqual group: [SuggestedIdentity]) {
        var names: [[String]: Set<String>] = [:]
        for facts in group.map(\.facts) {
            names[[facts.title], default: []].insert(facts.name)
            names[[facts.title, facts.day], default: []].insert(facts.name)
        }
        for each in group {
            let facts = each.facts
            var parts = [facts.title]
            if facts.title.isEmpty || names[[facts.title]]?.count != 1 {
                // The row already shows the place, so a title that only repeats it is left out.
                if facts.title.isEmpty || facts.title == each.appearance?.place { parts = [] }
                parts.append(facts.day)
                if names[[facts.title, facts.day]]?.count != 1 { parts.append(String(facts.name.prefix(8))) }
            }
            each.identity.detail = parts.joined(separator: ", ")
        }
    }
}

extension Site {
    /// Host and port as a suggestion shows them: without the port of the scheme.
    fileprivate var shownPlace: String {
        guard let port, port != (scheme == "http" ? 80 : 443) else { return host }
        return "\(host):\(port)"
    }
}

extension PasskeyDescription {
    /// Whether the passkey is valid for the store.
    ///
    /// An imported one may not be, and the store rejects a batch as a whole.
    fileprivate var isSuggestible: Bool {
        (1...1023).contains(credentialID.count) && userHandle.count <= 64
            && (try? RelyingPartyIdentifier(relyingPartyIdentifier)) != nil
    }
}
