import GRDB

/// The readable data of a locked vault.
public struct VaultStatus: Hashable, Sendable {
    public enum Slot: Hashable, Sendable {
        case passphrase
        case recoveryCode
        /// A kind of a later version.
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
    /// The number of records, including the bin.
    public let recordCount: Int
    public let proposalCount: Int
}

extension LockedVault {
    /// Reads the status of a vault without its key.
    ///
    /// It is not authenticated.
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
