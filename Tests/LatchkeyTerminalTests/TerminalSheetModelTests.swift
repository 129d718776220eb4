import LatchkeySheet
import LatchkeyTesting
import Testing

@testable import LatchkeyTerminal

@Suite struct `A sheet in a terminal` {
    @Test func `draws the provider and the site above the sheet`() {
        let model = makeModel(Sheet(title: "Unlock Other Vault for evil.example", elements: []))
        let text = screen(model)
        #expect(text[0].hasPrefix(" ▌Latchkey Vault · heron"))
        #expect(text[0].hasSuffix("for github.com"))
        #expect(text[1] == String(repeating: "─", count: 80))
        #expect(text[3] == "  Unlock Other Vault for evil.example")
    }

    @Test func `keeps the end of a site that is too long`() {
        let site = String(repeating: "login.", count: 30) + "evil.example"
        var model = makeModel(Sheet(title: "t"), requester: .site(site))
        #expect(screen(model)[0].hasSuffix("login.evil.example"))
        _ = model.resize(to: (40, 10))
        #expect(screen(model)[1].hasSuffix("login.evil.example"))
        #expect(screen(model)[1].hasPrefix(" ▌…"))
    }

    @Test(arguments: [
        ("login.bank.example", String(repeating: "long.", count: 40) + "evil.example", 80),
        (String(repeating: "long.", count: 40) + "evil.example", "shop.example", 80),
        ("login.bank.example", "shop.example", 40),
    ])
    func `shows the ends of both sites of a cross-site frame`(
        site: String, around: String, columns: Int
    ) {
        let frame = SheetFrame(providerName: "Latchkey Vault", requester: .site(site), embeddingSite: around)
        let model = TerminalSheetModel(frame: frame, sheet: Sheet(title: "t"), size: (columns, 10))
        let header = screen(model)[1]
        #expect(header.contains("\(site.suffix(10)) in ") && header.hasSuffix(around.suffix(10)), "\(header)")
        #expect(model.render().lines.allSatisfy { $0.width <= columns })
    }

    @Test func `types a caller's search into the first search field`() {
        var model = makeModel(
            Sheet(
                title: "t",
                elements: [
                    .init("s", .secureField(.init(label: "Passphrase"))), .init("q", .searchField(.init())),
                    .init("l", .list(.init([.init("r", title: "row")]))),
                ]))
        #expect(model.search(for: "müller")?.first == SheetEvent("q", .searched("müller")))
        #expect(model.focus == "q" && model.entries["q"]?.text == "müller")
        #expect(model.entries["s"]?.text == "")
        var other = makeModel(Sheet(title: "t", elements: [.init("s", .secureField(.init(label: "Passphrase")))]))
        #expect(other.search(for: "müller") == nil)
        #expect(other.entries["s"]?.text == "")
    }

    @Test func `draws no control characters from a provider`() throws {
        try forAll(.string(), .int(in: 20...100), .int(in: 5...30)) { text, columns, rows in
            var elements: [Sheet.Element] = [
                .init("m", .message(.init(.error, text))), .init("h", .header(text)), .init("x", .text(.init(text))),
                .init("f", .textField(.init(label: text, placeholder: text, value: text))),
                .init("s", .secureField(.init(label: text))), .init("q", .searchField(.init(value: text))),
                .init("t", .toggle(.init(label: text, isOn: true))), .init("b", .button(.init(title: text))),
                .init("p", .picker(.init(label: text, options: [.init("o", title: text)], selection: "o"))),
                .init("g", .progress(.init(label: text, fraction: 0.5))),
                .init("c", .code(.init(label: text, code: text))),
                .init("w", .strength(.init(score: 2, label: text))),
            ]
            elements.append(
                .init(
                    "l",
                    .list(
                        .init(
                            [.init("r", title: text, subtitle: text, badge: text)],
                            sections: [.init(title: text, firstRow: 0)]))))
            let frame = SheetFrame(providerName: text, requester: .site(text), word: text)
            let sheet = Sheet(title: text, elements: elements, cancelTitle: text)
            let model = TerminalSheetModel(frame: frame, sheet: sheet, size: (columns, rows))
            let lines = model.render().lines
            return lines.count <= rows
                && lines.allSatisfy { line in
                    line.width <= columns
                        && line.pieces.flatMap(\.text.unicodeScalars).allSatisfy {
                            $0.properties.generalCategory != .control && $0.value != 0x202E
                        }
                }
        }
    }

