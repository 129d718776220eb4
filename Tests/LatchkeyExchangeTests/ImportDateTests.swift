import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

/// Which of two passwords an import makes the current one.
@Suite("Import of a different password") struct ImportDateTests {
    /// Days after January 1, 2024.
    private static func day(_ number: Double) -> Date { Date(timeIntervalSince1970: 1_704_067_200 + number * 86_400) }

    /// A CSV of Firefox with one login for each password and the day on which it was set.
    private static func firefox(_ rows: (password: String, day: Double)..., user: String = "jane") -> ByteSource {
        let header =
            "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged"
        let lines = rows.map { row in
            let milliseconds = Int64(day(row.day).timeIntervalSince1970 * 1000)
            return "https://a.example,\(user),\(row.password),,,,1500000000000,,\(milliseconds)"
        }
        return ByteSource(Array(([header] + lines).joined(separator: "\n").utf8))
    }

    private static func chrome(_ password: String) -> ByteSource {
        ByteSource(Array("name,url,username,password\nA,https://a.example/,jane,\(password)\n".utf8))
    }

    private static func only(in vault: UnlockedVault) throws -> Record {
        let overviews = try vault.overviews().overviews
        try #require(overviews.count == 1)
        return try vault.record(overviews[0].id)
    }

    private static func change(
        _ effect: ImportReport.Effect, line: Int = 2, title: String = "a.example",
        additions: [ImportReport.Addition] = []
    ) -> ImportReport.Change {
        ImportReport.Change(line: line, effect: effect, title: title, user: "jane", additions: additions)
    }

