import GRDB

/// The tables of a vault, which are all that its file may contain.
enum VaultSchema {
    /// Each table's definition, to the letter as it stands in the file.
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

    /// What the step from the first format adds.
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

    /// Refuses a file whose tables are not exactly ours: a trigger or a view could make our own statements do more.
    static func check(_ db: Database) throws {
        var missing = tables
        let objects = try Row.fetchCursor(db, sql: "SELECT name, sql FROM sqlite_schema")
        while let object = try objects.next() {
            // Ours are short; to compare a long name can cost the square of its length.
            guard let name = String.fromDatabaseValue(object[0]), name.utf8.count <= nameByteLimit else {
                throw VaultError.damaged(.schema)
            }
            let sql: DatabaseValue = object[1]
            // The indexes that SQLite makes for a key have no statement.
            if sql.isNull, name.hasPrefix("sqlite_autoindex_") { continue }
            guard let expected = missing.removeValue(forKey: name), let text = String.fromDatabaseValue(sql),
                text.utf8.elementsEqual(expected.utf8)
            else { throw VaultError.damaged(.schema) }
        }
        guard missing.isEmpty else { throw VaultError.damaged(.schema) }
    }
}

extension Row {
    /// Reads bytes; nil for anything else that a damaged file may hold in their place.
    func bytes(_ index: Int) -> [UInt8]? {
        guard case .blob(let data) = (self[index] as DatabaseValue).storage else { return nil }
        return Array(data)
    }

    func integer(_ index: Int) -> Int64? {
        guard case .int64(let number) = (self[index] as DatabaseValue).storage else { return nil }
        return number
    }
}
