import Foundation
public import GRDB
public import LatchkeyCore

/// A vault whose key is not known: it can be unlocked, asked for its state, and given proposals.
///
/// The caller opens the file with ``VaultDatabase/configuration(readOnly:busyTimeout:)`` and hands it over.
public struct LockedVault: Sendable {
    let database: any DatabaseWriter
    let clock: VaultClock

    public init(_ database: any DatabaseWriter, clock: VaultClock = .system) {
        self.database = database
        self.clock = clock
    }

    /// Unlocks with a passphrase, byte for byte as it was given at creation.
    ///
    /// - Throws: ``VaultError/wrongPassphrase`` if no slot opens, ``VaultError/damaged(_:)`` if something else does not.
    public func unlock(passphrase: Secret) throws(VaultError) -> UnlockedVault {
        try unlock(kind: KeySlot.Kind.passphrase, wrong: .wrongPassphrase) { slot, vault throws(VaultError) in
            try slot.unwrap(vault: vault, passphrase: passphrase)
        }
    }

    /// Unlocks with the code that was printed at creation.
    public func unlock(recoveryCode: RecoveryCode) throws(VaultError) -> UnlockedVault {
        try unlock(kind: KeySlot.Kind.recoveryCode, wrong: .wrongRecoveryCode) { slot, vault throws(VaultError) in
            try slot.unwrap(vault: vault, code: recoveryCode)
        }
    }

    /// Unlocks with the key itself, as a keychain held it; derives nothing slowly.
    public func unlock(vaultKey: Secret) throws(VaultError) -> UnlockedVault {
        guard vaultKey.count == VaultKeys.vaultKeyByteCount else { throw .wrongVaultKey }
        let header = try header()
        let keys = VaultKeys(vaultKey: vaultKey, vault: header.identifier)
        guard keys.check == header.keyCheck else { throw .wrongVaultKey }
        return try open(header: header, keys: keys)
    }

    /// Finds the slot that opens; the slow derivation runs outside of any transaction.
    private func unlock(
        kind: Int64, wrong: VaultError,
        unwrap: (KeySlot, RecordIdentifier) throws(VaultError) -> Secret?
    ) throws(VaultError) -> UnlockedVault {
        let (header, slots) = try readHeaderAndSlots()
        let candidates = slots.filter { $0.kind == kind }
        if candidates.isEmpty { throw .noSuchSlot }
        var budget = Argon2Cost.workLimit
        for slot in candidates {
            // Of all slots together no more work is taken on than of one: anybody can write slots into a file.
            let work = try slot.work()
            guard work <= budget else { throw .keyDerivationRefused }
            budget -= work
            guard let vaultKey = try unwrap(slot, header.identifier) else { continue }
            let keys = VaultKeys(vaultKey: vaultKey, vault: header.identifier)
            guard keys.check == header.keyCheck else { throw .damaged(.header) }
            return try open(header: header, keys: keys)
        }
        throw wrong
    }

    /// Checks everything that a key makes checkable without opening a record.
    private func open(header: VaultHeader, keys: VaultKeys) throws(VaultError) -> UnlockedVault {
        try VaultError.translating {
            let manifest = try database.read { db in
                try Self.check(db)
                let (current, sealed) = try VaultHeader.read(from: db)
                guard current.identifier == header.identifier else {
                    throw VaultError.changedUnderneath(.anotherVault)
                }
                guard current == header, current.inboxKey == keys.inbox.publicKey else {
                    throw VaultError.damaged(.header)
                }
                guard let manifest = Manifest(sealed: sealed, with: keys, for: header) else {
                    throw VaultError.damaged(.manifest)
                }
                let slots = try KeySlot.all(in: db, vault: header.identifier)
                guard KeySlot.digest(of: slots, with: keys) == manifest.slots else {
                    throw VaultError.damaged(.keySlots)
                }
                return manifest
            }
            let mark = VaultMark(vault: header.identifier, revision: manifest.revision, chain: manifest.chain)
            return UnlockedVault(database, header: header, keys: keys, clock: clock, seen: mark)
        }
    }

    func header() throws(VaultError) -> VaultHeader {
        try VaultError.translating {
            try database.read { db in
                try Self.check(db)
                return try VaultHeader.read(from: db).header
            }
        }
    }

    func readHeaderAndSlots() throws(VaultError) -> (VaultHeader, [KeySlot]) {
        try VaultError.translating {
            try database.read { db in
                try Self.check(db)
                let header = try VaultHeader.read(from: db).header
                return (header, try KeySlot.all(in: db, vault: header.identifier))
            }
        }
    }

    /// Refuses a file that is no vault, of another format, or replaced by another one on its path.
    static func check(_ db: Database) throws {
        if VaultDatabase.hasMoved(db) { throw VaultError.changedUnderneath(.fileReplaced) }
        try VaultFormat.check(db)
        try VaultSchema.check(db)
    }
}
