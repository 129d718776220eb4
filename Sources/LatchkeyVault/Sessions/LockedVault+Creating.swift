import Foundation
public import GRDB
public import LatchkeyCore

/// A vault that was just made, and the code that is shown once.
public struct CreatedVault: Sendable {
    public let vault: UnlockedVault
    /// To be printed or written down; the vault does not keep it.
    public let recoveryCode: RecoveryCode
}

extension LockedVault {
    /// Makes a vault in an empty database.
    ///
    /// - Throws: ``VaultError/alreadyExists`` where there is a table of any kind.
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
                try accounts.begin()
            }
        }
        let mark = VaultMark(vault: identifier, revision: manifest.revision, chain: manifest.chain)
        let vault = UnlockedVault(database, header: header, keys: keys, clock: clock, seen: mark)
        return CreatedVault(vault: vault, recoveryCode: code)
    }

    /// What can be said about a vault without its key, and without a promise: nothing of it is authenticated.
    public func status() throws(VaultError) -> VaultStatus {
        try VaultError.translating {
            try database.read { db in
                let format = try VaultFormat.version(in: db)
                try Self.check(db)
                let header = try VaultHeader.read(from: db).header
                return VaultStatus(
                    identifier: header.identifier, format: format,
                    slots: try KeySlot.all(in: db, vault: header.identifier).map { VaultStatus.Slot(kind: $0.kind) },
                    recordCount: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM records") ?? 0,
                    proposalCount: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM inbox") ?? 0)
            }
        }
    }
}

/// What a locked vault shows of itself.
public struct VaultStatus: Hashable, Sendable {
    public enum Slot: Hashable, Sendable {
        case passphrase
        case recoveryCode
        /// A kind that a later version made.
        case unknown(kind: Int64)

        init(kind: Int64) {
            switch kind {
            case KeySlot.Kind.passphrase: self = .passphrase
            case KeySlot.Kind.recoveryCode: self = .recoveryCode
            default: self = .unknown(kind: kind)
            }
        }
    }

    public let identifier: RecordIdentifier
    public let format: Int64
    public let slots: [Slot]
    /// Rows, the bin included.
    public let recordCount: Int
    public let proposalCount: Int
}