    @Test func `sends a secure field's text once and never draws it`() {
        var model = makeModel(unlockSheet)
        #expect(model.handle(.text("hunter2")) == [])
        let drawn = screen(model)
        #expect(drawn.contains { $0.contains("•••••••") })
        #expect(!drawn.joined().contains("hunter2"))
        #expect(model.handle(.enter) == [SheetEvent("go", .submitted([.init("pass", .secure(SecureText("hunter2")))]))])
        #expect(model.handle(.enter) == [SheetEvent("go", .submitted([.init("pass", .secure(SecureText("")))]))])
        #expect(!"\(model)".contains("hunter2"))
    }

    @Test(arguments: [Key.escape, .control("c")])
    func `Esc, ctrl-C and ctrl-D cancel from every element`(key: Key) {
        for sheet in [unlockSheet, listSheet(count: 3), Sheet(title: "nothing")] {
            var model = makeModel(sheet)
            #expect(model.handle(key) == [SheetEvent(nil, .cancelled)])
            for size in [(80, 24), (40, 10), (20, 5)] {
                _ = model.resize(to: size)
                #expect(screen(model).last?.contains("Esc Cancel") == true)
            }
        }
    }

    @Test func `Enter does not press a button that is not the default and has not been chosen`() {
        let sheet = Sheet(title: "Use This Copy?", elements: [.init("go", .button(.init(title: "Use It")))])
        var model = makeModel(sheet)
        #expect(model.handle(.enter) == [])
        #expect(model.handle(.tab) == [])
        #expect(model.handle(.enter) == [SheetEvent("go", .pressed)])
    }

    @Test func `does not repeat a label as placeholder`() {
        for placeholder in ["Search", "Search…", "search"] {
            let model = makeModel(
                Sheet(title: "t", elements: [.init("q", .searchField(.init(placeholder: placeholder)))]))
            #expect(screen(model).contains { $0.hasPrefix("  Search  ") && !$0.dropFirst(8).contains("earch") })
        }
        let model = makeModel(
            Sheet(title: "t", elements: [.init("q", .searchField(.init(placeholder: "Site or user")))]))
        #expect(screen(model).contains { $0.hasPrefix("  Search  Site or user") })
    }

    @Test func `shows the frame and the focus on a tiny terminal`() {
        var model = makeModel(listSheet(count: 30))
        _ = model.resize(to: (40, 10))
        let small = screen(model)
        #expect(small[0] == " ▌Latchkey Vault · heron")
        #expect(small[1] == " ▌for github.com")
        #expect(small[4].trimmingPrefix { $0 == " " }.hasPrefix("Search"))
        #expect(small[5].hasPrefix("▸ login 0 "))
        #expect(small[9] == " Esc Cancel  ↑↓ move  Enter choose  ")
        _ = model.resize(to: (20, 5))
        let tiny = screen(model)
        #expect(tiny[1] == " ▌for github.com")
        #expect(tiny[2].trimmingPrefix { $0 == " " }.hasPrefix("Search"))
        #expect(tiny[3].hasPrefix("▸ login 0 "))
        #expect(tiny[4].hasPrefix(" Esc Cancel"))
    }

