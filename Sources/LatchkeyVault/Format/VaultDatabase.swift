public import GRDB
import GRDBSQLite

/// How the file of a vault is opened.
public enum VaultDatabase {
    /// The longest value that is read from a file, whatever its header says.
    static let valueByteLimit: Int32 = 8 * 1024 * 1024

    /// Makes the configuration for a connection to a vault.
    ///
    /// Give it to a `DatabaseQueue`; a `DatabasePool` would turn the journal into a write-ahead log. The choices are
    /// argued in Docs/decisions/0020-vault-journal.md. GRDB throws a `DatabaseError` when a file cannot be opened;
    /// `VaultError(_:)` translates it.
    public static func configuration(readOnly: Bool = false, busyTimeout: Double = 10) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.label = "vault"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            unsafe sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, valueByteLimit)
            // What the file says about itself is not trusted: no function in its schema runs, and cells are checked.
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

    /// Tells whether the path that was opened leads to another file now, or to none.
    ///
    /// Without it a session would go on reading a file that a syncing tool has replaced. Databases in memory never move.
    static func hasMoved(_ db: Database) -> Bool {
        var moved: Int32 = 0
        let status = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return status == SQLITE_OK && moved != 0
    }
}
