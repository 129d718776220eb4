import Foundation
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import Testing

/// Values of other programs that imports lost without a word, or read as something else.
@Suite("Values that imports must not lose") struct ImportLossTests {
    private static func run(_ text: String, into vault: UnlockedVault? = nil) throws -> ImportReport {
        try LoginImport.run(ByteSource(Array(text.utf8)), into: vault ?? .inMemory())
    }

    // MARK: The format

    @Test(arguments: [
        // Myki, 1Password 6 and 7, Avira.
        "nickname,url,username,password,additionalInfo,twofaSecret\nA,https://a.example,u,p,,\n",
        "Title,URL,Username,Password,Notes,Type\nA,https://a.example,u,p,,Login\n",
        "title,website,username,password,notes,member number\nA,https://a.example,u,p,,\n",
        "name,website,username,password,secondary_username,additional info\nA,https://a.example,u,p,,\n",
    ])
    func `does not take another program's header for an entry of Enpass`(text: String) {
        #expect(!EnpassCSV().recognizes(Array(text.utf8)[...]))
    }

    @Test func `takes an Enpass entry whose title is the name of a column`() {
        let text = "Login,Username,jane,*Password,p,Website,https://a.example,\n"
        #expect(EnpassCSV().recognizes(Array(text.utf8)[...]))
    }

    @Test func `recognizes Bitwarden's JSON without the member "encrypted"`() throws {
        let text = #"{"items": [{"type": 1, "name": "A", "login": {"username": "u", "password": "p"}}]}"#
        #expect(try ReadExport(text).format == "bitwarden-json")
    }

