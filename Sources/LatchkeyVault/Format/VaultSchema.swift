import GRDB

/// The tables of a vault.
///
/// Its file contains nothing else.
enum VaultSchema {
    /// Each table's definition, exactly as in the file.
    static let tables: [String: String] = [
        "vault": """
        CREATE TABLE vault (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            identifier BLOB NOT NULL,
            key_check BLOB NOT NULL,
            inbox_key BLOB NOT NULL,
            checksum BLOB NOT NULL,
            manifest BLOB NOT NULL
        ) STRICT
        """,
        "slots": """
        CREATE TABLE slots (
            identifier BLOB PRIMARY KEY NOT NULL,
            kind INTEGER NOT NULL,
            parameters BLOB NOT NULL,
            wrapped BLOB NOT NULL,
            checksum BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "records": """
        CREATE TABLE records (
            identifier BLOB PRIMARY KEY NOT NULL,
            kind INTEGER NOT NULL,
            revision INTEGER NOT NULL UNIQUE,
            overview BLOB NOT NULL,
            details BLOB NOT NULL
        ) STRICT
        """,
        "history": """
        CREATE TABLE history (
            revision INTEGER PRIMARY KEY NOT NULL,
            digest BLOB NOT NULL
        ) STRICT
        """,
        "accounts": accounts,
        "inbox": """
        CREATE TABLE inbox (
            identifier BLOB PRIMARY KEY NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT
        """,
    ]

    /// The table that the upgrade from version 1 adds.
    static let accounts = """
        CREATE TABLE accounts (
            bucket INTEGER PRIMARY KEY NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT
        """

    private static let nameByteLimit = 64

    static func create(in db: Database) throws {
        for name in tables.keys.sorted() { try db.execute(sql: tables[name] ?? "") }
        try db.execute(sql: "PRAGMA application_id = \(VaultFormat.applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(VaultFormat.current)")
    }

    /// Throws unless the file contains exactly these tables.
    ///
    /// A trigger or a view could change the effect of our statements.
    static func check(_ db: Database) throws {
        var missing = tables
        let objects = try Row.fetchCursor(db.cachedStatement(sql: "SELECT name, sql FROM sqlite_schema"))
        while let object = try objects.next() {
            // Our names are short. Comparing a long one can take time quadratic in its length.
            guard let name = String.fromDatabaseValue(object[0]), name.utf8.count <= nameByteLimit else {
                throw VaultError.damaged(.schema)
            }
            let sql: DatabaseValue = object[1]
            // SQLite's automatic indexes have no statement.
            if sql.isNull, name.hasPrefix("sqlite_autoindex_") { continue }
            guard let expected = missing.removeValue(forKey: name), let text = String.fromDatabaseValue(sql),
                text.utf8.elementsEqual(expected.utf8)
            else { throw VaultError.damaged(.schema) }
        }
        guard missing.isEmpty else { throw VaultError.damaged(.schema) }
    }
}

extension Row {
    /// The bytes of a column; `nil` for a value of another type, which a damaged file may contain.
    func bytes(_ index: Int) -> [UInt8]? {
        guard case .blob(let data) = (self[index] as DatabaseValue).storage else { return nil }
        return Array(data)
    }

    /// The number in a column; `nil` for a value of another type.
    func integer(_ index: Int) -> Int64? {
        guard case .int64(let number) = (self[index] as DatabaseValue).storage else { return nil }
        return number
    }
}
