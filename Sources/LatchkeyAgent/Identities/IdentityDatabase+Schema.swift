import Foundation
import GRDB

/// The schema. A schema that differs by a byte counts as damage: the providers can refill the store, so no version is
/// migrated. A version with readable rows only gets the current number, since a refill needs the unlocked vault.
extension IdentityDatabase {
    static func createSchema(_ db: Database, machine: String) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(version)")
        for statement in schema { try db.execute(sql: statement) }
        try db.execute(sql: "INSERT INTO origin (machine) VALUES (?)", arguments: [machine])
    }

    /// Why a database cannot be used; `nil` if it can.
    static func reasonForLoss(_ db: Database, machine: String) throws -> IdentityStoreLoss.Reason? {
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else { return .damaged }
        switch try Int.fetchOne(db, sql: "PRAGMA user_version") {
        case version?, readableVersion?: break
        case let found? where found > version: return .newerFormat
        case let found? where found > 0: return .olderFormat
        default: return .damaged
        }
        let found = try DatabaseValue.fetchAll(db, sql: "SELECT sql FROM sqlite_master ORDER BY rowid")
        guard found.map(\.text) == schema else { return .damaged }
        let machines = try DatabaseValue.fetchAll(db, sql: "SELECT machine FROM origin")
        guard machines.count == 1, let written = machines[0].text else { return .damaged }
        return written == machine ? nil : .otherMachine
    }

    /// Gives an older database with readable rows the current version, so that no older program misreads new rows.
    static func updateVersion(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != version else { return }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static let applicationID = 0x4c4b_4944
    /// Version 4 added the display name and the last use at the end of a row's content.
    private static let version = 4
    private static let readableVersion = 3

    /// The statements, byte for byte as SQLite stores them.
    private static let schema = [
        "CREATE TABLE origin (machine TEXT NOT NULL)",
        // The providers with a complete list; a provider that is not here has no identities except placeholders.
        "CREATE TABLE filled (provider INTEGER PRIMARY KEY)",
        """
        CREATE TABLE identity (sequence INTEGER PRIMARY KEY, id BLOB NOT NULL, provider INTEGER NOT NULL, \
        kind INTEGER NOT NULL, site TEXT NOT NULL, host TEXT NOT NULL, rank INTEGER NOT NULL, \
        content BLOB NOT NULL, seal INTEGER NOT NULL, credential INTEGER)
        """,
        "CREATE UNIQUE INDEX identityByID ON identity (id)",
        "CREATE INDEX identityByProvider ON identity (provider)",
        "CREATE INDEX identityBySite ON identity (site, provider, kind, host, rank DESC)",
        "CREATE INDEX identityByCredential ON identity (credential, provider) WHERE credential IS NOT NULL",
    ]
}

extension DatabaseValue {
    var text: String? {
        if case .string(let text) = storage { text } else { nil }
    }

    var integer: Int64? {
        if case .int64(let integer) = storage { integer } else { nil }
    }

    var bytes: Data? {
        if case .blob(let bytes) = storage { bytes } else { nil }
    }
}

extension DatabaseError {
    /// Whether the file is damaged, so that trying again does not help.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT].contains(resultCode)
    }
}

/// A row is not what was written: the file has changed.
struct DamagedRow: Error {}

extension IdentityStoreError {
    init(_ error: any Error) {
        switch error {
        case let error as IdentityStoreError: self = error
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_FULL: self = .full
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .busy
            case let code: self = .unavailable(sqliteCode: code.rawValue)
            }
        // The task was cancelled: nothing was written, and trying again helps.
        default: self = .busy
        }
    }
}