    @Test func `imports nothing if a recognized format refuses most rows`() throws {
        let vault = try UnlockedVault.inMemory()
        let text =
            "name,url,username,password\n" + String(repeating: "only one field\n", count: 3)
            + "A,https://a.example/,u,p\n"
        func source() -> ByteSource { ByteSource(Array(text.utf8)) }
        var (guessed, given) = (source(), source())
        #expect(throws: DoubtfulImport.self) {
            try LoginImport.run(&guessed, of: CSVTable.chrome, into: vault, isGuess: true)
        }
        #expect(try vault.overviews().count == 0)
        #expect(try LoginImport.run(&given, of: CSVTable.chrome, into: vault).counts == [1, 0, 0, 3])
    }

    @Test func `entries in the bin do not count as refused when a format is recognized`() throws {
        let rows = "Recycle Bin,A,u,p,,\nRecycle Bin,B,u,p,,\nRoot,C,u,p,,\n"
        let text = "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n\(rows)"
        var source = ByteSource(Array(text.utf8))
        let report = try LoginImport.run(&source, of: CSVTable.keePassXC, into: .inMemory(), isGuess: true)
        #expect(report.counts == [1, 0, 0, 2])
    }

    // MARK: The report

    @Test func `names refused entries with title and kind`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p"}},
             {"type": 4, "name": "Jane", "identity": {}}, {"type": 5, "name": "Key", "sshKey": {}}]}
            """#
        let report = try Self.run(text)
        #expect(
            report.refused == [
                .init(line: 2, reason: .notALogin, title: "Jane", kind: "identity"),
                .init(line: 3, reason: .notALogin, title: "Key", kind: "SSH key"),
            ])
        #expect(!report.isComplete)
    }

    @Test func `names no entry by a title with too many accents`() throws {
        let tower = "a" + String(repeating: "\u{301}\u{316}", count: 16)
        let report = try Self.run("name,url,username,password\n\(tower),https://a.example/,u,p\n")
        #expect(report.refused == [.init(line: 2, reason: .tooManyMarks)])
    }

    @Test func `says which members of an entry were left out`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p",
             "comingFeature": {"secret": "value", "list": ["other value"]}}}]}
            """#
        let report = try Self.run(text)
        let names = ["login.comingFeature.secret", "login.comingFeature.list"]
        #expect(report.remarks == [.init(line: 1, notice: .valuesLeftOut(names), title: "A")])
        #expect(!report.isComplete)
    }

    @Test func `reports what a file loses for a login that the vault has from another file`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try Self.run("name,url,username,password\nA,https://a.example/,u,p\n", into: vault)
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"username": "u", "password": "p",
             "uris": [{"uri": "https://a.example/"}], "comingFeature": {"secret": "value"}}}]}
            """#
        let report = try Self.run(text, into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(report.remarks == [.init(line: 1, notice: .valuesLeftOut(["login.comingFeature.secret"]), title: "A")])
        #expect(!report.isComplete)
    }

    @Test func `reports a deleted member of an unknown kind`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p",
             "comingFeature": {"deleted": true, "secret": "value"}}}]}
            """#
        let report = try Self.run(text)
        #expect(report.remarks == [.init(line: 1, notice: .valuesLeftOut(["login.comingFeature.secret"]), title: "A")])
    }

    @Test func `an import is complete if nothing was left out`() throws {
        #expect(try Self.run("name,url,username,password\nA,https://a.example/,u,p\n").isComplete)
    }

    @Test func `says what was added to a login, and adopts its marks`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try Self.run("name,url,username,password\nA,https://a.example/,u,p\n", into: vault)
        let text = #"""
            {"encrypted": false, "folders": [{"id": "f", "name": "Work"}], "items": [{"type": 1, "name": "A",
             "favorite": true, "reprompt": 1, "notes": "n", "folderId": "f",
             "login": {"username": "u", "password": "p", "uris": [{"uri": "https://a.example/"}]}}]}
            """#
        let report = try Self.run(text, into: vault)
        #expect(report.changes.map(\.additions) == [[.notes, .favorite, .asksEveryTime, .field("Folder")]])
        let login = try #require(try vault.logins().first)
        #expect(login.isFavorite && login.asksEveryTime)
        #expect(try Self.run(text, into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `reports old passwords beyond the limit of a login`() throws {
        let old = (0..<25).map {
            #"{"password": "old\#($0)", "lastUsedDate": "2020-01-\#($0 + 10 > 31 ? 31 : $0 + 10)T00:00:00Z"}"#
        }
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p"},
             "passwordHistory": [\#(old.joined(separator: ","))]}]}
            """#
        let vault = try UnlockedVault.inMemory()
        let report = try Self.run(text, into: vault)
        #expect(report.remarks == [.init(line: 1, notice: .historyShortened(5), title: "A")])
        #expect(try vault.logins().map(\.history.count) == [20])
    }

    // MARK: Bitwarden

    @Test func `keeps an address that is never matched, and reports a regular expression`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p",
             "uris": [{"match": 5, "uri": "https://never.example"}, {"match": null, "uri": "https://a.example"}]}},
             {"type": 1, "name": "B", "login": {"password": "p", "uris": [{"match": 4, "uri": "^https://b"}]}}]}
            """#
        let read = try ReadExport(text)
        #expect(read.logins[0].sites.map(\.text) == ["https://a.example"])
        #expect(read.logins[0].fields == [.plain("Address (never matched)", "https://never.example")])
        #expect(read.rows.map(\.notices) == [[], [.siteRuleIsPattern]])
    }

    @Test func `reports Bitwarden's attachments and the counter of a passkey`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "attachments": [{"fileName": "x.pdf"}],
             "login": {"fido2Credentials": [{"credentialId": "b64.AQI", "keyValue": "AQIDBA", "rpId": "a.example",
             "userHandle": "Aw", "userName": "u", "counter": "12"}]}}]}
            """#
        #expect(try ReadExport(text).rows[0].notices == [.passkeyCounterLeftOut, .attachmentLeftOut])
    }

    // MARK: Dashlane

    @Test func `names the items of every section of Dashlane's JSON`() throws {
        let text = #"""
            {"AUTHENTIFIANT": [{"domain": "a.example", "login": "u", "password": "p", "title": "A"}],
             "IDENTITY": [{"lastName": "Jane"}], "PASSKEY": [{"rpId": "b.example"}]}
            """#
        #expect(
            try Self.run(text).refused == [
                .init(line: 1, reason: .notALogin, title: "Jane", kind: "identity", part: "IDENTITY"),
                .init(line: 1, reason: .notALogin, title: "b.example", kind: "passkey", part: "PASSKEY"),
            ])
    }

    @Test func `names the rows of every file of Dashlane's archive`() throws {
        let read = try ReadExport(vector: "samples/dashlane.zip")
        #expect(read.format == "dashlane-csv")
        #expect(read.logins.map(\.title) == ["Example", "Door", "Safe, cellar", "Gold card"])
        let others = read.rows.dropFirst()
        #expect(others.map(\.part).compactMap(\.self).count == 6)
        #expect(
            Set(others.map(\.title)) == [
                "Door", "Safe, cellar", "Gold card", "Jane Doe", "Private address", "Office network",
            ])
    }

    // MARK: Other programs

    @Test func `imports an email account of 1Password`() throws {
        let read = try ReadExport(vector: "samples/1password.json")
        let mail = try #require(read.logins.first { $0.title == "Mail account" })
        #expect(mail.user == "jane@mail.example")
        #expect(mail.password == Secret("mail password"))
        #expect(mail.fields.contains { $0.value == Secret("smtp password") && $0.isConcealed })
    }

    @Test func `imports a timestamp field of Proton Pass and a subtitle of CXF`() throws {
        let proton = try ReadExport(vector: "samples/protonpass.json")
        #expect(proton.logins[0].fields.contains(.plain("Valid until", "2030-01-31")))
        let cxf = try ReadExport(vector: "samples/cxf.json")
        #expect(cxf.logins[0].fields.contains(.plain("Subtitle", "The one with the savings")))
        #expect(cxf.logins[0].passkeys.map(\.description.displayName) == ["Jane Doe"])
    }
}
