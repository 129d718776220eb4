import Foundation
import LatchkeySheet
import LatchkeyTesting
import Testing

@Suite struct `Sheets` {
    @Test func `encoding and decoding preserves a sheet`() throws {
        try forAll(.sheets) { sheet in
            try JSONDecoder().decode(Sheet.self, from: JSONEncoder().encode(sheet)) == sheet
        }
    }

    @Test(arguments: [
        (Sheet.Content.header("Codes"), #"{"id":"x","kind":"header","title":"Codes"}"#),
        (.message(.init(.error, "No")), #"{"id":"x","kind":"message","level":"error","text":"No"}"#),
        (.secureField(.init(label: "Passphrase")), #"{"id":"x","kind":"secureField","label":"Passphrase"}"#),
        (.toggle(.init(label: "Keep", isOn: true)), #"{"id":"x","isOn":true,"kind":"toggle","label":"Keep"}"#),
        (
            .button(.init(title: "Unlock", role: .default)),
            #"{"id":"x","isEnabled":true,"kind":"button","role":"default","submits":true,"title":"Unlock"}"#
        ),
        (
            .progress(.init(label: "Reading", fraction: 0.5, counter: 2)),
            #"{"counter":2,"fraction":0.5,"id":"x","kind":"progress","label":"Reading"}"#
        ),
        (
            .code(.init(label: "Code", code: "123456", period: 30, timeLeft: 7)),
            #"{"code":"123456","id":"x","kind":"code","label":"Code","period":30,"timeLeft":7}"#
        ),
        (
            .list(.init(rowCount: 9, offset: 4, rows: [.init("r", title: "T", badge: "b")])),
            #"{"id":"x","kind":"list","offset":4,"rowCount":9,"rows":[{"badge":"b","identifier":"r","title":"T"}],"#
                + #""sections":[]}"#
        ),
    ])
    func `the JSON of each element is stable`(content: Sheet.Content, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(Sheet.Element("x", content))
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(Sheet.Element.self, from: Data(json.utf8)).content == content)
    }

    @Test(arguments: [
        (#"{"title":"t","elements":[{"id":"a","kind":"hologram"}]}"#, SheetError.unknownKind("hologram")),
        (
            #"{"title":"t","elements":[{"id":"a","kind":"header","title":""},{"id":"a","kind":"header","title":""}]}"#,
            .duplicateElement("a")
        ),
        (
            #"{"title":"t","elements":[{"id":"a","kind":"list","rowCount":1,"offset":1,"sections":[],"#
                + #""rows":[{"identifier":"r","title":""}]}]}"#,
            .windowOutsideList
        ),
        (
            #"{"title":"t","elements":[{"id":"a","kind":"list","rowCount":1,"offset":-9223372036854775808,"#
                + #""sections":[],"rows":[{"identifier":"r","title":""}]}]}"#,
            .windowOutsideList
        ),
        (#"{"title":"t","elements":[{"id":"a","kind":"strength","score":5,"label":""}]}"#, .outOfRange("score")),
        (
            #"{"title":"t","elements":[{"id":"a","kind":"progress","fraction":2,"counter":0,"label":""}]}"#,
            .outOfRange("fraction")
        ),
        (#"{"title":"t","elements":[{"id":"a b","kind":"header","title":""}]}"#, .invalidElementIdentifier),
        (#"{"title":"t","elements":[{"id":"1/2/a","kind":"header","title":""}]}"#, .invalidElementIdentifier),
        (#"{"title":"\#(String(repeating: "x", count: 513))","elements":[]}"#, .tooLong("title")),
    ])
    func `decoding rejects a sheet that exceeds a limit`(json: String, error: SheetError) {
        #expect(throws: error) { try JSONDecoder().decode(Sheet.self, from: Data(json.utf8)) }
    }

    @Test func `rejects a sheet with too many elements`() throws {
        let elements = (0...256).map { Sheet.Element(try! ElementIdentifier("e\($0)"), .header("")) }
        let data = try JSONEncoder().encode(Sheet(title: "", elements: elements))
        #expect(throws: SheetError.tooMany("elements")) { try JSONDecoder().decode(Sheet.self, from: data) }
    }

    @Test func `decoding ignores unknown members`() throws {
        let json = #"{"title":"t","elements":[{"id":"a","kind":"header","title":"h","glow":1}],"mood":"calm"}"#
        let sheet = try JSONDecoder().decode(Sheet.self, from: Data(json.utf8))
        #expect(sheet == Sheet(title: "t", elements: [.init("a", .header("h"))]))
    }

    @Test func `a provider's sheet is shortened to the limits`() {
        let rows = (0..<300).map { Sheet.Row("r", title: String(repeating: "é", count: 400) + "\($0)") }
        let sheet = Sheet(
            title: String(repeating: "x", count: 600),
            elements: [.init("l", .list(.init(rows))), .init("l", .header("double"))]
        ).cutToLimits()
        #expect(throws: Never.self) { try sheet.validate() }
        guard case .list(let list) = sheet["l"] else { return #expect(Bool(false), "the list is gone") }
        #expect(list.rows.count == 200)
        #expect(list.rowCount == 300)
        #expect(list.rows[0].title.utf8.count == 512)
    }

    @Test func `submitted values and the sheet omit secure text`() throws {
        let sheet = Sheet(
            title: "",
            elements: [
                .init("user", .textField(.init(label: "", value: "anna"))),
                .init("pass", .secureField(.init(label: ""))),
            ])
        let values = sheet.submittedValues(secure: ["pass": SecureText("hunter2")])
        #expect(values.text("user") == "anna")
        #expect(values.secureText("pass")?.reveal() == "hunter2")
        #expect(!String(reflecting: values).contains("hunter2"))
        let followed = try JSONEncoder().encode(sheet.applying(SheetEvent("go", .submitted(values))))
        #expect(!String(decoding: followed, as: UTF8.self).contains("hunter2"))
    }
}
