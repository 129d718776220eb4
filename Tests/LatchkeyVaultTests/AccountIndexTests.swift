import Crypto
import Foundation
import GRDB
import LatchkeyCore
import LatchkeyTesting
import Testing

@testable import LatchkeyVault

@Suite struct `Account index` {
    private let file: VaultFile
    private let vault: UnlockedVault

    init() throws {
        file = try VaultFile()
        vault = try file.create().vault
    }

    private static func login(_ sites: [String], user: String = "alice", passkeysOf parties: [String] = []) -> Login {
        Login(
            title: "A login", user: user, password: Secret("p"), sites: sites.compactMap(Site.init),
            passkeys: parties.map { party in
                Passkey(
                    description: PasskeyDescription(
                        relyingPartyIdentifier: party, credentialID: Data([1]), userHandle: Data([2]), userName: "x"),
                    privateKey: Secret("key"))
            })
    }

    // MARK: Look-up

    @Test(arguments: [
        ("https://example.com/login", "example.com", true), ("example.com", "example.com", true),
        ("https://www.example.com", "example.com", true), ("https://www.example.com", "www.example.com", true),
        ("https://a.b.c.d.example.com:8443", "example.com", true),
        ("https://a.b.c.example.co.uk", "example.co.uk", true),
        ("https://a.b.c.d.e.f", "a.b.c.d.e.f", true), ("https://x.a.b.c.d.e.f", "a.b.c.d.e.f", true),
        ("https://EXAMPLE.com", "example.com", true), ("https://localhost:8080", "localhost", true),
        ("http://192.0.2.1", "192.0.2.1", true), ("https://my_host.example.com", "example.com", true),
        // Hosts with several spellings are indexed by the user alone, so that the caller compares them.
        ("https://example.com.", "example.com", true), ("https://bücher.example", "xn--bcher-kva.example", true),
        ("https://[::1]", "[::1]", true), ("https://[0:0::1]:8080", "[::1]", true),
        ("https://example.org", "example.com", false), ("https://notexample.com", "example.com", false),
        ("https://example.com.evil.test", "example.com", false), ("https://com", "example.com", false),
        ("https://example.com", "www.example.com", false), ("https://www.localhost", "localhost", false),
    ])
    func `finds a user's logins at a host and its subdomains`(site: String, host: String, isFound: Bool) throws {
        let id = try vault.add(Self.login(["https://elsewhere.test", site])).id
        try vault.add(Self.login([site], user: "bob"))
        #expect(try vault.found([.user("alice", host: host)]) == (isFound ? [id] : []))
        #expect(try vault.found([.user("Alice", host: host), .user("", host: host)]) == [])
    }

    @Test func `finds each login with a passkey of a relying party once, including the bin`() throws {
        let first = try vault.add(Self.login([], passkeysOf: ["example.com", "example.com", "example.org"])).id
        let second = try vault.add(Self.login(["https://example.com"], user: "", passkeysOf: ["example.com"])).id
        try vault.add(Self.login(["https://example.com"], passkeysOf: ["www.example.com", "EXAMPLE.com"]))
        try vault.remove(second)
        #expect(try vault.found([.relyingParty("example.com")]) == [first, second])
        #expect(try vault.found([.relyingParty("example.com"), .relyingParty("example.org")]) == [first, second])
        #expect(try vault.found([.relyingParty("com")]) == [])
    }

    @Test func `finds a login that the same transaction has added or changed`() throws {
        try vault.transaction { transaction in
            let id = try transaction.add(Self.login(["https://example.com"])).id
            #expect(try transaction.found([.user("alice", host: "example.com")]) == [id])
            try transaction.edit(id) { $0.user = "bob" }
            #expect(try transaction.found([.user("alice", host: "example.com")]) == [])
            #expect(try transaction.found([.user("bob", host: "example.com")]) == [id])
        }
    }

