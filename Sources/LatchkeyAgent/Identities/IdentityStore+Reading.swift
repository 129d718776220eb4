import Foundation
import GRDB
package import LatchkeyWire
import Synchronization

extension IdentityStore {
    /// One part of a provider's own identities.
    package struct Page: Hashable, Sendable {
        package var identities: [CredentialIdentity]
        /// Where the next page begins; nothing after the last one.
        package var next: Int?
    }

    /// Reads a provider's own identities (`credentialIdentities(forService:credentialIdentityTypes:)`).
    ///
    /// A page has at most ``maximumPageCount`` identities and ``maximumPageSize`` bytes of text, so that it fits into a
    /// frame. Pages are read one by one: what is written in between may be in or not.
    /// - Parameters:
    ///   - service: The service that the identities were saved for, of equal type and identifier; nothing for every
    ///     one.
    ///   - kinds: Empty for every kind.
    ///   - after: ``Page/next`` of the page before.
    /// - Throws: `disabled` never: a provider that is not enabled has no identities.
    package func identities(
        of provider: ProviderIdentifier, forService service: ServiceIdentifier? = nil, kinds: [CredentialKind] = [],
        after: Int? = nil, limit: Int = maximumPageCount
    ) async throws(IdentityStoreError) -> Page {
        let number = StoredIdentity.number(of: provider)
        guard isEnabled(number) else { return Page(identities: []) }
        let limit = min(max(limit, 1), Self.maximumPageCount)
        let sites = service.map { siteKeys(of: $0) }
        return try await reading { db in
            var arguments: StatementArguments = [number, after ?? 0]
            if let sites { arguments += StatementArguments(sites) }
            // Unary plus keeps SQLite on the index of sites, which is the narrower one.
            let condition =
                sites == nil
                ? "provider = ? AND sequence > ?" : "+provider = ? AND sequence > ? AND site IN (?, ?, ?)"
            let sql = "SELECT sequence, \(StoredIdentity.columns) FROM identity WHERE \(condition) ORDER BY sequence"
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
            var page = Page(identities: [])
            var last = 0
            var size = 0
            while let row = try rows.next() {
                guard let found = row.databaseValues.first?.integer, let sequence = Int(exactly: found),
                    let stored = try StoredIdentity(row, skipping: 1, enabled: [number: provider])
                else { throw DamagedRow() }
                let identity = stored.identity
                guard kinds.isEmpty || kinds.contains(identity.kind) else { continue }
                guard service.map({ identity.serviceIdentifier.isSame(as: $0) }) ?? true else { continue }
                size += identity.size
                if page.identities.count == limit || (size > Self.maximumPageSize && !page.identities.isEmpty) {
                    page.next = last
                    return page
                }
                page.identities.append(identity)
                last = sequence
            }
            return page
        }
    }

    /// Reads the whole database and compares every digest and index; a damaged one is set aside.
    ///
    /// A byte that changed in a row is noticed whenever the row is read; one in an index only here, as the row is then
    /// not found at all. Takes about a second per million identities, next to look-ups; meant to be called once after
    /// the start.
    /// - Returns: Whether everything was as it was written.
    @discardableResult
    package func verify() async throws(IdentityStoreError) -> Bool {
        let database = contents.withLock { $0.database }
        let providers = contents.withLock { $0.enabled }
        do {
            try await database.writer.read { db in
                let problem = try DatabaseValue.fetchOne(db, sql: "PRAGMA integrity_check(1)")?.text
                guard problem == "ok" else { throw DamagedRow() }
                let rows = try Row.fetchCursor(db, sql: "SELECT \(StoredIdentity.columns) FROM identity")
                while let row = try rows.next() {
                    _ = try StoredIdentity(row, enabled: providers)
                }
                let filled = try DatabaseValue.fetchAll(db, sql: "SELECT provider FROM filled").map(\.integer)
                let owners = try DatabaseValue.fetchAll(db, sql: "SELECT DISTINCT provider FROM identity")
                guard Set(owners.map(\.integer)).isSubset(of: filled) else { throw DamagedRow() }
            }
            return true
        } catch let error as DamagedRow {
            _ = failure(error, in: database)
            return false
        } catch let error as DatabaseError where error.isDamage {
            _ = failure(error, in: database)
            return false
        } catch {
            throw IdentityStoreError(error)
        }
    }

    /// The most identities in one page.
    package static let maximumPageCount = 1000
    /// The most bytes of text in one page, unless one identity alone has more.
    static let maximumPageSize = 131_072

    /// The keys that an identity of that service may have, one for each kind.
    private func siteKeys(of service: ServiceIdentifier) -> [String] {
        CredentialKind.allCases.map { kind in
            IdentityIndexKeys(of: CredentialIdentity(kind: kind, serviceIdentifier: service, user: ""))?.site ?? ""
        }
    }
}

extension ServiceIdentifier {
    /// Equal as far as it is matched; the name for people does not count.
    func isSame(as other: ServiceIdentifier) -> Bool {
        type == other.type && identifier.utf8.elementsEqual(other.identifier.utf8)
    }
}
