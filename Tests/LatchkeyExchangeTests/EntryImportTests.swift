import Foundation
import LatchkeyCore
import LatchkeyExchange
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite("Import of notes and payment cards") struct EntryImportTests {
    /// The card and the note of each program's sample.
    static let samples: [(file: String, rows: [String])] = [
        (
            "bitwarden.json",
            [
                "Credit card | kind=card | user= | notes=the blue one | Cardholder=Jane"
                    + " | *Card number=4111111111111111 | Expiry date=2031-03 | *Security code=123 | Brand=Visa"
                    + " | Limit=500 EUR | favorite",
                "Wifi of the office | kind=note | user= | notes=the key",
            ]
        ),
        (
            "1password.json",
            [
                "Gold card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=2030-12 | *Security code=123 | *PIN=0000 | Brand=visa | valid from=2025-01"
                    + " | Additional Details: credit limit=500 EUR",
                "Door | kind=note | user= | notes=the door's code | floor=third | Tags=Home | created=1619467769.0",
            ]
        ),
        (
            "protonpass.json",
            [
                "Visa | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=2030-12 | *Security code=123 | *PIN=0000 | Limit=500 EUR",
                "Door | kind=note | user= | notes=the door's code | created=1689182868.0",
            ]
        ),
        (
            "cxf.json",
            [
                "Gold card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=2030-12 | *Security code=123 | *PIN=0000 | Brand=Visa | validFrom=2025-01",
                "Door | kind=note | user= | notes=the door's code | floor=third | created=1700000000.0",
            ]
        ),
        (
            "dashlane.json",
            [
                "Gold card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe"
                    + " | *Card number=4111111111111111 | Expiry date=2031-03 | *Security code=123 | Bank=US-BANK",
                "Door | kind=note | user= | notes=the door's code | Category=House",
            ]
        ),
        (
            "enpass.json",
            [
                "Gold card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=12/30 | *Security code=123 | *PIN=0000 | Bank=Example Bank | Limit=500 EUR"
                    + " | Address=https://bank.example",
                "Door | kind=note | user= | notes=the door's code",
            ]
        ),
        (
            "dashlane.zip",
            [
                "Gold card | kind=card | user= | Cardholder=Jane Doe | *Card number=4111111111111111"
                    + " | *Security code=123",
                "Door | kind=note | user= | notes=the code", "Safe, cellar | kind=note | user= | notes=left, right",
            ]
        ),
    ]

    @Test(arguments: samples)
    func `imports each value of a card and a note`(file: String, rows: [String]) throws {
        let read = try ReadExport(vector: "samples/\(file)")
        let found = read.rows.filter { row in
            guard case .login(let login) = row.content else { return false }
            return login.kind != .login
        }
        // Without the number of the row, and without the folder, which other tests check.
        let texts = found.map { row in
            String(row.everything.drop { $0 != " " }.dropFirst()).replacing(#/ \| Vault=[A-Za-z]+/#, with: "")
        }
        #expect(texts.sorted() == rows.sorted())
        #expect(found.allSatisfy { row in row.notices.isEmpty })
    }

    @Test(arguments: samples.map(\.file))
    func `adds no note or card when a file is imported again`(file: String) throws {
        let vault = try UnlockedVault.inMemory()
        let bytes = try ReadExport.vector("samples/\(file)")
        let first = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(first.addedOthers >= 2)
        let count = try vault.overviews().count
        let again = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(again.added == 0)
        #expect(again.changed == 0)
        #expect(try vault.overviews().count == count)
    }

    // MARK: Matching

    private static func note(_ title: String, _ text: String, fields: String = "") -> String {
        #"{"type": 2, "name": "\#(title)", "notes": "\#(text)", "fields": [\#(fields)]}"#
    }

    private static func run(_ items: String..., into vault: UnlockedVault) throws -> ImportReport {
        let text = #"{"encrypted": false, "items": [\#(items.joined(separator: ","))]}"#
        return try LoginImport.run(ByteSource(Array(text.utf8)), into: vault)
    }

    @Test func `adds a note whose text differs from that of the same title`() throws {
        let vault = try UnlockedVault.inMemory()
        #expect(try Self.run(Self.note("A", "one"), into: vault).counts == [1, 0, 0, 0])
        let report = try Self.run(Self.note("A", "two"), into: vault)
        #expect(report.counts == [1, 0, 0, 0])
        #expect(report.isComplete)
        #expect(Set(try vault.logins().compactMap { $0.notes?.reveal() }) == ["one", "two"])
    }

    @Test func `keeps two notes of one file with the same title apart`() throws {
        let vault = try UnlockedVault.inMemory()
        let field = #"{"name": "F", "value": "v", "type": 0}"#
        let items = (Self.note("A", ""), Self.note("A", "text"), Self.note("A", "text", fields: field))
        #expect(try Self.run(items.0, items.1, items.2, into: vault).counts == [3, 0, 0, 0])
        #expect(try Self.run(items.0, items.1, items.2, into: vault).added == 0)
        #expect(try vault.overviews().count == 3)
    }

    @Test func `finds each of many notes with the same title again`() throws {
        let vault = try UnlockedVault.inMemory()
        let items = (0..<150).map { Self.note("A", "text \($0 % 140)") }.joined(separator: ",")
        #expect(try Self.run(items, into: vault).counts == [150, 0, 0, 0])
        let again = try Self.run(items, into: vault)
        #expect(again.counts == [0, 150, 0, 0])
        #expect(again.remarks.isEmpty)
    }

    @Test func `adds values that only the file has to a note of the vault`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try Self.run(Self.note("A", "text"), into: vault)
        let report = try Self.run(
            Self.note("A", "text", fields: #"{"name": "F", "value": "v", "type": 1}"#), into: vault)
        #expect(report.changes.map(\.additions) == [[.field("F")]])
        #expect(report.changes.map(\.kind) == [.note])
        #expect(try vault.logins().first?.fields == [.concealed("F", "v")])
    }

    @Test func `does not merge a note with a login of the same title`() throws {
        let vault = try UnlockedVault.inMemory()
        try vault.add(Login(title: "A", notes: Secret("login's")))
        #expect(try Self.run(Self.note("A", "note's"), into: vault).counts == [1, 0, 0, 0])
        #expect(Set(try vault.overviews().overviews.map(\.kind)) == [.login, .note])
    }

    // MARK: Values

    @Test func `keeps user, password, code and address of a card as fields, so that nothing can match it`() throws {
        let text = #"""
            {"items": [{"uuid": "i", "category": "creditcard", "template_type": "creditcard.default", "title": "C",
             "fields": [{"type": "username", "value": "jane"}, {"type": "password", "value": "p", "sensitive": 1},
              {"type": "totp", "value": "JBSWY3DPEHPK3PXP"}, {"type": "url", "value": "https://bank.example"},
              {"type": "ccNumber", "value": "4111"}, {"type": "ccNumber", "value": "4222"}]}]}
            """#
        let read = try ReadExport(text)
        let card = try #require(read.logins.first)
        #expect(
            card.fields == [
                .concealed("Card number", "4111"), .concealed("Card number", "4222"), .plain("Username", "jane"),
                .concealed("Password", "p"), .concealed("One-time code", "JBSWY3DPEHPK3PXP"),
                .plain("Address", "https://bank.example"),
            ])
        #expect(card.sites.isEmpty && card.user.isEmpty && card.password == nil && card.oneTimeCode == nil)
        #expect(card.value(of: .number) == Secret("4111"))
        #expect(read.rows[0].notices.isEmpty)
    }

    @Test(
        arguments: [
            ("3", "2031", "2031-03"), ("12", "2031", "2031-12"), ("13", "2031", "13/2031"), ("3", "31", "3/31"),
            ("", "2031", "2031"), ("March", "2031", "March/2031"), ("0", "2031", "0/2031"), ("", "", nil),
        ] as [(String, String, String?)])
    func `writes a card's expiry as year and month, or keeps it`(month: String, year: String, expiry: String?) throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 3, "name": "C", "card": {"number": "4", "expMonth": "\#(month)",
             "expYear": "\#(year)"}}]}
            """#
        let read = try ReadExport(text)
        #expect(read.logins.first?.value(of: .expiry)?.reveal() == expiry)
        #expect(read.rows[0].notices.isEmpty)
    }

    @Test func `reports a value of a card that is not imported`() throws {
        let text = #"{"encrypted": false, "items": [{"type": 3, "name": "C", "card": {"number": "4", "later": "x"}}]}"#
        #expect(try ReadExport(text).rows[0].notices == [.valuesLeftOut(["card.later"])])
    }

    @Test func `takes a note that has a title only, and refuses an empty one`() throws {
        let text = #"{"encrypted": false, "items": [{"type": 2, "name": "Title"}, {"type": 2, "name": ""}]}"#
        let read = try ReadExport(text)
        #expect(read.logins == [Login(kind: .note, title: "Title")])
        #expect(read.refusals == [ReadExport.Refusal(row: 2, reason: .missingPassword)])
    }

    @Test func `names a note without a title by its kind`() throws {
        let text = #"{"encrypted": false, "items": [{"type": 2, "notes": "x"}, {"type": 3, "card": {"number": "4"}}]}"#
        #expect(try ReadExport(text).logins.map(\.title) == ["Note", "Card"])
    }

    @Test func `refuses notes and cards in the bin`() throws {
        let text = #"""
            {"encrypted": false, "items": [{"type": 2, "name": "A", "deletedDate": "2024-01-01T00:00:00Z"},
             {"type": 1, "name": "B", "login": {"password": "p"}}]}
            """#
        #expect(try ReadExport(text).refusals == [ReadExport.Refusal(row: 1, reason: .inBin)])
    }

    @Test func `stores when a note was changed`() throws {
        let vault = try UnlockedVault.inMemory()
        _ = try Self.run(
            #"{"type": 2, "name": "A", "notes": "x", "revisionDate": "2024-03-01T00:00:00.000Z"}"#, into: vault)
        #expect(
            try vault.overviews().overviews.first?.changed
                == Date(timeIntervalSince1970: 1_709_251_200))
    }

    @Test(arguments: [
        "NoteType:Credit Card", "NoteType:Credit Card\nlone line",
        "NoteType:Credit Card\r\nNumber:4111\r\nNotes:a\r\nb",
        "Note: Type", "NoteType: Credit Card",
    ])
    func `reads any typed note of LastPass without losing a line`(text: String) throws {
        let header = "url,username,password,totp,extra,name,grouping,fav\n"
        let read = try ReadExport("\(header)http://sn,,,,\"\(text)\",A,,0\n")
        let imported = read.rows.map(\.everything).joined()
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("NoteType:") {
            let value = line.split(separator: ":").last.map(String.init) ?? ""
            #expect(imported.contains(value), "\(line)")
        }
        if text.hasPrefix("NoteType: ") { #expect(read.refusals.count == 1) } else { #expect(read.logins.count == 1) }
    }

    @Test func `reads an Enpass entry with a password and a number as a login`() throws {
        let text = "Shop,Username,jane,*Password,p,Number,4111,*CVC,123,\n"
        let read = try ReadExport(text)
        #expect(read.logins.map(\.kind) == [.login])
        #expect(read.logins[0].fields == [.plain("Number", "4111"), .concealed("CVC", "123")])
    }

    @Test func `does not take an Enpass licence for a card`() throws {
        let text = "Shop,Username,jane,*Password,p,\nLicence,Number,X1,Expiry date,12/30,\n"
        let read = try ReadExport(text)
        #expect(read.refusals == [ReadExport.Refusal(row: 2, reason: .notALogin)])
    }

    @Test func `names a payment of Dashlane that is not a card`() throws {
        let text =
            "type,account_name,account_holder,cc_number,routing_number\nbank,Savings,Jane,,12\n,No type,Jane,4111,\n"
        var rows: [ImportedRow] = []
        var source = ByteSource(Array(text.utf8))
        try CSVTable.dashlanePayments.read(&source) { rows.append($0) }
        #expect(
            rows.map(\.everything) == [
                "2 refused: notALogin", "3 No type | kind=card | user= | Cardholder=Jane | *Card number=4111",
            ])
        #expect(rows.map(\.kind) == ["bank", nil])
    }
}
