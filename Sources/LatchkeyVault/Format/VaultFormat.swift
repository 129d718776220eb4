public import GRDB

/// The version of the file format, and upgrades from older versions.
public enum VaultFormat {
    /// The version that this program reads and writes.
    public static let current: Int64 = 2
    /// "LKVT", in the header of the SQLite file.
    static let applicationID: Int64 = 0x4C4B_5654

    /// Upgrade steps; each key is the version that its step upgrades to the next.
    package typealias Steps = [Int64: @Sendable (Database) throws -> Void]

    /// The upgrade step of each older version.
    package static let steps: Steps = [
        // The account index stays empty until the first look-up, because filling it needs the key.
        1: { db in try db.execute(sql: VaultSchema.accounts) }
    ]

    /// Reads the version of a file and checks that it is a vault.
    ///
    /// - Throws: ``VaultError/notAVault`` or a storage failure.
    public static func version(of database: any DatabaseReader) throws(VaultError) -> Int64 {
        try VaultError.translating { try database.read(version(in:)) }
    }

    /// Upgrades an older vault to a version, in one transaction.
    ///
    /// The caller copies the file first.
    ///
    /// Steps need no key: data that needs one is created when it is first used. A file of the target version is not
    /// changed.
    ///
    /// - Throws: ``VaultError/newerFormat(_:)``, ``VaultError/olderFormat(_:)`` if a step is missing, or a storage failure.
    package static func upgrade(
        _ vault: any DatabaseWriter, to target: Int64 = current, by steps: Steps = steps
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
        guard try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA application_id")) == applicationID,
            let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")), version >= 0
        else { throw VaultError.notAVault }
        return version
    }

    /// Throws unless the file has the current version.
    static func check(_ db: Database) throws {
        let version = try version(in: db)
        if version < current { throw VaultError.olderFormat(version) }
        if version > current { throw VaultError.newerFormat(version) }
    }
}
