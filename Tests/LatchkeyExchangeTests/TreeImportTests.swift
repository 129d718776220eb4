import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

@Suite struct `1Password 1PUX import` {
    private static let file = #"""
        {"accounts": [{"attrs": {"accountName": "Jane", "name": "Jane", "uuid": "A", "domain": "https://my.1password.com/"},
          "vaults": [{"attrs": {"uuid": "V", "desc": "", "name": "Personal", "type": "P"}, "items": [
           {"uuid": "i1", "favIndex": 1, "createdAt": 1619467769, "updatedAt": 1619467906, "state": "active",
            "categoryUuid": "001",
            "details": {"loginFields": [
               {"value": "jane", "id": "", "name": "user", "fieldType": "E", "designation": "username"},
               {"value": "pass word", "id": "", "name": "pw", "fieldType": "P", "designation": "password"},
               {"value": "blue", "id": "c", "name": "colour", "fieldType": "T"},
               {"value": "on", "id": "remember", "name": "remember", "fieldType": "C"}],
             "notesPlain": "a note",
             "sections": [{"title": "Security", "name": "s", "fields": [
               {"title": "one-time password", "id": "TOTP_1", "value": {"totp": "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"}},
               {"title": "PIN", "id": "p", "value": {"concealed": "1234"}},
               {"title": "Mail", "id": "m", "value": {"email": {"email_address": "j@example.com", "provider": null}}},
               {"title": "Since", "id": "d", "value": {"date": 1577880000}},
               {"title": "Home", "id": "h", "value": {"address": {"street": "1 Main St", "city": "X", "zip": ""}}},
               {"title": "empty", "id": "e", "value": {"string": ""}}]}],
             "passwordHistory": [{"value": "older", "time": 1600000000}, {"value": "old", "time": 1610000000}]},
            "overview": {"subtitle": "jane", "title": "Example", "url": "https://example.com/",
             "urls": [{"label": "website", "url": "https://example.com/"}, {"label": "", "url": "https://b.example/"}],
             "tags": ["Home", "Bank"]}},
           {"uuid": "i2", "categoryUuid": "002", "state": "active", "details": {"loginFields": [], "sections": [{"title": "",
             "fields": [{"title": "number", "id": "ccnum", "value": {"creditCardNumber": "4111111111111111"}}]}]},
            "overview": {"title": "Card"}},
           {"uuid": "i3", "categoryUuid": "110", "state": "archived", "details": {"loginFields": [], "notesPlain": "",
             "sections": [{"title": "", "name": "", "fields": [
               {"title": "URL", "id": "url", "value": {"string": "ssh.example"}},
               {"title": "username", "id": "username", "value": {"string": "root"}},
               {"title": "password", "id": "password", "value": {"concealed": "toor"}},
               {"title": "key", "id": "k", "value": {"file": {"fileName": "id", "documentId": "d"}}}]}]},
            "overview": {"title": "Server"}},
           {"uuid": "i4", "categoryUuid": "004", "details": {"loginFields": []}, "overview": {"title": "Jane"}}
          ]}]}]}
        """#

    @Test func `imports every field of 1Password`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.format == "1password-1pux")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pass word"),
            sites: ["https://example.com/", "https://b.example/"].compactMap(Site.init),
            oneTimeCode: .code("x"), notes: Secret("a note"), isFavorite: true)
        expected.fields = [
            .plain("colour", "blue"), .concealed("Security: PIN", "1234"), .plain("Security: Mail", "j@example.com"),
            .plain("Security: Since", "2020-01-01"), .plain("Security: Home", "1 Main St, X"),
            .plain("Tags", "Home, Bank"), .plain("Vault", "Personal"),
        ]
        expected.history = [PastPassword("old", 1_610_000_000), PastPassword("older", 1_600_000_000)]
        #expect(read.logins.first == expected)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_619_467_769))
    }

    @Test func `imports 1Password logins and cards of other categories, and refuses the rest`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.refusals == [ReadExport.Refusal(row: 4, reason: .notALogin)])
        let fields = [CustomField.concealed("Card number", "4111111111111111"), .plain("Vault", "Personal")]
        #expect(read.logins[1] == Login(kind: .card, title: "Card", fields: fields))
        var server = Login(title: "Server", user: "root", password: Secret("toor"))
        server.fields = [.plain("URL", "ssh.example"), .plain("Archived", "yes"), .plain("Vault", "Personal")]
        #expect(read.logins.last == server)
        #expect(read.rows[2].notices == [.wasArchived, .attachmentLeftOut])
    }
}

@Suite struct `Proton Pass JSON import` {
    private static let file = #"""
        {"version": "1.30.0", "userId": "u", "encrypted": false, "vaults": {
         "share": {"name": "Personal", "description": "", "display": {"icon": 0}, "items": [
          {"itemId": "1", "shareId": "share", "state": 1, "pinned": true, "createTime": 1689182868, "modifyTime": 1689182968,
           "data": {"type": "login", "metadata": {"name": "Example", "note": "a note", "itemUuid": "x"},
            "extraFields": [{"fieldName": "PIN", "type": "hidden", "data": {"content": "1234"}},
                            {"fieldName": "Branch", "type": "text", "data": {"content": "Main"}},
                            {"fieldName": "Second", "type": "totp", "data": {"totpUri": "otpauth://totp/b?secret=MFRGG"}}],
            "platformSpecific": {"android": {"allowedApps": [{"packageName": "com.example", "hashes": [], "appName": "E"}]}},
            "content": {"itemEmail": "j@example.com", "itemUsername": "jane", "password": "pass",
             "urls": ["https://example.com/", "https://b.example/"], "totpUri": "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP",
             "passkeys": [{"keyId": "k", "content": "AA=="}]}}},
          {"itemId": "2", "state": 2, "data": {"type": "login", "metadata": {"name": "Gone", "note": ""}, "content":
            {"itemEmail": "", "itemUsername": "", "password": "x", "urls": []}}},
          {"itemId": "3", "state": 1, "data": {"type": "alias", "metadata": {"name": "Alias", "note": ""}, "content": {}}},
          {"itemId": "4", "state": 1, "createTime": -1, "data": {"type": "login", "metadata": {"name": "Old", "note": ""},
            "content": {"username": "joe", "password": "p", "urls": []}}}]}}}
        """#

    @Test func `imports every field of Proton Pass`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.format == "protonpass-json")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pass"),
            sites: ["https://example.com/", "https://b.example/", "androidapp://com.example"].compactMap(Site.init),
            oneTimeCode: .code("a"), notes: Secret("a note"), isFavorite: true)
        expected.fields = [
            .plain("Email", "j@example.com"), .concealed("PIN", "1234"), .plain("Branch", "Main"),
            .concealed("Second", "otpauth://totp/b?secret=MFRGG"), .plain("Vault", "Personal"),
        ]
        #expect(read.logins.first == expected)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_689_182_868))
        #expect(read.rows[0].notices == [.passkeyLeftOut])
    }

    @Test func `refuses Proton Pass items that are not logins, and reads old versions`() throws {
        let read = try ReadExport(Self.file)
        #expect(
            read.refusals == [
                ReadExport.Refusal(row: 2, reason: .inBin), ReadExport.Refusal(row: 3, reason: .notALogin),
            ])
        #expect(read.logins.last?.user == "joe")
        // A date before 1970 is invalid.
        #expect(read.rows[3].created == nil)
    }
}

@Suite struct `Enpass JSON import` {
    private static let file = #"""
        {"folders": [{"icon": "1008", "parent_uuid": "", "title": "Social", "updated_at": 1, "uuid": "f"}],
         "items": [
          {"archived": 0, "auto_submit": 1, "category": "login", "createdAt": 1619467769, "favorite": 1, "fields": [
            {"deleted": 0, "label": "Username", "order": 1, "sensitive": 0, "type": "username", "uid": 10, "value": "jane"},
            {"deleted": 0, "label": "E-mail", "order": 2, "sensitive": 0, "type": "email", "uid": 12, "value": "j@x.example"},
            {"deleted": 0, "label": "Password", "order": 3, "sensitive": 1, "type": "password", "uid": 11, "value": "pass",
             "history": [{"value": "old", "updated_at": 1600000000}]},
            {"deleted": 0, "label": "Website", "order": 4, "sensitive": 0, "type": "url", "uid": 13, "value": "https://a.example"},
            {"deleted": 0, "label": "App", "sensitive": 0, "type": ".Android#", "uid": 14, "value": "com.example"},
            {"deleted": 0, "label": "ADDITIONAL DETAILS", "type": "section", "uid": 101, "value": ""},
            {"deleted": 0, "label": "TOTP", "sensitive": 0, "type": "totp", "uid": 102, "value": "JBSWY3DPEHPK3PXP"},
            {"deleted": 0, "label": "Question", "sensitive": 0, "type": "text", "uid": 104, "value": "colour?"},
            {"deleted": 0, "label": "Answer", "sensitive": 1, "type": "text", "uid": 105, "value": "blue"},
            {"deleted": 1, "label": "Removed", "sensitive": 1, "type": "text", "uid": 106, "value": "x"}],
           "folders": ["f"], "icon": {}, "note": "a note", "subtitle": "jane", "template_type": "login.default",
           "title": "Example", "updated_at": 1, "uuid": "i"},
          {"category": "creditcard", "template_type": "creditcard.default", "title": "Card", "uuid": "j",
           "fields": [{"type": "ccNumber", "value": "4111", "label": "Number"},
                      {"type": "password", "value": "pin", "label": "Password"}]},
          {"category": "misc", "template_type": "misc.default", "title": "Other", "uuid": "k", "archived": 1,
           "fields": [{"type": "password", "value": "p", "label": "Code"}]},
          {"category": "login", "template_type": "login.default", "title": "Gone", "uuid": "l", "trashed": 1, "fields": []}]}
        """#

    @Test func `imports every field of Enpass`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.format == "enpass-json")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pass"),
            sites: ["https://a.example", "androidapp://com.example"].compactMap(Site.init),
            oneTimeCode: .code(""), notes: Secret("a note"), isFavorite: true)
        expected.fields = [
            .plain("E-mail", "j@x.example"), .plain("Question", "colour?"), .concealed("Answer", "blue"),
            .plain("Folder", "Social"),
        ]
        expected.history = [PastPassword("old", 1_600_000_000)]
        #expect(read.logins.first == expected)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_619_467_769))
        var other = Login(title: "Other", password: Secret("p"))
        other.fields = [.plain("Archived", "yes")]
        #expect(read.logins.last == other)
        let card = [CustomField.concealed("Card number", "4111"), .concealed("Password", "pin")]
        #expect(read.logins[1] == Login(kind: .card, title: "Card", fields: card))
        #expect(read.refusals == [ReadExport.Refusal(row: 4, reason: .inBin)])
    }
}

@Suite struct `Dashlane JSON import` {
    @Test func `imports every field of Dashlane`() throws {
        let read = try ReadExport(
            #"""
            {"ADDRESS": [{"addressFull": "x"}], "AUTHENTIFIANT": [
              {"domain": "https://example.com", "email": "j@example.com", "login": "jane", "note": "a note",
               "password": "pass", "secondaryLogin": "jd", "title": "Example", "otpSecret": "JBSWY3DPEHPK3PXP"},
              {"domain": "b.example", "email": "j@example.com", "login": "", "note": "", "password": "p", "title": ""}]}
            """#)
        #expect(read.format == "dashlane-json")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pass"),
            sites: ["https://example.com"].compactMap(Site.init), oneTimeCode: .code(""),
            notes: Secret("a note"))
        expected.fields = [.plain("Email", "j@example.com"), .plain("Secondary login", "jd")]
        let other = Login(
            title: "b.example", user: "j@example.com", password: Secret("p"), sites: ["b.example"].compactMap(Site.init)
        )
        #expect(read.logins == [expected, other])
    }
}

@Suite struct `Password store import` {
    private static func read(_ path: String, _ text: String) throws -> Login? {
        var rows: [ImportedRow] = []
        var source = ByteSource([])
        let store = PassStore([PassStore.Entry(path: path, text: .success(Secret(text)))])
        try store.read(&source) { rows.append($0) }
        guard case .login(let login)? = rows.first?.content else { return nil }
        return login
    }

    @Test func `imports every line of a pass entry`() throws {
        let login = try Self.read(
            "Web/Example",
            """
            pass word
            username: jane
            url: https://example.com/login
            URL: b.example
            PIN: 1234
            otpauth://totp/x?secret=JBSWY3DPEHPK3PXP