    @Test func `adds an older password to the history`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("new", 100)), into: vault)
        let report = try LoginImport.run(Self.firefox(("old", 50)), into: vault)
        #expect(report.counts == [0, 0, 1, 0])
        #expect(report.changes == [Self.change(.olderPassword)])
        let record = try Self.only(in: vault)
        #expect(record.login.password == Secret("new"))
        #expect(record.login.history == [PastPassword(password: Secret("old"), replaced: Self.day(50))])
        #expect(record.login.passwordSince(created: record.overview.created) == Self.day(100))
        // Importing either file again changes nothing.
        #expect(try LoginImport.run(Self.firefox(("old", 50)), into: vault).counts == [0, 1, 0, 0])
        #expect(try LoginImport.run(Self.firefox(("new", 100)), into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `replaces the current password with a newer one and keeps the row's date`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("one", 10)), into: vault)
        let report = try LoginImport.run(Self.firefox(("two", 20)), into: vault)
        #expect(report.changes == [Self.change(.newerPassword)])
        // A day between the two dates, and a day after both.
        #expect(try LoginImport.run(Self.firefox(("between", 15)), into: vault).changes.first?.effect == .olderPassword)
        #expect(try LoginImport.run(Self.firefox(("three", 30)), into: vault).changes.first?.effect == .newerPassword)
        let record = try Self.only(in: vault)
        #expect(record.login.password == Secret("three"))
        #expect(
            record.login.history == [
                PastPassword(password: Secret("two"), replaced: Self.day(30)),
                PastPassword(password: Secret("one"), replaced: Self.day(20)),
                PastPassword(password: Secret("between"), replaced: Self.day(15)),
            ])
    }

    @Test func `never replaces a password that the user set after the export`() throws {
        let vault = try UnlockedVault.inMemory()
        let added = try vault.add(
            Login(title: "A", user: "jane", password: Secret("mine"), sites: [Site("a.example")].compactMap(\.self)))
        _ = added
        // The user sets it today, so every date of 2024 in a file is older.
        let bare = ByteSource(
            Array(
                #"""
                {"encrypted": false, "items": [{"type": 1, "name": "A", "revisionDate": "2024-06-01T00:00:00.000Z",
                 "login": {"username": "jane", "password": "theirs", "uris": [{"uri": "a.example"}]}}]}
                """#.utf8))
        let report = try LoginImport.run(bare, into: vault)
        #expect(report.changes == [Self.change(.olderPassword, line: 1, title: "A")])
        #expect(try Self.only(in: vault).login.password == Secret("mine"))
        #expect(try Self.only(in: vault).login.history.map(\.password) == [Secret("theirs")])
    }

    @Test func `replaces the current password if the row's history contains it`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.chrome("one"), into: vault)
        let file = ByteSource(
            Array(
                #"""
                {"encrypted": false, "items": [{"type": 1, "name": "A", "revisionDate": "2024-06-01T00:00:00.000Z",
                 "passwordHistory": [{"lastUsedDate": "2024-06-01T00:00:00.000Z", "password": "one"}],
                 "login": {"username": "jane", "password": "two", "uris": [{"uri": "https://a.example/"}]}}]}
                """#.utf8))
        #expect(try LoginImport.run(file, into: vault).changes == [Self.change(.newerPassword, line: 1, title: "A")])
        #expect(try Self.only(in: vault).login.password == Secret("two"))
    }

    @Test func `replaces the current password with one that has no date, and reports it`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("dated", 100)), into: vault)
        let report = try LoginImport.run(Self.chrome("undated"), into: vault)
        #expect(report.changes == [Self.change(.undatedPassword)])
        #expect(try Self.only(in: vault).login.password == Secret("undated"))
        #expect(try Self.only(in: vault).login.history.map(\.password) == [Secret("dated")])
    }

    @Test func `sets the password of a login without one, and adds nothing to the history`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.chrome(""), into: vault)
        #expect(try Self.only(in: vault).login.password == nil)
        let report = try LoginImport.run(Self.firefox(("first", 5)), into: vault)
        #expect(report.changes == [Self.change(.firstPassword, title: "A")])
        #expect(try Self.only(in: vault).login.history == [])
        #expect(try Self.only(in: vault).login.passwordSince(created: .distantPast) == Self.day(5))
    }

    @Test func `orders passwords of several files by date, and adds logins for several passwords of one file`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("b", 20)), into: vault)
        _ = try LoginImport.run(Self.firefox(("c", 30)), into: vault)
        _ = try LoginImport.run(Self.firefox(("a", 10)), into: vault)
        #expect(try Self.only(in: vault).login.password == Secret("c"))
        #expect(try Self.only(in: vault).login.history.map { $0.password.reveal() } == ["b", "a"])

        let other = try UnlockedVault.inMemory()
        func file() -> ByteSource { Self.firefox(("b", 20), ("c", 30), ("a", 10)) }
        #expect(try LoginImport.run(file(), into: other).counts == [3, 0, 0, 0])
        #expect(try LoginImport.run(file(), into: other).counts == [0, 3, 0, 0])
        #expect(try Set(other.logins().map { $0.password?.reveal() }) == ["a", "b", "c"])
    }

    // MARK: Old passwords

    /// A Bitwarden item with old passwords and the days on which they were replaced.
    private static func bitwarden(
        _ password: String, since day: Double, _ old: (password: String, until: Double)...
    ) -> ByteSource {
        func text(_ day: Double) -> String { Self.day(day).formatted(.iso8601) }
        let history = old.map { #"{"password": "\#($0.password)", "lastUsedDate": "\#(text($0.until))"}"# }
        return ByteSource(
            Array(
                """
                {"encrypted": false, "items": [{"type": 1, "name": "A", "revisionDate": "\(text(day))",
                 "passwordHistory": [\(history.joined(separator: ", "))], "login": {"username": "jane",
                 "password": "\(password)", "uris": [{"uri": "https://a.example/"}]}}]}
                """.utf8))
    }

    private static func history(of vault: UnlockedVault) throws -> [String] {
        try only(in: vault).login.history.map {
            "\($0.password.reveal()) \(Int(($0.replaced.timeIntervalSince1970 - 1_704_067_200) / 86_400))"
        }
    }

    @Test func `adds a row's old passwords to an existing login in order of their dates`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.bitwarden("p", since: 40, ("d", 30)), into: vault)
        func file() -> ByteSource { Self.bitwarden("p", since: 50, ("e", 35), ("d", 31), ("c", 20), ("p", 10)) }
        let report = try LoginImport.run(file(), into: vault)
        #expect(report.changes == [Self.change(.additions, line: 1, title: "A", additions: [.pastPassword])])
        #expect(try Self.history(of: vault) == ["e 35", "d 30", "c 20"])
        let record = try Self.only(in: vault)
        #expect(record.login.password == Secret("p"))
        #expect(record.login.passwordSince(created: record.overview.created) == Self.day(40))
        #expect(try LoginImport.run(file(), into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `adds a row's old passwords together with a newer or an older password`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.bitwarden("p", since: 40), into: vault)
        let newer = try LoginImport.run(Self.bitwarden("q", since: 60, ("p", 55), ("o", 30)), into: vault)
        #expect(newer.changes == [Self.change(.newerPassword, line: 1, title: "A", additions: [.pastPassword])])
        #expect(try Self.history(of: vault) == ["p 60", "o 30"])
        let older = try LoginImport.run(Self.bitwarden("m", since: 20, ("l", 20), ("k", 5)), into: vault)
        #expect(older.changes == [Self.change(.olderPassword, line: 1, title: "A", additions: [.pastPassword])])
        #expect(try Self.history(of: vault) == ["p 60", "o 30", "m 20", "l 20", "k 5"])
        let record = try Self.only(in: vault)
        #expect(record.login.password == Secret("q"))
        #expect(record.login.passwordSince(created: record.overview.created) == Self.day(60))
    }

    @Test func `keeps the current password's date and a full history when a row has old passwords`() throws {
        let vault = try UnlockedVault.inMemory()
        try vault.add(
            Login(
                title: "A", user: "jane", password: Secret("p"),
                sites: [Site("https://a.example/")].compactMap(\.self)))
        let added = try Self.only(in: vault)
        _ = try LoginImport.run(Self.bitwarden("p", since: 1, ("o", 1)), into: vault)
        let record = try Self.only(in: vault)
        #expect(record.login.history.map(\.password) == [Secret("o")])
        #expect(record.login.passwordSince(created: record.overview.created) == added.overview.created)
        try vault.edit(record.id) { login in
            login.history = (0..<20).map {
                PastPassword(password: Secret("\($0)"), replaced: Self.day(120 - Double($0)))
            }
        }
        let mark = try vault.mark()
        #expect(try LoginImport.run(Self.bitwarden("p", since: 1, ("o", 1)), into: vault).counts == [0, 1, 0, 0])
        #expect(try vault.mark() == mark)
        // A password newer than the oldest one replaces the oldest.
        _ = try LoginImport.run(Self.bitwarden("p", since: 1, ("n", 110.5), ("o", 1)), into: vault)
        #expect(try Self.history(of: vault).count == 20)
        #expect(try Self.history(of: vault)[10] == "n 110")
        #expect(try Self.history(of: vault).last == "18 102")
    }

    @Test func `treats a password date in the future as today`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("a", 100_000)), into: vault)
        let record = try Self.only(in: vault)
        #expect(record.login.passwordSince(created: record.overview.created) <= record.overview.changed)
    }

    @Test func `leaves out a password older than every password of a full history, with a notice`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.firefox(("0", 100)), into: vault)
        let id = try Self.only(in: vault).id
        for number in 1...20 { try vault.edit(id) { $0.password = Secret("\(number)") } }
        let mark = try vault.mark()
        let report = try LoginImport.run(Self.firefox(("old", 1)), into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(report.remarks.map(\.notice) == [.oldPasswordLeftOut])
        #expect(try vault.mark() == mark)
    }

    @Test func `reports the other changes of a row with a new password`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(Self.chrome("p"), into: vault)
        let fuller = ByteSource(
            Array("name,url,username,password,note\nA,https://a.example/,jane,p,a note\n".utf8))
        #expect(
            try LoginImport.run(fuller, into: vault).changes
                == [Self.change(.additions, title: "A", additions: [.notes])])
    }

    /// A file of each program that records when a password was set or its entry was changed.
    @Test(
        arguments: [
            (
                "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\",\"Last Modified\"\nRoot,A,u,p,,,2024-01-02T00:00:00Z\n",
                1
            ),
            ("type,name,url,username,password,note,totp,createTime,modifyTime\nlogin,A,,u,p,,,1,1704153600\n", 1),
            (
                #"{"encrypted": false, "items": [{"type": 1, "name": "A", "revisionDate": "2024-02-01T00:00:00Z", "login": {"username": "u", "password": "p", "passwordRevisionDate": "2024-01-02T00:00:00Z"}}]}"#,
                1
            ),
            (
                #"{"accounts": [{"attrs": {}, "vaults": [{"attrs": {"name": "V"}, "items": [{"updatedAt": 1704153600, "details": {"password": "p"}, "overview": {"title": "A"}}]}]}]}"#,
                1
            ),
            (
                #"{"version": "1", "userId": "u", "vaults": {"s": {"name": "P", "items": [{"modifyTime": 1704153600, "data": {"type": "login", "metadata": {"name": "A"}, "content": {"password": "p"}}}]}}}"#,
                1
            ),
            (
                #"{"folders": [], "items": [{"category": "login", "auto_submit": 1, "title": "A", "updated_at": 1706745600, "fields": [{"type": "password", "value": "p", "value_updated_at": 1704153600}]}]}"#,
                1
            ),
            (
                #"{"version": {"major": 1}, "exporterRpId": "x", "accounts": [{"items": [{"title": "A", "modifiedAt": 1704153600, "credentials": [{"type": "basic-auth", "password": {"value": "p"}}]}]}]}"#,
                1
            ),
            (
                "<KeePassFile><Root><Group><Entry><Times><LastModificationTime>2024-03-01T00:00:00Z</LastModificationTime></Times>"
                    + "<String><Key>Title</Key><Value>A</Value></String><String><Key>Password</Key><Value>p</Value></String><History>"
                    + "<Entry><Times><LastModificationTime>2024-01-01T00:00:00Z</LastModificationTime></Times><String><Key>Password</Key><Value>o</Value></String></Entry>"
                    + "<Entry><Times><LastModificationTime>2024-01-02T00:00:00Z</LastModificationTime></Times><String><Key>Password</Key><Value>p</Value></String></Entry>"
                    + "</History></Entry></Group></Root></KeePassFile>", 1
            ),
            (
                #"{"format": "latchkey-vault", "version": 1, "logins": [{"title": "A", "password": "p", "changed": 1706745600000, "passwordSince": 1704153600000}]}"#,
                1
            ),
        ] as [(String, Double)])
    func `reads the date of a password from each program's file`(file: String, day: Double) throws {
        let row = try #require(try ReadExport(file).rows.first)
        #expect(row.passwordSince == Self.day(day))
    }

    @Test func `keeps the date of a password through an export and import`() throws {
        for format in [ExportFormat.json, .cxf] {
            let (first, second) = (try UnlockedVault.inMemory(), try UnlockedVault.inMemory())
            _ = try LoginImport.run(Self.firefox(("p", 7)), into: first)
            _ = try LoginImport.run(ByteSource(VaultExport.run(format, of: first).file), into: second)
            let record = try Self.only(in: second)
            #expect(record.login.passwordSince(created: record.overview.created) == Self.day(7))
        }
    }
}
