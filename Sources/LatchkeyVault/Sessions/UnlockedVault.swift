public import Foundation
import GRDB
public import LatchkeyCore
import Synchronization

/// A vault with its key.
///
/// Each call is one transaction. Other connections and processes may read and write the same file: every call reads the
/// latest state and checks that it descends from the last state that this session has seen. Calls block; they may come
/// from any thread. The keys are overwritten when the last reference is released.
public final class UnlockedVault: Sendable {
    let database: any DatabaseWriter
    let header: VaultHeader
    let keys: VaultKeys
    let clock: VaultClock
    private let seen: Mutex<VaultMark>
    private let anchoring = Mutex(Anchoring())

    /// What a store of anchors adds to a session.
    private struct Anchoring {
        var inboxAuthentication: Secret?
        var record: (@Sendable (VaultAnchor) -> Void)?
    }

    init(_ database: any DatabaseWriter, header: VaultHeader, keys: VaultKeys, clock: VaultClock, seen: VaultMark) {
        self.database = database
        self.header = header
        self.keys = keys
        self.clock = clock
        self.seen = Mutex(seen)
    }

    /// The vault's identifier, which never changes.
    public var identifier: RecordIdentifier { header.identifier }

    /// The vault key, for a keychain that stores it until the vault is locked.
    public var vaultKey: Secret { keys.vaultKey }

    /// Makes several changes in one transaction.
    ///
    /// If the body throws, nothing is written.
    ///
    /// The memory does not grow with the number of changes. Other writers wait until it ends; readers wait, too, if the
    /// transaction is larger than SQLite's cache.
    ///
    /// - Throws: ``VaultError``, or what the body throws.
    public func transaction<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        do {
            let (result, mark, hasChanged) = try database.write { db in
                let before = try openManifest(db)
                let current = VaultTransaction(db, header: header, keys: keys, manifest: before, clock: clock)
                current.inboxAuthentication = inboxAuthentication
                let result = try body(current)
                try current.accounts.write()
                guard current.manifest != before else { return (result, self.mark(of: before), false) }
                try History.append(to: &current.manifest, in: db, with: keys)
                try db.execute(
                    sql: "UPDATE vault SET manifest = ?",
                    arguments: [Data(current.manifest.sealed(with: keys, for: header))])
                return (result, self.mark(of: current.manifest), true)
            }
            note(mark)
            // After the commit: an anchor that is newer than the file would look like a rollback.
            if hasChanged { anchoring.withLock(\.record)?(anchor(of: mark)) }
            return result
        } catch let error as DatabaseError {
            throw VaultError(error)
        }
    }

    /// Runs ``transaction(_:)`` with a body that throws only ``VaultError``.
    package func change<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        try VaultError.translating { try transaction(body) }
    }

    func read<Result>(_ body: (Database, Manifest) throws -> Result) throws(VaultError) -> Result {
        try VaultError.translating {
            let (result, mark) = try database.read { db in
                let manifest = try openManifest(db)
                return (try body(db, manifest), self.mark(of: manifest))
            }
            note(mark)
            return result
        }
    }

    /// The mark of the current state.
    package func mark() throws(VaultError) -> VaultMark {
        try read { _, manifest in mark(of: manifest) }
    }

    func mark(of manifest: Manifest) -> VaultMark {
        VaultMark(vault: header.identifier, revision: manifest.revision, chain: manifest.chain)
    }

    /// Opens the manifest at the start of a transaction, and checks that the file is still this session's vault.
    func openManifest(_ db: Database) throws -> Manifest {
        if VaultDatabase.hasMoved(db) { throw VaultError.changedUnderneath(.fileReplaced) }
        try VaultFormat.check(db)
        try VaultSchema.check(db)
        let (current, sealed) = try VaultHeader.read(from: db)
        guard current.identifier == header.identifier else { throw VaultError.changedUnderneath(.anotherVault) }
        // Another process may have replaced the vault key.
        guard current.keyCheck == header.keyCheck else { throw VaultError.wrongVaultKey }
        guard current == header else { throw VaultError.damaged(.header) }
        guard let manifest = Manifest(sealed: sealed, with: keys, for: header) else {
            throw VaultError.damaged(.manifest)
        }
        switch try History.compare(seenMark, with: manifest, of: header.identifier, in: db, keys: keys) {
        case .same, .newer, .newerWithoutProof: return manifest
        case .rolledBack: throw VaultError.changedUnderneath(.rolledBack)
        case .forked: throw VaultError.changedUnderneath(.forked)
        case .anotherVault: throw VaultError.changedUnderneath(.anotherVault)
        }
    }

    /// Connects the session to a store of anchors, once its state was compared with the store's anchor.
    ///
    /// - Parameters:
    ///   - inboxAuthentication: The key that authenticates entries of the inbox.
    ///   - record: Called after each committed change, from the changing thread.
    package func follow(inboxAuthentication: Secret?, record: @escaping @Sendable (VaultAnchor) -> Void) {
        anchoring.withLock { $0 = Anchoring(inboxAuthentication: inboxAuthentication, record: record) }
    }

    var inboxAuthentication: Secret? { anchoring.withLock(\.inboxAuthentication) }

    /// The mark of the latest state that this session has seen.
    var seenMark: VaultMark { seen.withLock { $0 } }

    private func note(_ mark: VaultMark) {
        seen.withLock { if mark.revision > $0.revision { $0 = mark } }
    }
}

// MARK: Records

extension UnlockedVault {
    /// Opens one record, in the bin or not.
    ///
    /// Reads only its row.
    public func record(_ id: RecordIdentifier) throws(VaultError) -> Record {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
                .open(vault: identifier, keys: keys)
        }
    }

    /// Adds a login under a new identifier.
    @discardableResult
    public func add(_ login: Login) throws(VaultError) -> Change {
        try change { .added(try $0.add(login)) }
    }

    /// Changes a login; see ``VaultTransaction/edit(_:expecting:passwordSince:_:)``.
    @discardableResult
    public func edit(
        _ id: RecordIdentifier, expecting revision: UInt64? = nil, _ body: (inout Login) -> Void
    ) throws(VaultError) -> Change? {
        try change { try $0.edit(id, expecting: revision, body) }
    }

    /// Sets the login's time of last use.
    @discardableResult
    public func markUsed(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.markUsed(id) }
    }

    /// Moves a record to the bin.
    @discardableResult
    public func remove(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.remove(id) }
    }

    /// Restores a record from the bin; see ``VaultTransaction/restore(_:)``.
    @discardableResult
    public func restore(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.restore(id) }
    }

    /// Permanently deletes a record of the bin.
    @discardableResult
    public func purge(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.purge(id) }
    }

    /// Checks the whole vault: slots, history, both parts of all records, and the inbox.
    ///
    /// Opens every overview, then both parts of every record, with one record in memory at a time. The time grows with the
    /// size of the file; the call keeps the database connection until it returns.
    public func verify() throws(VaultError) {
        try read { db, manifest in
            let slots = try KeySlot.all(in: db, vault: identifier)
            guard KeySlot.digest(of: slots, with: keys) == manifest.slots else { throw VaultError.damaged(.keySlots) }
            try History.check(manifest, in: db, keys: keys)
            try RecordReading(db, header: header, keys: keys, manifest: manifest).verify()
            guard try Inbox.read(from: db, vault: identifier, keys: keys, authentication: nil).unreadable.isEmpty else {
                throw VaultError.damaged(.inbox)
            }
        }
    }
}

/// The source of a vault's time.
public struct VaultClock: Sendable {
    public var now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date) { self.now = now }

    public static let system = VaultClock { Date() }
}
