import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

/// Attacks that write the file without its key.
@Suite struct `Damage` {
    /// A vault with two logins, one of them in the bin, and a proposal.
    private static func small() throws -> (file: VaultFile, created: CreatedVault, ids: [RecordIdentifier]) {
        let file = try VaultFile()
        let created = try file.create()
        let first = try created.vault.add(.simple(1)).id
        let second = try created.vault.add(.simple(2)).id
        try created.vault.remove(second)
        try LockedVault(file.open()).deposit(
            InboxProposal(reason: .submittedLogin, user: "u", password: Secret("p"), sites: [], proposed: Date()))
        return (file, created, [first, second])
    }

    /// Unlocks and verifies the whole vault.
    private static func openAll(_ queue: DatabaseQueue, _ code: RecoveryCode) throws {
        try LockedVault(queue).unlock(recoveryCode: code).verify()
    }

    @Test(arguments: [
        ("vault", ["identifier", "key_check", "inbox_key", "checksum", "manifest"]),
        ("slots", ["identifier", "kind", "parameters", "wrapped", "checksum"]),
        ("records", ["identifier", "kind", "revision", "overview", "details"]),
        ("history", ["revision", "digest"]), ("inbox", ["identifier", "sealed"]),
    ])
    func `throws an error if any bit of any value differs`(table: String, columns: [String]) throws {
        let (file, created, _) = try Self.small()
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        try file.open().backup(to: queue)
        try Self.openAll(queue, created.recoveryCode)
        let rows = try queue.read {
            try Row.fetchAll($0, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
        }
        #expect(!rows.isEmpty)
        for row in rows {
            for (index, column) in columns.enumerated() {
                let key: DatabaseValue = row[0]
                let value: DatabaseValue = row[index]
                for changed in Self.flips(of: value) {
                    let count = try queue.write {
                        // Skip numbers that another row has.
                        try $0.execute(
                            sql: "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(columns[0]) = ?",
                            arguments: [changed, key])
                        return $0.changesCount
                    }
                    if count == 0 { continue }
                    let error = vaultError { try Self.openAll(queue, created.recoveryCode) }
                    #expect(error != nil, "\(table).\(column) \(changed)")
                    try queue.write {
                        try $0.execute(
                            sql: "UPDATE \(table) SET \(column) = ? WHERE \(columns[0]) = ?",
                            arguments: [value, index == 0 ? changed : key])
                    }
                }
            }
        }
        try Self.openAll(queue, created.recoveryCode)
    }

    /// The value with one bit flipped: of each byte in turn, or each bit of a number.
    private static func flips(of value: DatabaseValue) -> [DatabaseValue] {
        switch value.storage {
        case .blob(let data):
            return data.indices.map { index in
                var changed = data
                changed[index] ^= 1 << UInt8(index % 8)
                return changed.databaseValue
            }
        case .int64(let number): return (0..<64).map { (number ^ 1 << Int64($0)).databaseValue }
        default: return []
        }
    }

    @Test func `never returns a wrong password if any byte of the file differs`() throws {
        let (file, created, ids) = try Self.small()
        let whole = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
        let key = created.vault.vaultKey
        for index in stride(from: 0, to: whole.count, by: 61) {
            let target = try VaultFile()
            var changed = whole
            changed[index] ^= 1 << UInt8(index % 8)
            try Data(changed).write(to: URL(filePath: target.path))
            do {
                let vault = try LockedVault(target.open()).unlock(vaultKey: key)
                let record = try vault.record(ids[0])
                #expect(record.login.password == Secret("password 1"))
                let page = try vault.overviews(OverviewQuery(scope: .everything))
                #expect(page.overviews.map(\.title) == ["Site 1", "Site 2"])
            } catch let error as DatabaseError {
                _ = VaultError(error)
            } catch {
                #expect(error is VaultError)
            }
        }
    }

    @Test func `damage to one record leaves the others readable`() throws {
        let (file, created, ids) = try Self.small()
        try file.open().write {
            try $0.execute(
                sql: "UPDATE records SET details = zeroblob(100) WHERE identifier = ?", arguments: [Data(ids[0].bytes)])
        }
        let vault = try LockedVault(file.open()).unlock(vaultKey: created.vault.vaultKey)
        #expect(vaultError { _ = try vault.record(ids[0]) } == .damaged(.record(ids[0])))
        #expect(try vault.record(ids[1]).login.password == Secret("password 2"))
        #expect(try vault.overviews().count == 1)
    }

    // MARK: Moved values

    private static func afterwards(
        _ sql: String, _ prepare: (UnlockedVault) throws -> Void = { _ in }
    ) throws -> (list: VaultError?, first: VaultError?, all: VaultError?) {
        let file = try VaultFile()
        let vault = try file.create().vault
        let ids = try (1...3).map { try vault.add(.simple($0)).id }
        let queue = try file.open()
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TEMP TABLE old AS SELECT rowid AS number, * FROM records")
            try prepare(vault)
            try db.execute(sql: sql)
        }
        return (
            vaultError { _ = try vault.overviews() }, vaultError { _ = try vault.record(ids[0]) },
            vaultError { try vault.verify() }
        )
    }

