import Foundation
import GRDB
package import LatchkeyWire
import Synchronization

/// Changes in parts: begin, any number of batches, commit.
///
/// Batches are stored in a temporary table, which SQLite keeps in an unlinked file. So memory does not grow with the list,
/// and a crash leaves nothing. Several changes can be open at a time, also of one provider; commits are serialized.
extension IdentityStore {
    /// Opens a change, and returns its number, which is valid for this provider only.
    ///
    /// - Throws: `disabled`; `busy` while the provider has ``maximumOpenChanges`` open.
    package func begin(
        _ operation: StoreOperation, for provider: ProviderIdentifier
    ) async throws(IdentityStoreError) -> Int {
        let number = StoredIdentity.number(of: provider)
        let change = try contents.withLock { contents throws(IdentityStoreError) in
            guard contents.enabled[number] != nil else { throw .disabled }
            let open = contents.changes.values.count { $0.provider == provider }
            guard open < Self.maximumOpenChanges else { throw .busy }
            contents.lastChange += 1
            contents.changes[contents.lastChange] = OpenChange(
                provider: provider, operation: operation, disablings: contents.disablings[number, default: 0])
            return contents.lastChange
        }
        do throws(IdentityStoreError) {
            try await staging { try Self.createStage(change, in: $0) }
        } catch {
            forget(change)
            throw error
        }
        // The provider was disabled meanwhile, possibly before there was a stage to drop.
        guard contents.withLock({ $0.changes[change] != nil }) else {
            await dropStage(change)
            throw .disabled
        }
        return change
    }

    /// Adds identities to an open change; of equal ones the last one counts.
    ///
    /// - Throws: `identityTooLong`, `tooManyIdentities` and `full`, after which the change can only be abandoned.
    package func add(
        _ identities: [CredentialIdentity], to change: Int, of provider: ProviderIdentifier
    ) async throws(IdentityStoreError) {
        try contents.withLock { contents throws(IdentityStoreError) in
            guard var open = contents.changes[change], open.provider == provider else { throw .unknownChange }
            open.count += identities.count
            guard open.count <= Self.maximumIdentityCount else { throw .tooManyIdentities }
            contents.changes[change] = open
        }
        guard identities.allSatisfy({ $0.size <= Self.maximumIdentitySize }) else { throw .identityTooLong }
        let number = StoredIdentity.number(of: provider)
        let rows = identities.map { identity in
            StoredIdentity.arguments(for: identity, of: provider, number: number)
                + [StoredIdentity.placeholderID(of: identity, provider: provider)]
        }
        try await staging { db in
            let statement = try db.cachedStatement(sql: Self.insertion(intoStage: change))
            for row in rows { try statement.execute(arguments: row) }
        }
    }

    /// Commits a change in one transaction; the change is closed also if that throws.
    ///
    /// - Throws: `disabled` if the provider was disabled in between.
    package func commit(_ change: Int, of provider: ProviderIdentifier) async throws(IdentityStoreError) {
        let open = try contents.withLock { contents throws(IdentityStoreError) in
            guard let open = contents.changes[change], open.provider == provider else { throw .unknownChange }
            contents.changes[change] = nil
            return open
        }
        let number = StoredIdentity.number(of: provider)
        let failure: IdentityStoreError?
        do throws(IdentityStoreError) {
            try await writing { db in
                // Checked in the transaction, since the removal by `disable` waits for it.
                let isCurrent = self.contents.withLock { contents in
                    contents.enabled[number] != nil && contents.disablings[number, default: 0] == open.disablings
                }
                guard isCurrent else { throw IdentityStoreError.disabled }
                try Self.carryOut(open.operation, change: change, of: number, in: db)
            }
            failure = nil
        } catch {
            failure = error
        }
        await dropStage(change)
        if let failure { throw failure }
    }

    /// Abandons a change, if it is open.
    package func abandon(_ change: Int, of provider: ProviderIdentifier) async {
        let wasOpen = contents.withLock { contents in
            guard contents.changes[change]?.provider == provider else { return false }
            contents.changes[change] = nil
            return true
        }
        if wasOpen { await dropStage(change) }
    }

