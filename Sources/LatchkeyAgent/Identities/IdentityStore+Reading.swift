import Foundation
import GRDB
package import LatchkeyWire
import Synchronization

extension IdentityStore {
    /// A part of a provider's identities.
    package struct Page: Hashable, Sendable {
        package var identities: [CredentialIdentity]
        /// Where the next page begins; `nil` after the last page.
        package var next: Int?
    }

    /// Reads a provider's identities (`credentialIdentities(forService:credentialIdentityTypes:)`).
    ///
    /// A page has at most ``maximumPageCount`` identities and ``maximumPageSize`` bytes of text, so that it fits into a
    /// frame. Identities that are written between two pages may be missing.
    /// - Parameters:
    ///   - service: The service of the identities, of equal type and identifier; `nil` for every service.
    ///   - kinds: Empty for every kind.
    ///   - after: ``Page/next`` of the previous page; `nil` for the first page.
    /// - Returns: An empty page for a disabled provider.
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
            // The unary plus makes SQLite use the index of sites, which finds fewer rows.
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

    /// Verifies every digest and index of the database; a damaged one is set aside.
    ///
    /// Every read detects a changed byte in a row. A changed byte in an index, which hides the row, is detected only here.
    /// It takes about a second per million identities, concurrently with look-ups, and is called once after the start.
    /// - Returns: Whether the database is undamaged.
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

    /// The largest number of identities of a page.
    package static let maximumPageCount = 1000
    /// The largest size of a page's texts in bytes, unless one identity alone has more.
    static let maximumPageSize = 131_072

    /// The site keys of the service's identities, one for each kind.
    private func siteKeys(of service: ServiceIdentifier) -> [String] {
        CredentialKind.allCases.map { kind in
            IdentityIndexKeys(of: CredentialIdentity(kind: kind, serviceIdentifier: service, user: ""))?.site ?? ""
        }
    }
}

extension ServiceIdentifier {
    /// Whether both are equal apart from their names to show.
    func isSame(as other: ServiceIdentifier) -> Bool {
        type == other.type && identifier.utf8.elementsEqual(other.identifier.utf8)
    }
}
