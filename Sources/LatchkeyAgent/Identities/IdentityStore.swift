import Crypto
package import Foundation
import GRDB
package import LatchkeyCore
import LatchkeyWire
import Synchronization

/// The identities of every provider: what can be suggested while their vaults are locked.
///
/// One SQLite database holds all providers and kinds. It is a cache that providers fill and can fill again, so whatever
/// is wrong with the file (damage, another machine's, a later format) ends in an empty store and a loss that is
/// reported. Rules of `ASCredentialIdentityStore`:
/// - A provider reads and writes its own identities only, and writes only while it is enabled.
/// - A change is carried out wholly or not at all, and is visible from then on.
/// - Disabling a provider removes everything it stored.
/// - ``State/supportsIncrementalUpdates`` is false until a save or a replacement went through after the provider was
///   enabled, the store was lost, or everything was removed.
///
/// Look-ups are synchronous, take some tens of microseconds whatever the size, and do not wait for a change that is
/// being carried out. Changes of one provider queue: each is whole, the last one stands.
package final class IdentityStore: Sendable {
    /// How the store of one provider stands (`ASCredentialIdentityStoreState`).
    package struct State: Hashable, Sendable {
        package var isEnabled: Bool
        package var supportsIncrementalUpdates: Bool
    }

    /// What changes while the store is open.
    struct Contents {
        var database: IdentityDatabase
        /// The enabled providers by their numbers in the database.
        var enabled: [Int64: ProviderIdentifier]
        /// How often each provider was disabled, so that a change of before is told from one of after.
        var disablings: [Int64: Int] = [:]
        var changes: [Int: OpenChange] = [:]
        var lastChange = 0
    }

    struct OpenChange {
        var provider: ProviderIdentifier
        var operation: StoreOperation
        /// How often its provider had been disabled when it was opened.
        var disablings: Int
        /// How many identities were added, those that were equal counted each.
        var count = 0
    }

    let contents: Mutex<Contents>
    let settings: IdentityDatabase.Settings
    private let onLoss: @Sendable (IdentityStoreLoss) -> Void

    /// Opens the store of a folder, or an empty one in memory.
    ///
    /// - Parameters:
    ///   - folder: Made with mode 0700 where it is missing. With `inMemoryOnly` what a store left in it is removed.
    ///   - machine: A digest of the machine's identifier; the store of another machine counts as lost.
    ///   - enabled: The providers that may write; what others left is removed.
    ///   - onLoss: Called when the store is empty although providers are enabled, on opening or later; each of them is
    ///     to be asked to fill it again. Called on any thread, while the store's lock is free.
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

    /// Lets a provider write from now on.
    package func enable(_ provider: ProviderIdentifier) {
        contents.withLock { $0.enabled[StoredIdentity.number(of: provider)] = provider }
    }

    /// Keeps a provider from writing and removes everything that it stored; its open changes come to nothing.
    ///
    /// Its identities are out of every look-up at once, also when removing them fails: the next opening does it then.
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

    /// Forgets everything when the store is kept in memory only; does nothing otherwise.
    package func forgetIfInMemory() async throws(IdentityStoreError) {
        guard settings.isInMemory else { return }
        try await writing { db in
            try db.execute(sql: "DELETE FROM identity")
            try db.execute(sql: "DELETE FROM filled")
        }
        onLoss(IdentityStoreLoss(reason: .forgotten))
    }

    /// Forgets what one provider stored when the store is kept in memory only; does nothing otherwise.
    ///
    /// Nobody asks it for all of them at once: it has just been locked.
    package func forgetIfInMemory(_ provider: ProviderIdentifier) async throws(IdentityStoreError) {
        guard settings.isInMemory else { return }
        let number = StoredIdentity.number(of: provider)
        try await writing { try Self.removeAll(of: number, in: $0) }
    }

    /// The providers that have nothing here because it was forgotten, or because the agent has only just started.
    ///
    /// None where the store is on the disk: there it outlives both.
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

    /// Nothing of it is on the disk.
    package var isInMemory: Bool { settings.isInMemory }

    func isEnabled(_ number: Int64) -> Bool {
        contents.withLock { $0.enabled[number] != nil }
    }

    static func removeAll(of number: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM identity WHERE provider = ?", arguments: [number])
        try db.execute(sql: "DELETE FROM filled WHERE provider = ?", arguments: [number])
    }

    /// Gives what was removed back to the disk, the log of the database included.
    private func compact() async {
        let database = contents.withLock { $0.database }
        try? await database.writer.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
        }
    }

    private enum Removal { case done, damaged }

    /// Removes what a provider left that was disabled while its removal could not be written.
    private static func removeLeftovers(in database: IdentityDatabase, enabled: [Int64]) -> Removal {
        do {
            try database.writer.write { db in
                // A provider with a placeholder may have identities and not be among the filled ones.
                let found = try DatabaseValue.fetchAll(db, sql: providersWithContents).compactMap(\.integer)
                for number in Set(found).subtracting(enabled) { try removeAll(of: number, in: db) }
            }
            return .done
        } catch let error as DatabaseError where error.isDamage {
            return .damaged
        } catch {
            // Not readable for anybody: look-ups leave out what providers hold that are not enabled.
            return .done
        }
    }

    /// Steps from one provider's index entries to the next one's, however many identities each has.
    private static let providersWithContents = """
        WITH RECURSIVE owner (number) AS (
            SELECT min(provider) FROM identity
            UNION ALL
            SELECT (SELECT min(provider) FROM identity WHERE provider > number) FROM owner WHERE number IS NOT NULL
        )
        SELECT number FROM owner WHERE number IS NOT NULL UNION SELECT provider FROM filled
        """

    // MARK: Access

    /// Reads in one snapshot, next to whatever is being written.
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

    /// Writes in one transaction, after those that began before.
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

    /// Writes outside of the store's own tables, so that nobody waits for the lock of the file.
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

    /// What an error means to the caller; a damaged database is replaced by an empty one first.
    func failure(_ error: any Error, in database: IdentityDatabase) -> IdentityStoreError {
        let isDamage = error is DamagedRow || (error as? DatabaseError)?.isDamage == true
        guard isDamage else { return IdentityStoreError(error) }
        startAgain(instead: database)
        return .busy
    }

    /// Sets a damaged database aside and goes on with an empty one; the second to notice finds it done.
    func startAgain(instead database: IdentityDatabase) {
        let loss = contents.withLock { contents -> IdentityStoreLoss? in
            guard contents.database.writer === database.writer else { return nil }
            do throws(IdentityStoreError) {
                let name = settings.isInMemory ? nil : try IdentityDatabase.setAside(settings, reason: .damaged)
                contents.database = try IdentityDatabase.open(settings).database
                contents.changes = [:]
                return IdentityStoreLoss(reason: .damaged, setAside: name)
            } catch {
                // The folder cannot be written either; each call reports it until that changes.
                return nil
            }
        }
        if let loss { onLoss(loss) }
    }
}
