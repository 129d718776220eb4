import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

/// Notices about imported logins that are never or rarely suggested.
@Suite("Import of unusual logins") struct ImportedSiteTests {
    private static func row(_ address: String) throws -> ImportedRow {
        let text = "Title,URL,Username,Password,Notes,OTPAuth\nA,\(address),u,p,,\n"
        return try #require(try ReadExport(text).rows.first)
    }

    @Test(
        arguments: [
            ("notaurl", .siteIsOneWord), ("My-Bank", .siteIsOneWord), ("notaurl/path", .siteIsOneWord),
            ("androidapp://com.example", .suggestedNowhere), ("ssh://server.example", .suggestedNowhere),
            ("a..b", .invalidHost("a..b")), ("ex!ample.com", .invalidHost("ex!ample.com")),
            // A user who writes a scheme or port means a host.
            ("http://router", nil), ("nas:5000", nil), ("localhost", nil), ("example.com", nil), ("192.168.1.1", nil),
            ("bücher.example", nil), ("", nil),
        ] as [(String, ImportNotice?)])
    func `reports an imported site that matches no website`(address: String, notice: ImportNotice?) throws {
        let row = try Self.row(address)
        #expect(row.notices == (notice.map { [$0] } ?? []))
        let report = try LoginImport.run(
            ByteSource(Array("Title,URL,Username,Password,Notes,OTPAuth\nA,\(address),u,p,,\n".utf8)),
            into: .inMemory())
        #expect(report.counts == [1, 0, 0, 0])
        #expect(report.remarks == (notice.map { [.init(line: 2, notice: $0, title: "A")] } ?? []))
    }

    /// The bins of the programs that export deleted entries; KeePass's XML has its own test.
    @Test(arguments: [
        ("\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\nRoot/Recycle Bin,A,u,p,,\n"),
        ("\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\nRecycle Bin/Old,A,u,p,,\n"),
        ("\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\nWurzel/Papierkorb,A,u,p,,\n"),
        #"{"encrypted": false, "items": [{"type": 1, "name": "A", "deletedDate": "2024-01-01T00:00:00Z", "login": {"password": "p"}}]}"#,
        #"{"accounts": [{"attrs": {}, "vaults": [{"items": [{"state": "trashed", "details": {"password": "p"}, "overview": {"title": "A"}}]}]}]}"#,
        #"{"accounts": [{"attrs": {}, "vaults": [{"items": [{"trashed": true, "details": {"password": "p"}, "overview": {"title": "A"}}]}]}]}"#,
        #"{"version": "1", "userId": "u", "vaults": {"s": {"items": [{"state": 2, "data": {"type": "login", "metadata": {"name": "A"}, "content": {"password": "p"}}}]}}}"#,
        #"{"folders": [], "items": [{"category": "login", "auto_submit": 1, "trashed": 1, "title": "A", "fields": [{"type": "password", "value": "p"}]}]}"#,
    ])
    func `refuses entries in the other program's bin`(file: String) throws {
        let read = try ReadExport(file)
        #expect(read.rows.count == 1)
        #expect(read.refusals.map(\.reason) == [.inBin])
    }

    @Test func `imports entries of other groups than the recycle bin`() throws {
        for group in ["Root/Work/Recycle Bin", "Root/My Recycle Bin", "Recycle"] {
            let file = "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n\(group),A,u,p,,\n"
            #expect(try ReadExport(file).logins.count == 1)
        }
    }

    @Test(arguments: [
        #"{"encrypted": false, "items": [{"type": 1, "name": "A", "archivedDate": "2024-01-01T00:00:00Z", "login": {"password": "p"}}]}"#,
        #"{"accounts": [{"attrs": {}, "vaults": [{"items": [{"state": "archived", "details": {"password": "p"}, "overview": {"title": "A"}}]}]}]}"#,
        #"{"folders": [], "items": [{"category": "login", "auto_submit": 1, "archived": 1, "title": "A", "fields": [{"type": "password", "value": "p"}]}]}"#,
        "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nA,,u,p,,false,true,,\n",
    ])
    func `imports archived logins with a notice`(file: String) throws {
        let read = try ReadExport(file)
        #expect(read.logins.first?.fields.map(\.name) == ["Archived"])
        #expect(read.rows.first?.notices == [.wasArchived])
    }

    // MARK: Without a password

    @Test func `imports a login without a password and suggests no password for it`() throws {
        let vault = try UnlockedVault.inMemory()
        let file =
            "name,url,username,password,note\nA,https://a.example/,jane,,\nB,https://b.example/,,,a note\nC,https://c.example/,,,\n"
        let report = try LoginImport.run(ByteSource(Array(file.utf8)), into: vault)
        #expect(report.counts == [2, 0, 0, 1])
        #expect(report.refused == [.init(line: 4, reason: .missingPassword, title: "C")])
        #expect(try vault.overviews().overviews.map { $0.contents.contains(.password) } == [false, false])
        #expect(try LoginImport.run(ByteSource(Array(file.utf8)), into: vault).counts == [0, 2, 0, 1])
    }

    @Test func `imports an empty password as no password`() throws {
        let vault = try UnlockedVault.inMemory()
        let file =
            #"{"format": "latchkey-vault", "version": 1, "logins": [{"title": "A", "user": "u", "password": ""}]}"#
        #expect(try LoginImport.run(ByteSource(Array(file.utf8)), into: vault).counts == [1, 0, 0, 0])
        #expect(try vault.overviews().overviews.map(\.contents) == [[]])
        #expect(try LoginImport.run(ByteSource(Array(file.utf8)), into: vault).counts == [0, 1, 0, 0])
    }

    // MARK: Passkeys in proprietary formats

    @Test(arguments: [
        #"{"accounts": [{"attrs": {}, "vaults": [{"items": [{"details": {"passkey": {"type": "webauthn", "privateKey": "x"}}, "overview": {"title": "A", "url": "https://a.example", "passkey": {"rpId": "a.example"}}}]}]}]}"#,
        #"{"accounts": [{"attrs": {}, "vaults": [{"items": [{"details": {"password": "p", "sections": [{"title": "", "fields": [{"id": "k", "value": {"passkey": {"rpId": "a.example"}}}]}]}, "overview": {"title": "A"}}]}]}]}"#,
        #"{"version": "1", "userId": "u", "vaults": {"s": {"items": [{"state": 1, "data": {"type": "login", "metadata": {"name": "A"}, "content": {"passkeys": [{"content": "AA=="}]}}}]}}}"#,
        #"{"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"fido2Credentials": [{"rpId": "a.example"}]}}]}"#,
        #"{"version": {"major": 1}, "exporterRpId": "x", "accounts": [{"items": [{"title": "A", "credentials": [{"type": "passkey", "rpId": "a.example"}]}]}]}"#,
    ])
    func `reports a passkey in a proprietary format, and imports the rest of the login`(file: String) throws {
        let read = try ReadExport(file)
        #expect(read.logins.map(\.title) == ["A"])
        #expect(read.rows.first?.notices == [.passkeyLeftOut])
    }
}
