import Foundation
import GRDB
import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Import` {
    private static func vault() throws -> UnlockedVault {
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        return try LockedVault.create(
            in: queue, passphrase: Secret("p"), cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }

    private static func csv(_ rows: String...) -> ByteSource {
        ByteSource(Array((["name,url,username,password,note"] + rows).joined(separator: "\n").utf8))
    }

    /// The numbers of added, equal, changed and refused rows.
    private static func counts(_ report: ImportReport) -> [Int] {
        [report.added, report.same, report.changed, report.refusedCount]
    }

    @Test func `adds a new login with every value of its row`() throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(
            Self.csv("Example,https://example.com/login,jane,pass,a note", "bad", "B,https://b.example/,joe,word,"),
            into: vault)
        #expect(Self.counts(report) == [2, 0, 0, 1])
        #expect(report.format == "chrome-csv")
        #expect(report.refused == [.init(line: 3, reason: .wrongFieldCount(expected: 5, found: 1))])
        let overviews = try vault.overviews().overviews
        #expect(overviews.map(\.title) == ["B", "Example"])
        let login = try vault.record(overviews[1].id).login
        #expect(login.user == "jane")
        #expect(login.password == Secret("pass"))
        #expect(login.sites.map(\.text) == ["https://example.com/login"])
        #expect(login.notes == Secret("a note"))
        #expect(overviews.filter { $0.revision > report.revisionBefore }.count == 2)
        try vault.verify()
    }

    @Test func `adds nothing when a file is imported again`() throws {
        let vault = try Self.vault()
        let rows = ["A,https://a.example/,u,p,", "A2,https://a.example/other,v,p,", "B,https://b.example:8443/,u,p,n"]
        func file() -> ByteSource { Self.csv(rows[0], rows[1], rows[2]) }
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [3, 0, 0, 0])
        let mark = try vault.mark()
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [0, 3, 0, 0])
        #expect(try vault.mark() == mark)
    }

    @Test func `replaces the password of an existing login, and keeps the old one in its history`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/login,u,old,mine"), into: vault)
        let report = try LoginImport.run(Self.csv("Other,https://a.example/elsewhere,u,new,theirs"), into: vault)
        #expect(Self.counts(report) == [0, 0, 1, 0])
        let record = try vault.record(#require(try vault.overviews().overviews.first?.id))
        #expect(record.login.password == Secret("new"))
        #expect(record.login.history.map(\.password) == [Secret("old")])
        #expect(record.login.title == "A")
        #expect(record.login.notes == Secret("mine"))
    }

    @Test func `keeps a password that was changed after the export`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/,u,old,"), into: vault)
        try vault.edit(#require(try vault.overviews().overviews.first?.id)) { $0.password = Secret("new") }
        #expect(Self.counts(try LoginImport.run(Self.csv("A,https://a.example/,u,old,"), into: vault)) == [0, 1, 0, 0])
        #expect(try vault.record(#require(try vault.overviews().overviews.first?.id)).login.password == Secret("new"))
    }

    @Test func `imports repeated rows of one file once`() throws {
        let vault = try Self.vault()
        func file() -> ByteSource {
            Self.csv(
                "A,https://a.example/,u,p,", "A,https://a.example/x,u,p,", "A,https://a.example/,u,q,",
                "A,https://a.example/,u,p,")
        }
        let report = try LoginImport.run(file(), into: vault)
        #expect(Self.counts(report) == [2, 2, 0, 0])
        #expect(report.remarks == [.init(line: 4, notice: .hasTwin, title: "A")])
        let again = try LoginImport.run(file(), into: vault)
        #expect(Self.counts(again) == [0, 4, 0, 0])
        #expect(again.remarks == [])
        #expect(try vault.logins().compactMap { $0.password?.reveal() }.sorted() == ["p", "q"])
        #expect(try vault.logins().allSatisfy(\.history.isEmpty))
    }

    @Test(arguments: [
        "A,http://a.example/,u,p,", "A,https://a.example:8443/,u,p,", "A,https://www.a.example/,u,p,",
        "A,https://a.example/,U,p,", "A,https://a.example/,,p,",
    ])
    func `adds a separate login for another scheme, host, port or user`(row: String) throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/,u,p,"), into: vault)
        #expect(Self.counts(try LoginImport.run(Self.csv(row), into: vault)) == [1, 0, 0, 0])
    }

    @Test func `matches a login by any of its sites, and changes the newest of several`() throws {
        let vault = try Self.vault()
        let sites = [Site("https://a.example/"), Site("https://b.example/")].compactMap { $0 }
        let first = try Self.id(vault.add(Login(title: "1", user: "u", password: Secret("one"), sites: sites)))
        let second = try Self.id(vault.add(Login(title: "2", user: "u", password: Secret("two"), sites: sites)))
        let report = try LoginImport.run(
            Self.csv("x,https://b.example/,u,one,", "x,https://b.example/,u,three,", "x,https://a.example/,u,three,"),
            into: vault)
        #expect(Self.counts(report) == [0, 2, 1, 0])
        #expect(try vault.record(first).login.password == Secret("one"))
        #expect(try vault.record(second).login.password == Secret("three"))
    }

    private static func id(_ change: Change) throws -> RecordIdentifier {
        guard case .added(let overview) = change else { throw CancellationError() }
        return overview.id
    }

    @Test func `ignores logins in the vault's bin`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/,u,p,"), into: vault)
        try vault.remove(#require(try vault.overviews().overviews.first?.id))
        #expect(Self.counts(try LoginImport.run(Self.csv("A,https://a.example/,u,p,"), into: vault)) == [1, 0, 0, 0])
    }

    @Test func `refuses a row that is too large, and imports the rest`() throws {
        let vault = try Self.vault()
        let long = String(repeating: "a", count: 70_000)
        let report = try LoginImport.run(
            Self.csv("\(long),https://a.example/,u,p,", "B,https://b.example/,u,p,"), into: vault)
        #expect(Self.counts(report) == [1, 0, 0, 1])
        #expect(report.refused.map(\.reason) == [.tooLong])
        #expect(report.refused.map(\.title) == [String(long.prefix(256)) + "…"])
        try vault.verify()
    }

    @Test func `lists the first 1000 refused rows, and counts all`() throws {
        let rows = String(repeating: "bad\n", count: 1500)
        let report = try LoginImport.run(Self.csv(rows), into: Self.vault())
        #expect(report.refusedCount == 1500)
        #expect(report.refused.count == 1000)
        #expect(report.refused.last?.line == 1001)
    }

    @Test func `lists the first 1000 rows of a preview, and counts all`() throws {
        let rows = (1...1001).map { "\($0),https://\($0).example/,u,p,\n" }.joined()
        let report = try LoginImport.run(Self.csv(rows), into: Self.vault(), mode: .previewing)
        #expect(report.summaries.count == 1000)
        #expect(report.rowCount == 1001)
    }

    @Test(arguments: [
        ("name,url,username,password,note\nA,https://a.example/,u,p,cut he", true),
        ("url,username,password\nhttps://a.example/,u,half-of-a-pass", true),
        ("url,username,password\nhttps://a.example/,u,p\n", false),
        ("url,username,password\nhttps://a.example/,u,p\r\n", false),
        // Firefox quotes each value and writes no line end after the last one; Bitwarden leaves the last one empty.
        ("\"url\",\"username\",\"password\"\r\n\"https://a.example/\",\"u\",\"p\"", false),
        ("name,url,username,password,note\nA,https://a.example/,u,p,", false),
    ])
    func `notices a file that ends inside a value`(text: String, isCut: Bool) throws {
        let report = try LoginImport.run(ByteSource(Array(text.utf8)), into: Self.vault())
        #expect(report.added == 1)
        #expect(report.mayBeCutOff == isCut)
    }

    // MARK: One transaction

    private static func expectNothing(_ source: ByteSource, throws expected: some Error & Equatable) throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/,u,p,"), into: vault)
        let mark = try vault.mark()
        #expect(throws: expected) { try LoginImport.run(source, into: vault) }
        #expect(try vault.mark() == mark)
        #expect(try vault.overviews().count == 1)
        try vault.verify()
    }

    @Test func `writes nothing if the end of the file is invalid`() throws {
        try Self.expectNothing(
            Self.csv("B,https://b.example/,u,p,", "C,https://c.example/,u,\"p,"),
            throws: ExchangeError.unterminatedQuote(line: 3))
    }

    private struct ReadingFailed: Error, Equatable {}

    @Test func `writes nothing if reading the file fails`() throws {
        var pieces = [Array("url,username,password\nhttps://b.example/,u,p\n".utf8)]
        let source = ByteSource {
            guard let piece = pieces.popLast() else { throw ReadingFailed() }
            return piece
        }
        // A small file fails while its head is read, a larger file in the middle.
        try Self.expectNothing(source, throws: ReadingFailed())
        var count = 0
        let large = ByteSource {
            count += 1
            if count > 500 { throw ReadingFailed() }
            return count == 1
                ? Array("url,username,password\n".utf8) : Array("https://\(count).example/,u,p\n".utf8)
        }
        try Self.expectNothing(large, throws: ReadingFailed())
        #expect(count == 501)
    }

    @Test func `writes nothing if the import is cancelled`() async throws {
        let vault = try Self.vault()
        let task = Task {
            var count = 0
            let endless = ByteSource {
                count += 1
                if count == 2000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                return count == 1
                    ? Array("url,username,password\n".utf8) : Array("https://\(count).example/,u,p\n".utf8)
            }
            return try LoginImport.run(endless, into: vault)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try vault.overviews().count == 0)
        #expect(try vault.mark().revision == 0)
    }

    @Test func `changes nothing when any rows are imported again`() throws {
        let row = Generator<String>.element(
            of: (0..<48).map { number in
                let host = ["a", "b", "c"][number % 3]
                let user = ["u", "v"][number / 3 % 2]
                return "N,https://\(host).example/,\(user),password\(number / 6 % 4),\(number / 24)"
            })
        try forAll(row.list(upTo: 40), runs: 40) { rows in
            let bytes = Array((["name,url,username,password,note"] + rows).joined(separator: "\n").utf8)
            let vault = try Self.vault()
            let first = try LoginImport.run(ByteSource(bytes), into: vault)
            let mark = try vault.mark()
            let second = try LoginImport.run(ByteSource(bytes), into: vault)
            let isUnchanged = try vault.mark() == mark
            return first.added + first.same + first.changed == rows.count && second.same == rows.count
                && isUnchanged && Set(rows).count == first.added
        }
    }

    @Test func `changes nothing when any rows are imported into any vault again`() throws {
        let passwords = ["", "p", "q", "r"]
        func csv(_ rows: [Int]) -> [UInt8] {
            let lines = rows.map { row in
                "\(["T", "U"][row % 2]),https://\(["a", "b"][row / 2 % 2]).example/\(row / 4 % 2),u,"
                    + "\(passwords[row / 8 % 4]),\(["", "", "m", "n"][row / 32])"
            }
            return Array((["name,url,username,password,note"] + lines).joined(separator: "\n").utf8)
        }
        let rows = Generator<Int>.int(in: 0...127).list(upTo: 8)
        try forAll(rows, rows, rows, runs: 40) { old, older, rows in
            let vault = try Self.vault()
            for file in [old, older, rows] { _ = try LoginImport.run(ByteSource(csv(file)), into: vault) }
            let mark = try vault.mark()
            let second = try LoginImport.run(ByteSource(csv(rows)), into: vault)
            // Some login has each password of the file as its current or a previous one.
            let logins = try vault.logins()
            let kept = Set(logins.flatMap { [$0.password] + $0.history.map(\.password) }.map { $0?.reveal() })
            return try vault.mark() == mark && second.same == rows.count
                && kept.isSuperset(of: rows.map { passwords[$0 / 8 % 4] }.filter { !$0.isEmpty })
        }
    }

    // MARK: Similar logins

    @Test func `imports two rows with the same site, user and title as two logins`() throws {
        let vault = try Self.vault()
        let there = [Site("a.example")].compactMap(\.self)
        try vault.add(Login(title: "A", user: "u", password: Secret("x"), sites: there))
        func file() -> ByteSource { Self.csv("A,https://a.example/,u,one,", "A,https://a.example/,u,two,") }
        func passwords() throws -> [String] { try vault.logins().compactMap { $0.password?.reveal() }.sorted() }
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [2, 0, 0, 0])
        #expect(try passwords() == ["one", "two", "x"])
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [0, 2, 0, 0])
        // A change of one of them in the vault does not affect the other.
        let changed = Self.csv("A,https://a.example/,u,three,", "A,https://a.example/,u,two,")
        _ = try LoginImport.run(changed, into: vault)
        #expect(try Set(passwords()) == ["three", "two", "x"] || Set(passwords()) == ["one", "three", "two", "x"])
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `matches a login to the row with its password in any order of rows`(order: [Int]) throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.csv("A,https://a.example/,u,own,mine"), into: vault)
        let rows = ["A,https://a.example/,u,own,", "A,https://a.example/,u,other,"]
        let report = try LoginImport.run(Self.csv(rows[order[0]], rows[order[1]]), into: vault)
        #expect(Self.counts(report) == [1, 1, 0, 0])
        #expect(report.summaries.map(\.line) == [2, 3])
        let kept = try vault.logins().filter { $0.notes == Secret("mine") }
        #expect(kept.map(\.password) == [Secret("own")])
        #expect(kept.first?.history.isEmpty == true)
        #expect(try Set(vault.logins().map { $0.password?.reveal() }) == ["own", "other"])
    }

    @Test func `imports two contradicting rows with the same password as two logins`() throws {
        let vault = try Self.vault()
        func file() -> ByteSource {
            Self.csv("A,https://a.example/,u,p,one", "A,https://a.example/,u,p,", "A,https://a.example/,u,p,two")
        }
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [2, 1, 0, 0])
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [0, 3, 0, 0])
        #expect(try Set(vault.logins().compactMap { $0.notes?.reveal() }) == ["one", "two"])
    }
}