    /// Removes all identities of a provider, which must save its whole list again.
    package func removeAll(of provider: ProviderIdentifier) async throws(IdentityStoreError) {
        let number = StoredIdentity.number(of: provider)
        try await writing { db in
            guard self.isEnabled(number) else { throw IdentityStoreError.disabled }
            try Self.removeAll(of: number, in: db)
        }
    }

    /// Removes one identity, if it exists.
    package func drop(_ identity: StoredIdentity) async throws(IdentityStoreError) {
        guard let id = identity.rowID else { return }
        try await writing { try $0.execute(sql: "DELETE FROM identity WHERE id = ?", arguments: [id]) }
    }

    /// The largest number of open changes of a provider.
    package static let maximumOpenChanges = 4
    /// The largest number of identities of one change, and of one provider.
    package static let maximumIdentityCount = 2_000_000
    /// The largest size in bytes of all texts of one identity together.
    package static let maximumIdentitySize = 16_384

    private func forget(_ change: Int) {
        contents.withLock { $0.changes[change] = nil }
    }

    private func dropStage(_ change: Int) async {
        // Nothing to do about a failure: the table goes with the connection.
        try? await staging { db in
            try db.execute(sql: "DROP TABLE IF EXISTS temp.\(Self.stage(change))")
            db.releaseMemory()
        }
    }

    // MARK: SQL

    private static func stage(_ change: Int) -> String { "stage\(change)" }

    private static func createStage(_ change: Int, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE \(stage(change)) (id BLOB, provider INTEGER, kind INTEGER, site TEXT, host TEXT, \
                rank INTEGER, content BLOB, seal INTEGER, credential INTEGER, placeholder BLOB)
                """)
    }

    private static func insertion(intoStage change: Int) -> String {
        "INSERT INTO temp.\(stage(change)) (\(StoredIdentity.columns), placeholder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    }

    private static func carryOut(_ operation: StoreOperation, change: Int, of number: Int64, in db: Database) throws {
        let stage = "temp.\(stage(change))"
        // The provider now saves these passkeys itself.
        try db.execute(
            sql: """
                DELETE FROM identity WHERE provider = ?
                AND id IN (SELECT placeholder FROM \(stage) WHERE placeholder IS NOT NULL)
                """, arguments: [number])
        switch operation {
        case .remove:
            try db.execute(
                sql: "DELETE FROM identity WHERE provider = ? AND id IN (SELECT id FROM \(stage))", arguments: [number])
            return
        case .replace:
            // Unchanged rows are not written: many providers replace everything at each start.
            try db.execute(
                sql: "DELETE FROM identity WHERE provider = ? AND id NOT IN (SELECT id FROM \(stage))",
                arguments: [number])
        case .save:
            break
        }
        // Sorted as the largest index; of equal identities the last one is last.
        try db.execute(
            sql: """
                INSERT INTO identity (\(StoredIdentity.columns))
                SELECT \(StoredIdentity.columns) FROM \(stage) WHERE true ORDER BY id, rowid
                ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, site = excluded.site, host = excluded.host,
                rank = excluded.rank, content = excluded.content, seal = excluded.seal, credential = excluded.credential
                WHERE seal <> excluded.seal
                """)
        try db.execute(sql: "INSERT OR IGNORE INTO filled (provider) VALUES (?)", arguments: [number])
        let limit = maximumIdentityCount
        let overflow = try Int.fetchOne(
            db, sql: "SELECT 1 FROM identity WHERE provider = ? LIMIT 1 OFFSET ?", arguments: [number, limit])
        if overflow != nil { throw IdentityStoreError.tooManyIdentities }
    }
}

extension CredentialIdentity {
    /// The bytes of its texts.
    var size: Int {
        serviceIdentifier.identifier.utf8.count + (serviceIdentifier.displayName?.utf8.count ?? 0) + user.utf8.count
            + (recordIdentifier?.utf8.count ?? 0) + (credentialID?.count ?? 0) + (userHandle?.count ?? 0)
            + (detail?.utf8.count ?? 0) + (displayName?.utf8.count ?? 0)
    }
}