            A note: https://example.org is another one.
            Ends at 12:30.
            """)
        var expected = Login(
            title: "Web/Example", user: "jane", password: Secret("pass word"),
            sites: ["https://example.com/login", "b.example"].compactMap(Site.init),
            oneTimeCode: .code("x"), notes: Secret("Ends at 12:30."))
        expected.fields = [.concealed("PIN", "1234"), .concealed("A note", "https://example.org is another one.")]
        #expect(login == expected)
    }

    @Test(arguments: [
        ("example.com/jane", "jane", ["example.com"]), ("Web/mail.example.com", "", ["mail.example.com"]),
        ("example.com/club/j@example.com", "j@example.com", ["example.com"]), ("Wifi", "", []), ("Web/bank", "", []),
        ("localhost:8080/root", "root", ["localhost:8080"]),
    ])
    func `reads user and site from the path of a pass entry`(path: String, user: String, sites: [String]) throws {
        let login = try #require(try Self.read(path, "p\r\n"))
        #expect(login.user == user)
        #expect(login.sites.map(\.text) == sites)
        #expect(login.password == Secret("p"))
        #expect(login.notes == nil)
    }

    @Test func `reports pass entries that cannot be decrypted or read`() throws {
        var rows: [ImportedRow] = []
        var source = ByteSource([])
        let store = PassStore([
            PassStore.Entry(path: "a", text: .failure(.notDecrypted)),
            PassStore.Entry(path: "b", text: .success(Secret(copying: [0xFF, 0x0A]))),
            PassStore.Entry(path: "c", text: .success(Secret(""))),
            PassStore.Entry(path: "d", text: .failure(.symbolicLink)),
        ])
        try store.read(&source) { rows.append($0) }
        let reasons = rows.map { row -> RefusalReason? in
            if case .refused(let reason) = row.content { reason } else { nil }
        }
        #expect(reasons == [.notDecrypted, .notUTF8, .missingPassword, .symbolicLink])
    }
}
