import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

/// What somebody can do who writes the file and has no key.
@Suite struct `Damage` {
    /// A vault with two logins, one of them in the bin, two transactions more, and a proposal.
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

    /// Opens everything there is.
    private static func openAll(_ queue: DatabaseQueue, _ code: RecoveryCode) throws {
        try LockedVault(queue).unlock(recoveryCode: code).verify()
    }

    @Test(arguments: [
        ("vault", ["identifier", "key_check", "inbox_key", "checksum", "manifest"]),
        ("slots", ["identifier", "kind", "parameters", "wrapped", "checksum"]),
        ("records", ["identifier", "kind", "revision", "overview", "details"]),
        ("history", ["revision", "digest"]), ("inbox", ["identifier", "sealed"]),
    ])
    func `of any bit of any value is an error`(table: String, columns: [String]) throws {
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
                        // A number that another row has already is not to be written at all.
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

    /// Each value with one bit of each byte changed, or one bit of the number.
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

    @Test func `of any byte of the file never gives a wrong password`() throws {
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

    @Test func `of one record leaves the others readable`() throws {
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

    // MARK: Whole values in other places

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

    @Test func `by exchange of two records is found`() throws {
        let result = try Self.afterwards(
            """
            UPDATE records SET overview = (SELECT overview FROM old WHERE number = 3 - records.rowid),
                details = (SELECT details FROM old WHERE number = 3 - records.rowid) WHERE rowid < 3
            """)
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `by exchange of the identifiers is found`() throws {
        let result = try Self.afterwards(
            """
            DELETE FROM records WHERE rowid < 3;
            INSERT INTO records SELECT (SELECT identifier FROM old AS o WHERE o.number = 3 - old.number),
                kind, revision, overview, details FROM old WHERE number < 3
            """)
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `by exchange of the details alone is found`() throws {
        let result = try Self.afterwards(
            "UPDATE records SET details = (SELECT details FROM old WHERE number = 3 - records.rowid) WHERE rowid < 3")
        #expect(result.list == nil)
        #expect(result.first != nil)
    }

    @Test func `by exchange of the two parts of a record is found`() throws {
        let result = try Self.afterwards("UPDATE records SET overview = details, details = overview WHERE rowid = 1")
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    /// Two copies of one vault go apart, so that one record has the same revision in both, and another content.
    @Test func `by parts of two states of one revision is found`() throws {
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

    @Test func `by a part in the other's place is found by its key alone, and by its name alone`() throws {
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

    @Test func `by exchange of revisions is found`() throws {
        let result = try Self.afterwards("UPDATE records SET revision = 40 WHERE rowid = 1")
        #expect(result.list != nil)
        #expect(result.first != nil)
    }

    @Test func `by an older state of one record is found when all are listed`() throws {
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

    @Test func `by removal of a record is found when all are listed`() throws {
        #expect(try Self.afterwards("DELETE FROM records WHERE rowid = 2").list == .damaged(.recordSet))
        #expect(try Self.afterwards("DELETE FROM records").list == .damaged(.recordSet))
    }

    @Test func `by a record that comes back is found when all are listed`() throws {
        let result = try Self.afterwards(
            "INSERT INTO records SELECT identifier, kind, revision, overview, details FROM old WHERE number = 1"
        ) { vault in
            let id = try #require(try vault.overviews().overviews.first?.id)
            try vault.remove(id)
            try vault.purge(id)
        }
        #expect(result.list == .damaged(.recordSet))
    }

    @Test func `by a record of another vault is found`() throws {
        let (file, created, ids) = try Self.small()
        let other = try file.copy(named: "other.vault")
        // The same key and the same records, under another identifier of the vault.
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

    @Test func `by a slot that an older copy had is found`() throws {
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

    @Test func `of the public key of the inbox is found at the next unlock`() throws {
        let (file, created, _) = try Self.small()
        // Whoever exchanges the key can make the checksum fit: it has no key.
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

    // MARK: Bombs

    @Test(
        arguments: [
            (.max, 1, 1, 16), (1_048_577, 1, 1, 16), (8, .max, 1, 16), (65536, 1, .max, 16), (0, 0, 0, 16),
            (8, 1, 1, 15),
            (8, 1, 1, 65), (8, 1, 1, 0), (1_048_576, 64, 1, 16),
        ] as [(UInt32, UInt32, UInt32, Int)])
    func `by a bomb in the derivation's cost is refused`(memory: UInt32, passes: UInt32, lanes: UInt32, salt: Int)
        throws
    {
        let (file, created, _) = try Self.small()
        var parameters: [UInt8] = [1]
        parameters.appendBigEndian(memory)
        parameters.appendBigEndian(passes)
        parameters.appendBigEndian(lanes)
        parameters += [UInt8](repeating: 0, count: salt)
        let slot = KeySlot(identifier: RecordIdentifier(), kind: 1, parameters: parameters, wrapped: [1])
        try file.open().write { db in
            try KeySlot.delete(kind: 1, in: db)
            try slot.insert(in: db, vault: created.vault.identifier)
        }
        #expect(vaultError { _ = try file.unlock() } == .keyDerivationRefused)
    }

    @Test func `by a value larger than any of ours is refused`() throws {
        let (file, created, _) = try Self.small()
        let plain = try DatabaseQueue(path: file.path)
        try plain.write { try $0.execute(sql: "UPDATE records SET overview = zeroblob(9000000) WHERE revision = 1") }
        #expect(vaultError { _ = try created.vault.overviews() } == .damaged(.file))
    }

    @Test func `by more slots than there may be is refused`() throws {
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
