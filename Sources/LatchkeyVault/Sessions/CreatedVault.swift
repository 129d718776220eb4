import Foundation
public import GRDB
public import LatchkeyCore

/// A new vault and its recovery code.
public struct CreatedVault: Sendable {
    public let vault: UnlockedVault
    /// The user prints it or writes it down; the vault does not store it.
    public let recoveryCode: RecoveryCode
}

extension LockedVault {
    /// Creates a vault in an empty database.
    ///
    /// - Throws: ``VaultError/alreadyExists`` if the database contains anything.
    public static func create(
        in database: any DatabaseWriter, passphrase: Secret, cost: Argon2Cost = .standard, clock: VaultClock = .system
    ) throws(VaultError) -> CreatedVault {
        let identifier = RecordIdentifier()
        let keys = VaultKeys(vaultKey: .random(count: VaultKeys.vaultKeyByteCount), vault: identifier)
        let code = RecoveryCode()
        let slots = [
            try KeySlot.wrapping(keys.vaultKey, of: identifier, with: passphrase, cost: cost),
            KeySlot.wrapping(keys.vaultKey, of: identifier, with: code),
        ]
        let header = VaultHeader(identifier: identifier, keyCheck: keys.check, inboxKey: keys.inbox.publicKey)
        let manifest = Manifest(
            chain: History.start(with: keys, vault: identifier), slots: KeySlot.digest(of: slots, with: keys),
            created: clock.now())
        try VaultError.translating {
            try database.write { db in
                guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0 else {
                    throw VaultError.alreadyExists
                }
                try VaultSchema.create(in: db)
                try header.insert(manifest: manifest.sealed(with: keys, for: header), in: db)
                for slot in slots { try slot.insert(in: db, vault: identifier) }
                var accounts = AccountIndex(db, vault: identifier, keys: keys)
                try accounts.reset()
            }
        }
        let mark = VaultMark(vault: identifier, revision: manifest.revision, chain: manifest.chain)
        let vault = UnlockedVault(database, header: header, keys: keys, clock: clock, seen: mark)
        return CreatedVault(vault: vault, recoveryCode: code)
    }
}
