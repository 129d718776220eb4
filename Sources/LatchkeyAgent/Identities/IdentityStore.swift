import Crypto
package import Foundation
import GRDB
package import LatchkeyCore
import LatchkeyWire
import Synchronization

/// The identities of all providers, which can be suggested while the vaults are locked.
///
/// One SQLite database has all providers and kinds. It is a cache that providers can refill. So a file that is damaged,
/// of another machine or of a later format is replaced by an empty one, and the loss is reported. The rules are those of
/// `ASCredentialIdentityStore`:
/// - A provider reads and writes only its own identities, and writes only while it is enabled.
/// - A change is committed as a whole or not at all.
/// - Disabling a provider removes its identities.
/// - ``State/supportsIncrementalUpdates`` is `false` after the provider was enabled, the store was lost, or all identities
///   were removed. The next save or replacement makes it `true`.
///
/// Look-ups are synchronous, take some tens of microseconds whatever the size, and do not wait for an open change.
/// Changes of one provider are committed one after the other.
package final class IdentityStore: Sendable {
    /// The state of one provider's store (`ASCredentialIdentityStoreState`).
    package struct State: Hashable, Sendable {
        package var isEnabled: Bool
        package var supportsIncrementalUpdates: Bool
    }

    /// The mutable state.
    struct Contents {
        var database: IdentityDatabase
        /// The enabled providers by their numbers in the database.
        var enabled: [Int64: ProviderIdentifier]
        /// How often each provider was disabled, so that an older change is rejected.
        var disablings: [Int64: Int] = [:]
        var changes: [Int: OpenChange] = [:]
        var lastChange = 0
    }

    struct OpenChange {
        var provider: ProviderIdentifier
        var operation: StoreOperation
        /// The provider's count of ``Contents/disablings`` when the change was opened.
        var disablings: Int
        /// The number of added identities, equal ones included.
        var count = 0
    }

    let contents: Mutex<Contents>
    let settings: IdentityDatabase.Settings
    private let onLoss: @Sendable (IdentityStoreLoss) -> Void

    /// Opens the store of a folder, or an empty one in memory.
    ///
    /// - Parameters:
    ///   - folder: Created with mode 0700 if it is missing. With `inMemoryOnly` the files of a store in it are removed.
    ///   - machine: A digest of the machine's identifier; the store of another machine counts as lost.
    ///   - enabled: The providers that may write; the identities of others are removed.
    ///   - onLoss: Called when the store is empty although providers are enabled, on opening or later; each of them must
    ///     refill it. Called on any thread, while the store's lock is free.
    package init(
        folder: URL, inMemoryOnly: Bool = false, machine: String, enabled: [ProviderIdentifier],
        maximumPageCount: Int? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, onLoss: @escaping @Sendable (IdentityStoreLoss) -> Void
    ) throws(IdentityStoreError) {
        settings = IdentityDatabase.Settings(
            folder: folder, isInMemory: inMemoryOnly, machine: machine, maximumPageCount: maximumPageCount, now: now)
        self.onLoss = onLoss
        let numbers = Dictionary(
            enabled.map { (StoredIdentity.number(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        var (database, loss) = try IdentityDatabase.open(settings)
        if case .damaged = Self.removeLeftovers(in: database, enabled: Array(numbers.keys)) {
            try? database.writer.close()
            let name = try IdentityDatabase.setAside(settings, reason: .damaged)
            loss = IdentityStoreLoss(reason: .damaged, setAside: name)
            database = try IdentityDatabase.open(settings).database
        }
        if database.isNew && loss == nil && !enabled.isEmpty {
            loss = IdentityStoreLoss(reason: inMemoryOnly ? .forgotten : .missing)
        }
        contents = Mutex(Contents(database: database, enabled: numbers))
        if let loss { onLoss(loss) }
    }

    /// Closes the database; every later call throws.
    func close() throws(IdentityStoreError) {
        do {
            try contents.withLock { $0.database }.writer.close()
        } catch {
            throw IdentityStoreError(error)
        }
    }

    /// Computes a digest of the machine's identifier, by which a store recognises its machine.
    ///
    /// The identifier itself must not leave the machine, and the store's file can (`machine-id(5)`).
    package static func digest(ofMachine identifier: [UInt8]?) -> String {
        Hexadecimal.text(SHA256.hash(data: Data("latchkey identity store\n".utf8) + (identifier ?? [])))
    }

    // MARK: Providers

    package func state(of provider: ProviderIdentifier) async throws(IdentityStoreError) -> State {
        let number = StoredIdentity.number(of: provider)
        guard isEnabled(number) else { return State(isEnabled: false, supportsIncrementalUpdates: false) }
        let isFilled = try await reading { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM filled WHERE provider = ?)", arguments: [number]) ?? false
        }
        return State(isEnabled: true, supportsIncrementalUpdates: isFilled)
    }

    /// Allows a provider to write.
    package func enable(_ provider: ProviderIdentifier) {
        contents.withLock { $0.enabled[StoredIdentity.number(of: provider)] = provider }
    }

    /// Forbids a provider to write, abandons its open changes, and removes its identities.
    ///
    /// Look-ups do not find its identities even if removing them fails. The next opening removes them then.
    package func disable(_ provider: ProviderIdentifier) async throws(IdentityStoreError) {
        let number = StoredIdentity.number(of: provider)
        let changes = contents.withLock { contents in
            contents.enabled[number] = nil
            contents.disablings[number, default: 0] += 1
            return contents.changes.filter { $0.value.provider == provider }.map(\.key)
        }
        for change in changes { await abandon(change, of: provider) }
        try await writing { db in
            try Self.removeAll(of: number, in: db)
        }
        await compact()
    }

    /// Removes everything if the store is in memory only; does nothing otherwise.
    package func forgetIfInMemory() async throws(IdentityStoreError) {
        guard settings.isInMemory else { return }
        try await writing { db in
            try db.execute(sql: "DELETE FROM identity")
            try db.execute(sql: "DELETE FROM filled")
        }
        onLoss(IdentityStoreLoss(reason: .forgotten))
    }

    /// Removes one provider's identities if the store is in memory only; does nothing otherwise.
    ///
    /// It requests no refill, since the provider has just been locked.
    package func forgetIfInMemory(_ provider: ProviderIdentifier) async throws(IdentityStoreError) {
        guard settings.isInMemory else { return }
        let number = StoredIdentity.number(of: provider)
        try await writing { try Self.removeAll(of: number, in: $0) }
    }

    /// The providers without identities because of a lock, or because the agent has just started.
    ///
    /// Empty if the store is on the disk.
    package func forgotten() throws(IdentityStoreError) -> Set<ProviderIdentifier> {
        guard settings.isInMemory else { return [] }
        let (database, enabled) = contents.withLock { ($0.database, $0.enabled) }
        do {
            let filled = try database.writer.read { db in
                try Int64.fetchSet(db.cachedStatement(sql: "SELECT provider FROM filled"))
            }
            return Set(enabled.filter { !filled.contains($0.key) }.values)
        } catch {
            throw failure(error, in: database)
        }
    }

    /// Whether nothing of it is on the disk.
    package var isInMemory: Bool { settings.isInMemory }

    func isEnabled(_ number: Int64) -> Bool {
        contents.withLock { $0.enabled[number] != nil }
    }

    static func removeAll(of number: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM identity WHERE provider = ?", arguments: [number])
        try db.execute(sql: "DELETE FROM filled WHERE provider = ?", arguments: [number])
    }

    /// Truncates the database's log, which can have removed identities.
    private func compact() async {
        let database = contents.withLock { $0.database }
        try? await database.writer.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
        }
    }

    private enum Removal { case done, damaged }

    /// Removes the identities of providers that were disabled while the removal failed.
    private static func removeLeftovers(in database: IdentityDatabase, enabled: [Int64]) -> Removal {
        do {
            try database.writer.write { db in
                // A provider with a placeholder can have identities without a row in `filled`.
                let found = try DatabaseValue.fetchAll(db, sql: providersWithContents).compactMap(\.integer)
                for number in Set(found).subtracting(enabled) { try removeAll(of: number, in: db) }
            }
            return .done
        } catch let error as DatabaseError where error.isDamage {
            return .damaged
        } catch {
            // Look-ups ignore the identities of disabled providers.
            return .done
        }
    }

    /// Finds each provider with one index step, however many identities it has.
    private static let providersWithContents = """
        WITH RECURSIVE owner (number) AS (
            SELECT min(provider) FROM identity
            UNION ALL
            SELECT (SELECT min(provider) FROM identity WHERE provider > number) FROM owner WHERE number IS NOT NULL
        )
        SELECT number FROM owner WHERE number IS NOT NULL UNION SELECT provider FROM filled
        """

    // MARK: Access

    /// Reads in one snapshot, concurrently with writes.
    func reading<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(IdentityStoreError) -> Value {
        let database = contents.withLock { $0.database }
        do {
            return try await withoutActuallyEscaping(body) { body in
                try await database.writer.read { try body($0) }
            }
        } catch {
            throw failure(error, in: database)
        }
    }

    /// Writes in one transaction, after earlier ones.
    @discardableResult
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(IdentityStoreError) -> Value {
        let database = contents.withLock { $0.database }
        do {
            return try await database.writer.write { try body($0) }
        } catch {
            throw failure(error, in: database)
        }
    }

    /// Writes to temporary tables, without the lock of the file.
    func staging<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(IdentityStoreError) -> Value {
        let database = contents.withLock { $0.database }
        do {
            return try await database.writer.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.deferred) {
                    value = try body(db)
                    return .commit
                }
                guard let value else { throw IdentityStoreError.busy }
                return value
            }
        } catch {
            throw failure(error, in: database)
        }
    }

    /// Converts an error for the caller; replaces a damaged database by an empty one first.
    func failure(_ error: any Error, in database: IdentityDatabase) -> IdentityStoreError {
        let isDamage = error is DamagedRow || (error as? DatabaseError)?.isDamage == true
        guard isDamage else { return IdentityStoreError(error) }
        startAgain(instead: database)
        return .busy
    }

    /// Sets a damaged database aside and continues with an empty one; does nothing if that was done already.
    func startAgain(instead database: IdentityDatabase) {
        let loss = contents.withLock { contents -> IdentityStoreLoss? in
            guard contents.database.writer === database.writer else { return nil }
            do throws(IdentityStoreError) {
                let name = settings.isInMemory ? nil : try IdentityDatabase.setAside(settings, reason: .damaged)
                contents.database = try IdentityDatabase.open(settings).database
                contents.changes = [:]
                return IdentityStoreLoss(reason: .damaged, setAside: name)
            } catch {
                // The folder cannot be written either, which each call reports.
                return nil
            }
        }
        if let loss { onLoss(loss) }
    }
}
