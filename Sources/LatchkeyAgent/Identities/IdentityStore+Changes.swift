import Foundation
import GRDB
package import LatchkeyWire
import Synchronization

/// Changes in parts: begin, any number of batches, commit.
///
/// Batches lie in a temporary table of the writing connection, which SQLite keeps in a file without a name, so that
/// memory stays flat however long the list is and nothing is left after a crash. Several changes may be open at a time,
/// of one provider too: they do not touch before they are committed, and commits queue.
extension IdentityStore {
    /// Opens a change; the number is good for this provider alone.
    ///
    /// - Throws: `disabled`; `busy` while the provider has ``maximumOpenChanges`` open already.
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
        // Disabled meanwhile: whoever abandoned the change may have found no stage to drop yet.
        guard contents.withLock({ $0.changes[change] != nil }) else {
            await dropStage(change)
            throw .disabled
        }
        return change
    }

    /// Adds identities to an open change; of those that are equal the last one counts.
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

    /// Carries a change out in one transaction; afterwards it is no longer open, whatever happened.
    ///
    /// - Throws: `disabled` when the provider was turned off in between.
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
                // Here and not before: a removal that is to follow `disable` waits for this transaction.
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

    /// Drops a change; one that is not open is fine.
    package func abandon(_ change: Int, of provider: ProviderIdentifier) async {
        let wasOpen = contents.withLock { contents in
            guard contents.changes[change]?.provider == provider else { return false }
            contents.changes[change] = nil
            return true
        }
        if wasOpen { await dropStage(change) }
    }

    /// Removes every identity of a provider; its list is to be given whole again.
    package func removeAll(of provider: ProviderIdentifier) async throws(IdentityStoreError) {
        let number = StoredIdentity.number(of: provider)
        try await writing { db in
            guard self.isEnabled(number) else { throw IdentityStoreError.disabled }
            try Self.removeAll(of: number, in: db)
        }
    }

    /// Removes one identity that its provider no longer knows; one that is not there is fine.
    package func drop(_ identity: StoredIdentity) async throws(IdentityStoreError) {
        guard let id = identity.rowID else { return }
        try await writing { try $0.execute(sql: "DELETE FROM identity WHERE id = ?", arguments: [id]) }
    }

    /// The most changes that a provider may have open.
    package static let maximumOpenChanges = 4
    /// The most identities that one change or one provider may have.
    package static let maximumIdentityCount = 2_000_000
    /// The most bytes that the texts of one identity may have together.
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
        // The provider knows these passkeys itself by now.
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
            // Those that stay are not written again: many providers replace everything at each of their starts.
            try db.execute(
                sql: "DELETE FROM identity WHERE provider = ? AND id NOT IN (SELECT id FROM \(stage))",
                arguments: [number])
        case .save:
            break
        }
        // In the order of the largest index; of equal ones the last comes last.
        try db.execute(
            sql: """
                INSERT INTO identity (\(StoredIdentity.columns))
                SELECT \(StoredIdentity.columns) FROM \(stage) WHERE true ORDER BY id, rowid
                ON CONFLICT (id) DO UPDATE SET site = excluded.site, host = excluded.host, rank = excluded.rank,
                content = excluded.content, seal = excluded.seal, credential = excluded.credential
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
    /// How many bytes its texts have together.
    var size: Int {
        serviceIdentifier.identifier.utf8.count + (serviceIdentifier.displayName?.utf8.count ?? 0) + user.utf8.count
            + (recordIdentifier?.utf8.count ?? 0) + (credentialID?.count ?? 0) + (userHandle?.count ?? 0)
    }
}