    @Test func `searches while typing and selects with the arrow keys`() {
        var model = makeModel(listSheet(count: 3))
        #expect(model.handle(.text("an")) == [SheetEvent("q", .searched("an"))])
        #expect(model.handle(.backspace) == [SheetEvent("q", .searched("a"))])
        #expect(model.handle(.down) == [])
        #expect(model.handle(.enter) == [SheetEvent("l", .rowChosen("row1"))])
        #expect(model.handle(.tab) == [])
        #expect(model.focus == "l")
        #expect(model.handle(.text("n")) == [SheetEvent("q", .searched("an"))])
        #expect(model.focus == "q")
    }

    @Test func `requests visible rows once and reaches every row`() throws {
        var model = makeModel(listSheet(count: 100_000))
        #expect(model.missingRows() == [])
        let events = model.handle(.end)
        #expect(events == [SheetEvent("l", .scrolled(offset: 99_935, count: 65))])
        #expect(model.handle(.up) == [])
        #expect(model.handle(.enter) == [])
        let new = listSheet(count: 100_000, offset: 99_935, rows: 65)
        #expect(model.apply(SheetDifference(from: model.sheet, to: new)) == [])
        #expect(model.handle(.enter) == [SheetEvent("l", .rowChosen("row99998"))])
        #expect(screen(model).contains { $0.contains("▸ login 99998") })
    }

    @Test func `shows every row of a list with sections while scrolling`() {
        let rows = (0..<30).compactMap { try? Sheet.Row(ItemIdentifier("row\($0)"), title: "login \($0)") }
        let sections = (0..<30).map { Sheet.Section(title: "S\($0)", firstRow: $0) }
        for size in [(80, 24), (40, 10)] {
            var model = TerminalSheetModel(
                frame: frame(.site("github.com")),
                sheet: Sheet(title: "t", elements: [.init("l", .list(.init(rows, sections: sections)))]), size: size)
            for row in 0..<30 {
                #expect(screen(model).contains { $0.contains("▸ login \(row) ") }, "row \(row)")
                if row < 29 { _ = model.handle(.down) }
            }
        }
    }

    @Test func `scrolls to the focused element on a small terminal`() {
        let fields = (0..<20).map {
            Sheet.Element(try! ElementIdentifier("f\($0)"), .toggle(.init(label: "switch \($0)", isOn: false)))
        }
        var model = TerminalSheetModel(
            frame: frame(.site("github.com")), sheet: Sheet(title: "Many", elements: fields), size: (40, 10))
        for index in 0..<20 {
            #expect(screen(model).contains { $0.contains("[ ] switch \(index)") && !$0.contains("switch \(index)0") })
            _ = model.handle(.tab)
        }
    }

    @Test func `keeps entered text while the provider changes other elements`() {
        var model = makeModel(unlockSheet)
        _ = model.handle(.text("hunt"))
        var new = model.sheet
        new.elements.insert(.init("m", .message(.init(.info, "Two attempts left"))), at: 0)
        _ = model.apply(SheetDifference(from: model.sheet, to: new))
        _ = model.handle(.text("er2"))
        #expect(model.handle(.enter) == [SheetEvent("go", .submitted([.init("pass", .secure(SecureText("hunter2")))]))])
    }

    @Test func `toggles, picks and presses with keys`() {
        var model = makeModel(
            Sheet(
                title: "",
                elements: [
                    .init("t", .toggle(.init(label: "Keep", isOn: false))),
                    .init(
                        "p",
                        .picker(
                            .init(
                                label: "For", options: [.init("a", title: "A"), .init("b", title: "B")], selection: "a")
                        )),
                    .init("off", .button(.init(title: "Off", isEnabled: false))),
                    .init("x", .button(.init(title: "Delete", role: .destructive))),
                ]))
        #expect(model.handle(.text(" ")) == [SheetEvent("t", .toggled(true))])
        #expect(model.handle(.text(" ")) == [SheetEvent("t", .toggled(false))])
        _ = model.handle(.tab)
        #expect(model.handle(.right) == [SheetEvent("p", .picked("b"))])
        #expect(model.handle(.right) == [SheetEvent("p", .picked("a"))])
        _ = model.handle(.tab)
        #expect(model.focus == "x")
        #expect(model.handle(.enter) == [SheetEvent("x", .pressed)])
    }

