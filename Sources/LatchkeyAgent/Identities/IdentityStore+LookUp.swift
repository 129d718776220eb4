import Foundation
import GRDB
import LatchkeyCore
import Synchronization

extension IdentityStore {
    /// Finds the identities of the query's sites, of all enabled providers, in any order.
    ///
    /// A site with at most ``maximumWholeSite`` identities is returned as a whole. Of a larger one each provider and kind
    /// has a share, exact hosts and high ranks first, so that no provider displaces another and no site makes the look-up
    /// slow. The passkeys that the query names are added, and all exclusions of the query's hosts.
    func lookUp(_ query: IdentityQuery) throws(IdentityStoreError) -> FoundIdentities {
        let (database, enabled) = contents.withLock { ($0.database, $0.enabled) }
        do {
            return try database.writer.read { db in
                var reader = SiteReader(db: db, enabled: enabled, query: query)
                return try reader.read()
            }
        } catch {
            throw failure(error, in: database)
        }
    }

    /// The largest number of identities of a site that is returned as a whole.
    package static let maximumWholeSite = 128
    /// Of a larger site: the identities of one provider and kind on the exact hosts.
    static let exactShare = 48
    /// Of a larger site: the identities of one provider and kind on its other hosts.
    static let otherShare = 16
    /// Of a larger site: the exclusions of one provider on the exact hosts.
    ///
    /// With more of them the look-up returns none of the provider's passwords and codes, because the store cannot tell
    /// which ones are excluded.
    static let maximumExclusions = 1024
    /// The largest number of affiliated sites of a look-up.
    static let maximumAffiliatedSites = 64
}

/// One look-up in one snapshot of the database.
private struct SiteReader {
    let db: Database
    let enabled: [Int64: ProviderIdentifier]
    let query: IdentityQuery
    private var found = FoundIdentities(identities: [], isComplete: true)
    /// The providers whose exclusions of the page were not all read.
    private var providersWithoutLogins: Set<ProviderIdentifier> = []

    init(db: Database, enabled: [Int64: ProviderIdentifier], query: IdentityQuery) {
        self.db = db
        self.enabled = enabled
        self.query = query
    }

    mutating func read() throws -> FoundIdentities {
        try read(site: query.site, hosts: query.hosts)
        let affiliated = query.affiliatedSites.prefix(IdentityStore.maximumAffiliatedSites)
        if affiliated.count < query.affiliatedSites.count { found.isComplete = false }
        for site in affiliated where site != query.site { try read(site: site, hosts: [site]) }
        if !found.isComplete { try readNamedPasskeys() }
        return found
    }

    /// Adds the passkeys that the page names, which the shares of a large site can lack.
    private mutating func readNamedPasskeys() throws {
        guard query.kinds.isEmpty || query.kinds.contains(.passkey) else { return }
        var known = Set(found.identities.map(\.id))
        let sites = Set([query.site] + query.affiliatedSites)
        let first = found.identities.count
        for credential in Set(query.credentialIDs.map(StoredIdentity.number(ofCredential:))) {
            for provider in enabled.keys { _ = try append(Self.passkey, [credential, provider, Self.sameNumber]) }
        }
        let named = found.identities[first...].filter { stored in
            guard let credentialID = stored.identity.credentialID, query.credentialIDs.contains(credentialID),
                let keys = IdentityIndexKeys(of: stored.identity)
            else { return false }
            return sites.contains(keys.site) && known.insert(stored.id).inserted
        }
        found.identities.replaceSubrange(first..., with: named)
    }

    private mutating func read(site: String, hosts: [String]) throws {
        // The empty key has the services that no page can match.
        guard !site.isEmpty, !site.utf8.contains(0) else { return }
        let limit = IdentityStore.maximumWholeSite
        // This steps over index entries only, which is cheaper than reading rows.
        let overflow = try Row.fetchCursor(db.cachedStatement(sql: Self.rowBeyond), arguments: [site, limit]).next()
        guard overflow != nil else {
            _ = try append(Self.wholeSite, [site])
            return
        }
        found.isComplete = false
        // An exclusion of the page is stored under the page's own site.
        if site == query.site { try readExclusions(hosts: hosts.filter { !$0.utf8.contains(0) }) }
        try readShares(site: site, hosts: hosts)
    }

    private mutating func readExclusions(hosts: [String]) throws {
        guard !hosts.isEmpty, query.kinds.isEmpty || query.kinds.contains(.password) else { return }
        let limit = IdentityStore.maximumExclusions
        let places = hosts.map { _ in "?" }.joined(separator: ", ")
        for (number, provider) in enabled {
            var arguments: StatementArguments = [query.site, number, StoredIdentity.exclusionCode]
            arguments += StatementArguments(hosts)
            arguments += [limit + 1]
            let count = try append("\(Self.exclusions) AND host IN (\(places)) LIMIT ?", arguments)
            if count > limit { providersWithoutLogins.insert(provider) }
        }
    }

    private mutating func readShares(site: String, hosts: [String]) throws {
        let kinds = CredentialKind.allCases.filter { query.kinds.isEmpty || query.kinds.contains($0) }
        for number in enabled.keys {
            for kind in kinds {
                let hosts = kind == .passkey ? query.passkeyHosts : hosts
                let kind = Int64(kind.code)
                var free = IdentityStore.exactShare
                for host in hosts where free > 0 && !host.utf8.contains(0) {
                    free -= try append(Self.exactHost, [site, number, kind, host, free])
                }
                // The ranges between the exact hosts, so that the rows of a large exact host are not read.
                free = IdentityStore.otherShare
                var lower = ""
                for upper in hosts.sorted() + [Self.lastHost] where free > 0 && !upper.utf8.contains(0) {
                    free -= try append(Self.otherHosts, [site, number, kind, lower, upper, free])
                    lower = upper
                }
            }
        }
    }

    /// Adds the rows of a statement, and returns their number.
    private mutating func append(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard let stored = try StoredIdentity(row, enabled: enabled) else { continue }
            guard query.kinds.isEmpty || query.kinds.contains(stored.identity.kind) else { continue }
            if stored.identity.kind != .passkey, providersWithoutLogins.contains(stored.provider) { continue }
            found.identities.append(stored)
        }
        return count
    }

    private static let rowBeyond = "SELECT 1 FROM identity WHERE site = ? LIMIT 1 OFFSET ?"
    private static let wholeSite = "SELECT \(StoredIdentity.columns) FROM identity WHERE site = ?"
    private static let exclusions =
        "SELECT \(StoredIdentity.columns) FROM identity WHERE site = ? AND provider = ? AND kind = ?"
    private static let exactHost = """
        SELECT \(StoredIdentity.columns) FROM identity WHERE site = ? AND provider = ? AND kind = ? AND host = ? \
        ORDER BY rank DESC LIMIT ?
        """
    private static let otherHosts = """
        SELECT \(StoredIdentity.columns) FROM identity WHERE site = ? AND provider = ? AND kind = ? \
        AND host > ? AND host < ? ORDER BY host, rank DESC LIMIT ?
        """
    private static let passkey = """
        SELECT \(StoredIdentity.columns) FROM identity WHERE credential = ? AND provider = ? LIMIT ?
        """
    /// Row limit per provider for one credential hash.
    ///
    /// It keeps one provider's duplicates from slowing down look-ups of other providers.
    private static let sameNumber = 64
    /// Greater than every host.
    private static let lastHost = "\u{10ffff}"
}