    @Test func `a look-up by account opens only the matching logins`() throws {
        let ids = try vault.transaction { transaction in
            try (0..<500).map {
                try transaction.add(Self.login(["https://site\($0).example"], passkeysOf: ["a\($0).test"])).id
            }
        }
        // Opening any other login fails.
        try file.open().write { db in
            try db.execute(
                sql: "UPDATE records SET overview = zeroblob(100) WHERE identifier NOT IN (?, ?)",
                arguments: [Data(ids[7].bytes), Data(ids[8].bytes)])
        }
        #expect(
            try vault.found([.relyingParty("a7.test"), .user("alice", host: "site8.example")]) == [ids[7], ids[8]])
        #expect(vaultError { _ = try vault.found([.relyingParty("a9.test")]) } == .damaged(.record(ids[9])))
        #expect(vaultError { _ = try vault.overviews() } != nil)
    }

    // MARK: Consistency

    @Test func `after any changes the account index equals a rebuilt one`() throws {
        var random = SeededGenerator()
        var ids: [RecordIdentifier] = []
        let copy = try vault.copied()
        for round in 0..<150 {
            let sites = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                "https://h\(Int.random(in: 0..<9, using: &random)).example\(Int.random(in: 0..<4, using: &random)).com"
            }
            let login = Self.login(
                sites, user: ["", "alice", "bob"].randomElement(using: &random) ?? "",
                passkeysOf: sites.isEmpty ? ["p.test"] : [])
            let id = ids.randomElement(using: &random)
            // An operation that the record's state does not allow changes nothing.
            switch (Int.random(in: 0..<7, using: &random), id) {
            case (1, let id?): _ = vaultError { try vault.edit(id) { $0 = login } }
            case (2, let id?): _ = vaultError { try vault.remove(id) }
            case (3, let id?): _ = vaultError { try vault.restore(id) }
            case (4, let id?): _ = vaultError { try vault.purge(id) }
            case (5, let id?): _ = vaultError { try vault.markUsed(id) }
            case (6, let id?):
                _ = vaultError {
                    _ = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision)
                }
            default: ids.append(try vault.add(login).id)
            }
            if round == 100 { try copy.replaceRecords(with: vault) }
        }
        for vault in [vault, copy] {
            let kept = try vault.indexed()
            #expect(!kept.isEmpty)
            try vault.rebuildIndex()
            #expect(try vault.indexed() == kept)
        }
    }

    @Test func `a transaction with very many changes writes the account index in parts`() throws {
        let sites = (0..<100).map { "https://a.b.site\($0).example" }
        let count = AccountIndex.pendingLimit / 300 + 10
        try vault.transaction { transaction in
            for number in 0..<count { try transaction.add(Self.login(sites, user: "user\(number)")) }
        }
        let kept = try vault.indexed()
        #expect(kept.values.map(\.count).reduce(0, +) == count * 300)
        try vault.rebuildIndex()
        #expect(try vault.indexed() == kept)
    }

    @Test func `a rolled-back transaction does not change the account index`() throws {
        try vault.add(Self.login(["https://example.com"]))
        let before = try vault.indexed()
        #expect(throws: CancellationError.self) {
            try vault.transaction { transaction in
                try transaction.add(Self.login(["https://example.com"]))
                _ = try transaction.found([.user("alice", host: "example.com")])
                throw CancellationError()
            }
        }
        #expect(try vault.indexed() == before)
    }

    // MARK: Damage

    @Test func `rebuilds the account index if a bit of it differs`() throws {
        let id = try vault.add(Self.login(["https://example.com"], passkeysOf: ["example.com"])).id
        try vault.add(Self.login(["https://example.org"]))
        let kept = try vault.indexed()
        let rows = try file.open().read { try Row.fetchAll($0, sql: "SELECT bucket, sealed FROM accounts") }
        for row in rows {
            let number: Int64 = row[0]
            let sealed: Data = row[1]
            for index in stride(from: 0, to: sealed.count, by: 5) {
                var changed = sealed
                changed[index] ^= 1 << UInt8(index % 8)
                try file.open().write {
                    try $0.execute(
                        sql: "UPDATE accounts SET sealed = ? WHERE bucket = ?", arguments: [changed, number])
                }
                #expect(
                    try vault.found([.relyingParty("example.com"), .user("alice", host: "example.com")]) == [id])
                // The first look-up may not read the damaged bucket; this one reads the others.
                _ = try vault.found([.user("alice", host: "example.org")])
                #expect(try vault.indexed() == kept)
            }
        }
    }

    @Test func `rebuilds the account index after a change found an unreadable bucket`() throws {
        let id = try vault.add(Self.login(["https://example.com"])).id
        try file.open().write {
            try $0.execute(
                sql: "UPDATE accounts SET sealed = zeroblob(9) WHERE bucket <> ?", arguments: [AccountIndex.head])
        }
        try vault.edit(id) { $0.user = "bob" }
        #expect(try file.open().read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM accounts") } == 0)
        #expect(try vault.found([.user("bob", host: "example.com")]) == [id])
    }

    @Test func `a change removes an index whose head does not open`() throws {
        let id = try vault.add(Self.login(["https://example.com"])).id
        try file.open().write {
            try $0.execute(
                sql: "UPDATE accounts SET sealed = zeroblob(9) WHERE bucket = ?", arguments: [AccountIndex.head])
        }
        try vault.edit(id) { $0.user = "bob" }
        #expect(try file.open().read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM accounts") } == 0)
    }

    @Test func `a bucket does not open under another number or in another vault`() throws {
        try vault.add(Self.login(["https://example.com"]))
        func head(of name: RecordIdentifier) throws -> AccountBucket? {
            try vault.database.read { try AccountIndex($0, vault: name, keys: vault.keys).bucket(AccountIndex.head) }
        }
        #expect(try head(of: vault.identifier) != nil)
        #expect(try head(of: RecordIdentifier()) == nil)
        let number = try #require(try vault.indexed().keys.first)
        let exchanged = try vault.database.write { db in
            try db.execute(
                sql: "UPDATE accounts SET sealed = (SELECT sealed FROM accounts WHERE bucket = ?) WHERE bucket = ?",
                arguments: [AccountIndex.head, number])
            return try AccountIndex(db, vault: vault.identifier, keys: vault.keys).bucket(number)
        }
        #expect(exchanged == nil)
    }

    @Test func `the account index reveals no sites, no users and no equal entries`() throws {
        try vault.add(Self.login(["https://example.com"], passkeysOf: ["example.com"]))
        let one = try Data(contentsOf: URL(filePath: file.path))
        #expect(one.range(of: Data("example".utf8)) == nil)
        #expect(one.range(of: Data("alice".utf8)) == nil)
        try vault.rebuildIndex()
        let rows = try file.open().read { try Data.fetchAll($0, sql: "SELECT sealed FROM accounts") }
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows.map(\.count)) == [12 + 128 + 16])
    }

    // MARK: Limits

    @Test func `searches all logins if a bucket is full`() throws {
        let id = try vault.add(Self.login(["https://example.com"])).id
        let other = try vault.add(Self.login(["https://example.org"], user: "bob")).id
        var full = AccountBucket()
        let entry = AccountBucket.Entry(tag: 1, record: id)
        for _ in 0...AccountIndex.entryLimit { full.add(entry) }
        #expect(full.isFull && full.entries.isEmpty && !full.isEmpty)
        full.add(entry)
        full.remove(entry)
        #expect(AccountBucket(decoding: full.encoded[...]) == full)
        for word in AccountWord.words(for: .user("alice", host: "example.com")) {
            try vault.database.write { db in
                let index = AccountIndex(db, vault: vault.identifier, keys: vault.keys)
                try index.write(full.encoded, to: index.location(of: word).bucket)
            }
        }
        #expect(try Set(vault.found([.user("alice", host: "example.com")])) == [id, other])
        // The bucket stays full after changes.
        try vault.edit(id) { $0.user = "carol" }
        try vault.edit(id) { $0.user = "alice" }
        #expect(try Set(vault.found([.user("alice", host: "example.com")])) == [id, other])
    }

    @Test(arguments: ["", "01", "01000000", "0200000000", "0100000001", "0100004001", "01fffffffe00"])
    func `rejects a malformed bucket`(hex: String) throws {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        #expect(AccountBucket(decoding: bytes[...]) == nil)
    }
}

