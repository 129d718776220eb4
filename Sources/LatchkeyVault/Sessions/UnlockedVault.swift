public import Foundation
import GRDB
public import LatchkeyCore
import Synchronization

/// A vault whose key is known.
///
/// Each call is a transaction of its own. Other connections, also those of other processes, may read and write the same
/// file; every call sees the latest state and checks that it descends from what this session has seen.
/// The keys are overwritten when the last reference goes. Calls block; none needs a particular thread.
public final class UnlockedVault: Sendable {
    let database: any DatabaseWriter
    let header: VaultHeader
    let keys: VaultKeys
    let clock: VaultClock
    private let seen: Mutex<VaultMark>

    init(_ database: any DatabaseWriter, header: VaultHeader, keys: VaultKeys, clock: VaultClock, seen: VaultMark) {
        self.database = database
        self.header = header
        self.keys = keys
        self.clock = clock
        self.seen = Mutex(seen)
    }

    /// The vault's own name, which never changes.
    public var identifier: RecordIdentifier { header.identifier }

    /// The key, for a keychain that may hold it until the vault is locked.
    public var vaultKey: Secret { keys.vaultKey }

    /// Makes several changes together; nothing is written when the body throws.
    ///
    /// Memory stays flat however many changes there are. Other writers wait meanwhile, and in a large transaction, once
    /// SQLite's cache is full, readers too.
    ///
    /// - Throws: ``VaultError``, or what the body throws.
    public func transaction<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        do {
            let (result, mark) = try database.write { db in
                let before = try openManifest(db)
                let current = VaultTransaction(db, header: header, keys: keys, manifest: before, clock: clock)
                let result = try body(current)
                try current.accounts.write()
                guard current.manifest != before else { return (result, self.mark(of: before)) }
                try History.append(to: &current.manifest, in: db, with: keys)
                try db.execute(
                    sql: "UPDATE vault SET manifest = ?",
                    arguments: [Data(current.manifest.sealed(with: keys, for: header))])
                return (result, self.mark(of: current.manifest))
            }
            note(mark)
            return result
        } catch let error as DatabaseError {
            throw VaultError(error)
        }
    }

    /// A transaction whose body throws this target's errors alone.
    func change<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
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

    func mark(of manifest: Manifest) -> VaultMark {
        VaultMark(vault: header.identifier, revision: manifest.revision, chain: manifest.chain)
    }

    /// Opens the manifest at the start of a transaction, and finds out whether the file is still the one of this session.
    private func openManifest(_ db: Database) throws -> Manifest {
        if VaultDatabase.hasMoved(db) { throw VaultError.changedUnderneath(.fileReplaced) }
        try VaultFormat.check(db)
        try VaultSchema.check(db)
        let (current, sealed) = try VaultHeader.read(from: db)
        guard current.identifier == header.identifier else { throw VaultError.changedUnderneath(.anotherVault) }
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

    /// The latest state that this session has seen.
    var seenMark: VaultMark { seen.withLock { $0 } }

    private func note(_ mark: VaultMark) {
        seen.withLock { if mark.revision > $0.revision { $0 = mark } }
    }
}

/// Where a vault takes the time from.
public struct VaultClock: Sendable {
    public var now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date) { self.now = now }

    public static let system = VaultClock { Date() }
}