    @Test func `detects two exchanged records`() throws {
        let result = try Self.afterwards(
            """
            UPDATE records SET overview = (SELECT overview FROM old WHERE number = 3 - records.rowid),
                details = (SELECT details FROM old WHERE number = 3 - records.rowid) WHERE rowid < 3
            """)
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `detects two exchanged identifiers`() throws {
        let result = try Self.afterwards(
            """
            DELETE FROM records WHERE rowid < 3;
            INSERT INTO records SELECT (SELECT identifier FROM old AS o WHERE o.number = 3 - old.number),
                kind, revision, overview, details FROM old WHERE number < 3
            """)
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `detects exchanged details`() throws {
        let result = try Self.afterwards(
            "UPDATE records SET details = (SELECT details FROM old WHERE number = 3 - records.rowid) WHERE rowid < 3")
        #expect(result.list == nil)
        #expect(result.first != nil)
    }

    @Test func `detects that overview and details of a record are exchanged`() throws {
        let result = try Self.afterwards("UPDATE records SET overview = details, details = overview WHERE rowid = 1")
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    /// Two branches of one vault change the same record under the same revision.
    @Test func `detects overview and details of different branches with equal revisions`() throws {
        let (file, created, ids) = try Self.small()
        let other = try DatabaseQueue(
            path: file.copy(named: "other.vault"), configuration: VaultDatabase.configuration())
        for (queue, password) in [(try file.open(), "one"), (other, "other")] {
            let vault = try LockedVault(queue).unlock(vaultKey: created.vault.vaultKey)
            try vault.edit(ids[0]) { $0.password = Secret(password) }
        }
        let details = try other.read {
            try Data.fetchOne(
                $0, sql: "SELECT details FROM records WHERE identifier = ?", arguments: [Data(ids[0].bytes)])
        }
        try file.open().write {
            try $0.execute(
                sql: "UPDATE records SET details = ? WHERE identifier = ?", arguments: [details, Data(ids[0].bytes)])
        }
        let vault = try LockedVault(file.open()).unlock(vaultKey: created.vault.vaultKey)
        #expect(vaultError { _ = try vault.record(ids[0]) } == .damaged(.record(ids[0])))
    }

    @Test func `key and associated data each prevent using one part of a record as the other`() throws {
        let (file, created, ids) = try Self.small()
        let keys = created.vault.keys
        let stored = try #require(
            try file.open().read { db in
                try Row.fetchOne(
                    db, sql: "SELECT identifier, kind, revision, overview, details FROM records WHERE identifier = ?",
                    arguments: [Data(ids[0].bytes)]
                ).map { try StoredRecord($0, withDetails: true) }
            })
        func name(_ part: StoredRecord.Part) -> [UInt8] {
            StoredRecord.associatedData(created.vault.identifier, ids[0], stored.kind, stored.revision, part)
        }
        #expect(Sealing.open(stored.overview, with: keys.overviews, for: name(.overview)) != nil)
        #expect(Sealing.open(stored.overview, with: keys.details, for: name(.overview)) == nil)
        #expect(Sealing.open(stored.overview, with: keys.overviews, for: name(.details)) == nil)
    }

    @Test func `detects a changed revision`() throws {
        let result = try Self.afterwards("UPDATE records SET revision = 40 WHERE rowid = 1")
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `detects an older state of one record when all are listed`() throws {
        let result = try Self.afterwards(
            """
            DELETE FROM records WHERE rowid = 1;
            INSERT INTO records SELECT identifier, kind, revision, overview, details FROM old WHERE number = 1
            """
        ) { vault in
            let id = try #require(try vault.overviews().overviews.first?.id)
            try vault.edit(id) { $0.password = Secret("newer") }
        }
        #expect(result.list == .damaged(.recordSet))
        #expect(result.all == .damaged(.recordSet))
    }

    @Test func `detects a removed record when all are listed`() throws {
        #expect(try Self.afterwards("DELETE FROM records WHERE rowid = 2").list == .damaged(.recordSet))
        #expect(try Self.afterwards("DELETE FROM records").list == .damaged(.recordSet))
    }

    @Test func `detects a purged record that was inserted again when all are listed`() throws {
        let result = try Self.afterwards(
            "INSERT INTO records SELECT identifier, kind, revision, overview, details FROM old WHERE number = 1"
        ) { vault in
            let id = try #require(try vault.overviews().overviews.first?.id)
            try vault.remove(id)
            try vault.purge(id)
        }
        #expect(result.list == .damaged(.recordSet))
    }

    @Test func `detects a record of another vault`() throws {
        let (file, created, ids) = try Self.small()
        let other = try file.copy(named: "other.vault")
        // The same key and records with another identifier of the vault.
        let queue = try DatabaseQueue(path: other, configuration: VaultDatabase.configuration())
        try queue.write { try $0.execute(sql: "UPDATE vault SET identifier = randomblob(16)") }
        #expect(vaultError { _ = try LockedVault(queue).unlock(vaultKey: created.vault.vaultKey) } == .damaged(.header))
        let stored = try file.open().read { db in
            try Row.fetchOne(
                db, sql: "SELECT identifier, kind, revision, overview, details FROM records WHERE identifier = ?",
                arguments: [Data(ids[0].bytes)]
            ).map { try StoredRecord($0, withDetails: true) }
        }
        let keys = created.vault.keys
        #expect(vaultError { _ = try stored?.open(vault: RecordIdentifier(), keys: keys) } == .damaged(.record(ids[0])))
    }

    @Test func `detects a key slot of an older copy`() throws {
        let (file, created, _) = try Self.small()
        let old = try file.open().read { try Row.fetchAll($0, sql: "SELECT * FROM slots WHERE kind = 1") }
        try created.vault.changePassphrase(to: Secret("new"), cost: VaultFile.cheapest)
        let row = try #require(old.first)
        try file.open().write { db in
            try db.execute(sql: "DELETE FROM slots WHERE kind = 1")
            try db.execute(
                sql: "INSERT INTO slots VALUES (?, ?, ?, ?, ?)", arguments: StatementArguments(row.databaseValues))
        }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.keySlots))
    }

    @Test func `detects a replaced public key of the inbox at the next unlock`() throws {
        let (file, created, _) = try Self.small()
        // An attacker can also correct the checksum, because it has no key.
        let foreign = InboxKeyPair(seed: .random(count: 32)).publicKey
        let header = VaultHeader(
            identifier: created.vault.identifier, keyCheck: created.vault.keys.check, inboxKey: foreign)
        try file.open().write { db in
            let manifest = try #require(try Data.fetchOne(db, sql: "SELECT manifest FROM vault"))
            try db.execute(sql: "DELETE FROM vault")
            try header.insert(manifest: Array(manifest), in: db)
        }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.header))
        #expect(vaultError { try created.vault.add(.full) } == .damaged(.header))
    }

    // MARK: Excessive work

    @Test(
        arguments: [
            (.max, 1, 1, 16), (1_048_577, 1, 1, 16), (8, .max, 1, 16), (65536, 1, .max, 16), (0, 0, 0, 16),
            (8, 1, 1, 15),
            (8, 1, 1, 65), (8, 1, 1, 0), (1_048_576, 64, 1, 16),
        ] as [(UInt32, UInt32, UInt32, Int)])
    func `rejects key derivation with excessive cost or a wrong salt`(
        memory: UInt32, passes: UInt32, lanes: UInt32, salt: Int
    )
        throws
    {
        let (file, created, _) = try Self.small()
        var parameters = ByteWriter([1])
        parameters.write(memory)
        parameters.write(passes)
        parameters.write(lanes)
        parameters.write([UInt8](repeating: 0, count: salt))
        let slot = KeySlot(identifier: RecordIdentifier(), kind: 1, parameters: parameters.bytes, wrapped: [1])
        try file.open().write { db in
            try KeySlot.delete(kind: 1, in: db)
            try slot.insert(in: db, vault: created.vault.identifier)
        }
        #expect(vaultError { _ = try file.unlock() } == .keyDerivationRefused)
    }

    @Test func `rejects a value larger than the limit`() throws {
        let (file, created, _) = try Self.small()
        let plain = try DatabaseQueue(path: file.path)
        try plain.write { try $0.execute(sql: "UPDATE records SET overview = zeroblob(9000000) WHERE revision = 1") }
        #expect(vaultError { _ = try created.vault.overviews() } == .damaged(.file))
    }

    @Test func `rejects more key slots than the limit`() throws {
        let (file, created, _) = try Self.small()
        try file.open().write { db in
            for _ in 0..<40 {
                try KeySlot(identifier: RecordIdentifier(), kind: 1, parameters: [], wrapped: [])
                    .insert(in: db, vault: created.vault.identifier)
            }
        }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.keySlots))
    }
}