    @Test func `opens a row's details with the right arrow`() {
        var model = makeModel(
            Sheet(title: "", elements: [.init("l", .list(.init([.init("r", title: "x", accessory: .details)])))]))
        #expect(model.handle(.right) == [SheetEvent("l", .accessoryPressed("r"))])
    }

    @Test func `counts down a code's remaining time`() {
        var model = makeModel(
            Sheet(
                title: "", elements: [.init("c", .code(.init(label: "Code", code: "123456", period: 30, timeLeft: 12)))]
            ))
        #expect(screen(model).contains("  Code  123 456  12 s"))
        model.now = 8.5
        #expect(screen(model).contains("  Code  123 456  4 s"))
    }

    // MARK: Fixtures

    private func frame(_ requester: SheetFrame.Requester) -> SheetFrame {
        SheetFrame(providerName: "Latchkey Vault", requester: requester, word: "heron")
    }

    private func makeModel(_ sheet: Sheet, requester: SheetFrame.Requester = .site("github.com")) -> TerminalSheetModel
    {
        var model = TerminalSheetModel(frame: frame(requester), sheet: sheet, size: (80, 24))
        _ = model.missingRows()
        return model
    }

    private func screen(_ model: TerminalSheetModel) -> [String] {
        model.render().lines.map { $0.pieces.map(\.text).joined() }
    }

    private var unlockSheet: Sheet {
        Sheet(
            title: "Unlock",
            elements: [
                .init("pass", .secureField(.init(label: "Passphrase"))),
                .init("go", .button(.init(title: "Unlock", role: .default))),
            ])
    }

    private func listSheet(count: Int, offset: Int = 0, rows: Int = 60) -> Sheet {
        let carried = (offset..<min(count, offset + rows)).compactMap {
            try? Sheet.Row(ItemIdentifier("row\($0)"), title: "login \($0)", subtitle: "github.com")
        }
        return Sheet(
            title: "Logins",
            elements: [
                .init("q", .searchField(.init())),
                .init("l", .list(.init(rowCount: count, offset: offset, rows: carried))),
            ])
    }
}

@Suite struct `A screen's writer` {
    @Test func `writes only the lines that changed`() {
        var writer = ScreenWriter(colors: .none, accent: nil)
        _ = writer.update(to: Screen(lines: [StyledLine("one"), StyledLine("two")]))
        let output = writer.update(
            to: Screen(lines: [StyledLine("one"), StyledLine("three")], cursor: .init(row: 1, column: 5)))
        #expect(output == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[Kthree\u{1B}[2;6H\u{1B}[?25h")
    }

    @Test(arguments: [
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "\u{1B}[38;2;42;127;98mx\u{1B}[0m"),
        (["TERM": "xterm-256color"], "\u{1B}[38;5;66mx\u{1B}[0m"), (["TERM": "linux"], "\u{1B}[36mx\u{1B}[0m"),
        (["TERM": "xterm-256color", "NO_COLOR": "1"], "x"),
    ])
    func `uses the colors that the terminal supports`(environment: [String: String], drawn: String) throws {
        let abilities = TerminalAbilities(environment: environment)
        var writer = ScreenWriter(colors: abilities.colors, accent: try SheetColor("#2a7f62"))
        let output = writer.update(to: Screen(lines: [StyledLine("x", Style(color: .accent))]))
        #expect(output == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[K\(drawn)")
    }

    @Test func `does not move the cursor of a dumb terminal`() {
        #expect(!TerminalAbilities(environment: ["TERM": "dumb"]).movesCursor)
        #expect(!TerminalAbilities(environment: [:]).movesCursor)
        #expect(TerminalAbilities(environment: ["TERM": "xterm"]).movesCursor)
    }
}
