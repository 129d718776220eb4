import Foundation
public import GRDB
public import LatchkeyCore

/// A vault without its key.
///
/// It can be unlocked, report its status and take proposals.
///
/// The caller opens the file with ``VaultDatabase/configuration(readOnly:busyTimeout:)``.
public struct LockedVault: Sendable {
    let database: any DatabaseWriter
    let clock: VaultClock

    public init(_ database: any DatabaseWriter, clock: VaultClock = .system) {
        self.database = database
        self.clock = clock
    }

    /// The same vault with another clock.
    package init(_ vault: LockedVault, clock: VaultClock) {
        self.init(vault.database, clock: clock)
    }

    /// Whether the opened path now names another file, or none.
    package var hasMoved: Bool {
        get throws(VaultError) {
            try VaultError.translating { try database.unsafeRead { VaultDatabase.hasMoved($0) } }
        }
    }

    /// Unlocks with the passphrase, compared byte by byte.
    ///
    /// - Throws: ``VaultError/wrongPassphrase`` if no slot opens, ``VaultError/damaged(_:)`` if another part is damaged.
    public func unlock(passphrase: Secret) throws(VaultError) -> UnlockedVault {
        try unlock(kind: KeySlot.Kind.passphrase, wrong: .wrongPassphrase) { slot, vault throws(VaultError) in
            try slot.unwrap(vault: vault, passphrase: passphrase)
        }
    }

    /// Unlocks with the recovery code.
    public func unlock(recoveryCode: RecoveryCode) throws(VaultError) -> UnlockedVault {
        try unlock(kind: KeySlot.Kind.recoveryCode, wrong: .wrongRecoveryCode) { slot, vault throws(VaultError) in
            try slot.unwrap(vault: vault, code: recoveryCode)
        }
    }

    /// Unlocks with the vault key, for example from a keychain.
    ///
    /// It needs no slow derivation.
    public func unlock(vaultKey: Secret) throws(VaultError) -> UnlockedVault {
        guard vaultKey.count == VaultKeys.vaultKeyByteCount else { throw .wrongVaultKey }
        return try open { header throws(VaultError) in
            let keys = VaultKeys(vaultKey: vaultKey, vault: header.identifier)
            guard keys.check == header.keyCheck else { throw .wrongVaultKey }
            return keys
        }
    }

    /// Tries the slots of a kind.
    ///
    /// The slow derivation runs outside of any transaction.
    private func unlock(
        kind: Int64, wrong: VaultError,
        unwrap: (KeySlot, RecordIdentifier) throws(VaultError) -> Secret?
    ) throws(VaultError) -> UnlockedVault {
        let (header, slots) = try readHeaderAndSlots()
        let candidates = slots.filter { $0.kind == kind }
        if candidates.isEmpty { throw .noSuchSlot }
        var budget = Argon2Cost.workLimit
        for slot in candidates {
            // The limit is for all slots together, because an attacker can write any number of slots into the file.
            let work = try slot.work()
            guard work <= budget else { throw .keyDerivationRefused }
            budget -= work
            guard let vaultKey = try unwrap(slot, header.identifier) else { continue }
            let keys = VaultKeys(vaultKey: vaultKey, vault: header.identifier)
            guard keys.check == header.keyCheck else { throw .damaged(.header) }
            return try open { current throws(VaultError) in
                guard current.identifier == header.identifier else { throw .changedUnderneath(.anotherVault) }
                // Another process may have replaced the vault key since the header was read.
                guard current.keyCheck == keys.check else { throw .wrongVaultKey }
                guard current == header else { throw .damaged(.header) }
                return keys
            }
        }
        throw wrong
    }

    /// Checks everything that the key authenticates, except the records.
    ///
    /// - Parameter keys: Returns the keys of the vault with this header.
    private func open(keys: (VaultHeader) throws(VaultError) -> VaultKeys) throws(VaultError) -> UnlockedVault {
        try VaultError.translating {
            let (header, keys, manifest) = try database.read { db in
                try Self.check(db)
                let (header, sealed) = try VaultHeader.read(from: db)
                let keys = try keys(header)
                guard header.inboxKey == keys.inbox.publicKey else { throw VaultError.damaged(.header) }
                guard let manifest = Manifest(sealed: sealed, with: keys, for: header) else {
                    throw VaultError.damaged(.manifest)
                }
                let slots = try KeySlot.all(in: db, vault: header.identifier)
                guard KeySlot.digest(of: slots, with: keys) == manifest.slots else {
                    throw VaultError.damaged(.keySlots)
                }
                return (header, keys, manifest)
            }
            let mark = VaultMark(vault: header.identifier, revision: manifest.revision, chain: manifest.chain)
            return UnlockedVault(database, header: header, keys: keys, clock: clock, seen: mark)
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

    /// Throws if the file is not a vault, has another format, or was replaced by another file.
    static func check(_ db: Database) throws {
        if VaultDatabase.hasMoved(db) { throw VaultError.changedUnderneath(.fileReplaced) }
        try VaultFormat.check(db)
        try VaultSchema.check(db)
    }
}
