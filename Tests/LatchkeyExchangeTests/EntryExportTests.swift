import Foundation
import LatchkeyCore
import LatchkeyExchange
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite("Export of notes and payment cards") struct EntryExportTests {
    /// Entries of every kind, also of one that a later version adds.
    private static let entries: [Login] = [
        Login(
            kind: .note, title: "Door", notes: Secret("line one\nline two"),
            fields: [.plain("floor", "third"), .concealed("code", "1234")], isFavorite: true),
        Login(kind: .note, title: "Title only"),
        Login(kind: .note, title: "Bytes", notes: Secret(copying: [0xFF, 0x00])),
        Login(
            kind: .card, title: "Gold card", notes: Secret("the blue one"),
            fields: [
                .plain("Brand", "Visa"), .concealed("Card number", "4111"), .plain("Limit", "500 EUR"),
                .plain("Cardholder", "Jane Doe"), .plain("Expiry date", "2030-12"), .concealed("Security code", "123"),
                .concealed("PIN", "0000"), .concealed("PIN", "1111"), .plain("Bank", "Example Bank"),
            ], asksEveryTime: true),
        Login(
            kind: .card, title: "Odd card",
            fields: [
                .plain("Expiry date", "12/30"),
                CustomField(name: "Card number", value: Secret(copying: [0xFE]), isConcealed: true),
            ]),
        Login(kind: .card, title: "Empty card"),
        Login(kind: EntryKind(rawValue: 9), title: "Of tomorrow", user: "jane", password: Secret("p")),
    ]

    private static func export(_ logins: [Login], _ format: ExportFormat) -> (file: [UInt8], report: ExportReport) {
        let start = Date(timeIntervalSince1970: 1_650_000_000.25)
        let exported = logins.map { ExportedLogin(login: $0, created: start, changed: start + 10) }
        return VaultExport.write(exported, as: format, at: start + 30)
    }

    @Test(arguments: [ExportFormat.json, .cxf]) func `exports and imports each kind of entry without loss`(
        format: ExportFormat
    ) throws {
        let (file, report) = Self.export(Self.entries, format)
        #expect(report.losses.isEmpty)
        #expect(report.logins == 0)
        #expect(report.others == Self.entries.count)
        let read = try ReadExport(file)
        #expect(read.logins == Self.entries)
        #expect(read.rows.allSatisfy { $0.notices.isEmpty })
        #expect(read.rows.allSatisfy { $0.changed == Date(timeIntervalSince1970: 1_650_000_010.25) })
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml]) func `adds no entry when an export is imported again`(
        format: ExportFormat
    ) throws {
        let (first, second) = (try UnlockedVault.inMemory(), try UnlockedVault.inMemory())
        // XML cannot contain bytes that are not text, and has no empty fields.
        let texts = Self.entries.filter { !["Bytes", "Odd card"].contains($0.title) }
        for entry in texts { try first.add(entry) }
        let file = try VaultExport.run(format, of: first).file
        #expect(try LoginImport.run(ByteSource(file), into: second).added == texts.count)
        #expect(Set(try second.logins().map(\.title)) == Set(texts.map(\.title)))
        #expect(try LoginImport.run(ByteSource(file), into: second).counts == [0, texts.count, 0, 0])
    }

    @Test func `writes a card as CXF's credit-card credential, and a note as its note`() throws {
        let file = Self.export(Self.entries, .cxf).file
        let root = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
        let account = try #require((root["accounts"] as? [[String: Any]])?.first)
        let items = try #require(account["items"] as? [[String: Any]])
        let types = items.map { item in
            (item["credentials"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
        }
        #expect(
            types == [
                ["note", "custom-fields"], ["note"], [], ["credit-card", "note", "custom-fields"],
                ["credit-card", "custom-fields"], ["credit-card"], ["basic-auth"],
            ])
        let card = try #require((items[3]["credentials"] as? [[String: Any]])?.first)
        let values = card.compactMapValues { ($0 as? [String: String])?["value"] }
        #expect(
            values == [
                "fullName": "Jane Doe", "number": "4111", "expiryDate": "2030-12", "verificationNumber": "123",
                "pin": "0000", "cardType": "Visa",
            ])
        let kinds = card.compactMapValues { ($0 as? [String: String])?["fieldType"] }
        #expect(kinds["number"] == "concealed-string" && kinds["expiryDate"] == "year-month")
    }

    @Test func `writes an entry of KeePass with each of its fields`() throws {
        let (file, report) = Self.export([Self.entries[3]], .xml)
        #expect(report.losses.isEmpty)
        let text = String(decoding: file, as: UTF8.self)
        for value in ["Gold card", "the blue one", "4111", "Jane Doe", "2030-12", "123", "0000", "Example Bank"] {
            #expect(text.contains(value))
        }
        #expect(text.contains("<Key>Card number</Key>\n<Value ProtectInMemory=\"True\">4111</Value>"))
        let back = try #require(try ReadExport(file).logins.first)
        #expect(back.kind == .card)
        #expect(back.value(of: .pin) == Secret("0000"))
    }

    @Test func `leaves notes and cards out of CSV, and names them`() throws {
        let login = Login(title: "A", user: "u", password: Secret("p"))
        let (file, report) = Self.export([login] + Self.entries, .csv)
        #expect(report.logins == 1)
        #expect(report.others == 0)
        #expect(report.losses[.entries] == Self.entries.count)
        #expect(report.titles[.entries] == Self.entries.map(\.title))
        #expect(try ReadExport(file).logins.map(\.title) == ["A"])
    }

    @Test(arguments: [#""kind": "passport""#, #""kind": 300"#, #""kind": []"#])
    func `refuses an entry of a kind that this version cannot keep`(kind: String) throws {
        let text = #"{"format": "latchkey-vault", "version": 1, "logins": [{"title": "A", \#(kind)}]}"#
        #expect(try ReadExport(text).refusals == [ReadExport.Refusal(row: 1, reason: .notALogin)])
    }
}
