public import GRDB
import GRDBSQLite

/// The SQLite configuration of a vault's file.
public enum VaultDatabase {
    /// The largest value that SQLite reads from the file, in bytes.
    static let valueByteLimit: Int32 = 8 * 1024 * 1024

    /// Returns the configuration for a connection to a vault.
    ///
    /// Pass it to a `DatabaseQueue`; a `DatabasePool` would switch the journal to a write-ahead log. The reasons for the
    /// settings are in Docs/decisions/0020-vault-journal.md. GRDB throws a `DatabaseError` if it cannot open the file;
    /// `VaultError(_:)` translates it.
    ///
    /// - Parameter busyTimeout: How long to wait for another connection's lock, in seconds.
    public static func configuration(readOnly: Bool = false, busyTimeout: Double = 10) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.label = "vault"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            unsafe sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, valueByteLimit)
            // The file is not trusted: no function in its schema runs, and SQLite checks cell sizes.
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA mmap_size = 0;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA synchronous = EXTRA;
                    PRAGMA secure_delete = ON;
                    """)
            if !readOnly { try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        }
        return configuration
    }

    /// Whether the opened path now names another file, or none.
    ///
    /// Without this check a session would continue to read a file that a synchronization tool has replaced. It is always
    /// `false` for a database in memory.
    static func hasMoved(_ db: Database) -> Bool {
        var moved: Int32 = 0
        let status = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return status == SQLITE_OK && moved != 0
    }
}