extension VaultTransaction {
    func found(_ keys: [AccountKey]) throws -> [RecordIdentifier] {
        var found: [RecordIdentifier] = []
        try forEachOverview(matching: keys) { found.append($0.id) }
        return found
    }
}

extension UnlockedVault {
    func found(_ keys: [AccountKey]) throws -> [RecordIdentifier] { try transaction { try $0.found(keys) } }

    /// The entries of each bucket, without the head.
    fileprivate func indexed() throws -> [Int64: Set<AccountBucket.Entry>] {
        try database.read { db in
            let index = AccountIndex(db, vault: identifier, keys: keys)
            let numbers = try Int64.fetchAll(db, sql: "SELECT bucket FROM accounts")
            #expect(numbers.contains(AccountIndex.head))
            return try Dictionary(
                uniqueKeysWithValues: numbers.filter { $0 != AccountIndex.head }.map { number in
                    let bucket = try #require(try index.bucket(number))
                    #expect(Set(bucket.entries).count == bucket.entries.count)
                    return (number, Set(bucket.entries))
                })
        }
    }

    /// Deletes the index, as after an upgrade, and rebuilds it.
    fileprivate func rebuildIndex() throws {
        try database.write { try $0.execute(sql: "DELETE FROM accounts") }
        _ = try found([])
    }

    fileprivate func copied() throws -> UnlockedVault {
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        try LockedVault(database).copy(to: queue)
        return try LockedVault(queue).unlock(vaultKey: vaultKey)
    }
}
