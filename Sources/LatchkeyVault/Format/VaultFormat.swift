public import GRDB

/// The version of the file format, and the way from an older one to this one.
public enum VaultFormat {
    /// What this version reads and writes.
    public static let current: Int64 = 2
    /// "LKVT", in the header of the SQLite file.
    static let applicationID: Int64 = 0x4C4B_5654

    /// One step, from the format of its key to the next.
    package typealias Steps = [Int64: @Sendable (Database) throws -> Void]

    /// The steps from each older format.
    package static let steps: Steps = [
        // The index of accounts; whoever looks there first fills it, as that takes the key.
        1: { db in try db.execute(sql: VaultSchema.accounts) }
    ]

    /// Reads the version of a file, and checks that it is a vault.
    ///
    /// - Throws: ``VaultError/notAVault`` or a storage failure.
    public static func version(of database: any DatabaseReader) throws(VaultError) -> Int64 {
        try VaultError.translating { try database.read(version(in:)) }
    }

    /// Brings an older vault to the current format; the caller has copied it before.
    ///
    /// A step never needs a key: what it cannot do without one is done when it is first looked for. All steps happen in one
    /// transaction, hence all or none of them. A file of the current format is left as it is.
    public static func upgrade(_ vault: any DatabaseWriter) throws(VaultError) {
        try upgrade(vault, to: current, by: steps)
    }

    package static func upgrade(
        _ vault: any DatabaseWriter, to target: Int64, by steps: Steps
    ) throws(VaultError) {
        try VaultError.translating {
            try vault.write { db in
                var version = try version(in: db)
                guard version <= target else { throw VaultError.newerFormat(version) }
                while version < target {
                    guard let step = steps[version] else { throw VaultError.olderFormat(version) }
                    try step(db)
                    version += 1
                    try db.execute(sql: "PRAGMA user_version = \(version)")
                }
            }
        }
    }

    static func version(in db: Database) throws -> Int64 {
        guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == applicationID,
            let version = try Int64.fetchOne(db, sql: "PRAGMA user_version"), version >= 0
        else { throw VaultError.notAVault }
        return version
    }

    /// Refuses what this version cannot work with.
    static func check(_ db: Database) throws {
        let version = try version(in: db)
        if version < current { throw VaultError.olderFormat(version) }
        if version > current { throw VaultError.newerFormat(version) }
    }
}
