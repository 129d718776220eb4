import LatchkeySheet
import Testing

@testable import LatchkeyTerminal

@Suite struct `A sheet in lines` {
    @Test func `prints the frame, numbered rows and the cancel command`() {
        let model = LineSheetModel(frame: frame, sheet: listSheet(count: 2))
        #expect(
            model.printed() == """

                Latchkey Vault for github.com

                Logins
                Type to search.
                   1  login 0  github.com
                   2  login 1  github.com
                  b1  New login
                  c   Cancel

                """)
        #expect(model.prompt == .init(text: "> ", echoes: true))
    }

    @Test func `accepts a row number, a search text, a button and c`() {
        for (line, event) in [
            ("2", SheetEvent("l", .rowChosen("row1"))), ("anna", SheetEvent("q", .searched("anna"))),
            ("/2", SheetEvent("q", .searched("2"))), ("b1", SheetEvent("new", .pressed)),
            ("c", SheetEvent(nil, .cancelled)),
        ] {
            var model = LineSheetModel(frame: frame, sheet: listSheet(count: 2))
            #expect(model.answer(line) == [event])
        }
        var model = LineSheetModel(frame: frame, sheet: listSheet(count: 2))
        #expect(model.answer(nil) == [SheetEvent(nil, .cancelled)])
    }

    @Test func `pages a long list and requests missing rows`() {
        var model = LineSheetModel(frame: frame, sheet: listSheet(count: 45), pageHeight: 20)
        #expect(model.printed().contains("Rows 1 to 20 of 45; Enter for more."))
        #expect(model.answer("") == [])
        #expect(model.printed().contains("  21  login 20"))
        #expect(model.answer("") == [SheetEvent("l", .scrolled(offset: 40, count: 5))])
        #expect(model.prompt == nil)
    }

    @Test func `asks for the fields in order, secure ones without echo`() {
        var model = LineSheetModel(
            frame: frame,
            sheet: Sheet(
                title: "Sign in",
                elements: [
                    .init("user", .textField(.init(label: "User", value: "anna"))),
                    .init("pass", .secureField(.init(label: "Passphrase"))),
                    .init("keep", .toggle(.init(label: "Keep", isOn: false))),
                    .init("go", .button(.init(title: "Go", role: .default))),
                ]))
        #expect(model.prompt == .init(text: "User [anna]: ", echoes: true))
        #expect(model.answer("") == [])
        #expect(model.prompt == .init(text: "Passphrase: ", echoes: false))
        #expect(model.answer("hunter2") == [])
        #expect(model.prompt == .init(text: "Keep [y/N]: ", echoes: true))
        #expect(
            model.answer("y") == [
                SheetEvent("keep", .toggled(true)),
                SheetEvent(
                    "go",
                    .submitted([
                        .init("user", .text("anna")), .init("pass", .secure(SecureText("hunter2"))),
                        .init("keep", .toggle(true)),
                    ])),
            ])
        #expect(model.prompt == nil)
        #expect(!"\(model)".contains("hunter2"))
    }

    @Test func `asks again after the provider has changed the sheet`() {
        let sheet = Sheet(
            title: "Unlock",
            elements: [
                .init("pass", .secureField(.init(label: "Passphrase"))),
                .init("go", .button(.init(title: "Go", role: .default))),
            ])
        var model = LineSheetModel(frame: frame, sheet: sheet)
        _ = model.answer("wrong")
        var new = sheet
        new.elements.insert(.init("m", .message(.init(.error, "Wrong passphrase"))), at: 0)
        #expect(model.apply(SheetDifference(from: sheet, to: new)) == true)
        #expect(model.printed().contains("error: Wrong passphrase"))
        #expect(model.prompt == .init(text: "Passphrase: ", echoes: false))
    }

    @Test func `prints no control characters of a provider`() {
        let evil = "a\u{1B}[2J\u{202E}b\nc"
        let model = LineSheetModel(
            frame: SheetFrame(providerName: evil, requester: .program(evil), word: evil),
            sheet: Sheet(
                title: evil, elements: [.init("l", .list(.init([.init("r", title: evil, subtitle: evil)])))],
                cancelTitle: evil))
        let allowed = model.printed().unicodeScalars.filter { $0 != "\n" }
        #expect(allowed.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0x202E })
        #expect(!model.printed().contains("\nc\n"))
    }

    private let frame = SheetFrame(providerName: "Latchkey Vault", requester: .site("github.com"))

    private func listSheet(count: Int) -> Sheet {
        let rows = (0..<min(count, 40)).compactMap {
            try? Sheet.Row(ItemIdentifier("row\($0)"), title: "login \($0)", subtitle: "github.com")
        }
        return Sheet(
            title: "Logins",
            elements: [
                .init("q", .searchField(.init())), .init("l", .list(.init(rowCount: count, offset: 0, rows: rows))),
                .init("new", .button(.init(title: "New login"))),
            ])
    }
}
