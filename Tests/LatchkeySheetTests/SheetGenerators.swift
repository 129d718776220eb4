import LatchkeySheet
import LatchkeyTesting

extension Generator where Value == Sheet {
    /// Sheets with few different identifiers, so that two sheets have elements in common.
    ///
    /// Sometimes one occurs twice.
    static var sheets: Generator<Sheet> {
        Generator { source, size in
            var sheet = Sheet(title: Generator<String>.string(upTo: 4).next(using: &source, size: size))
            for _ in 0..<Int.random(in: 0...6, using: &source) {
                let identifier = Generator<ElementIdentifier>.element(of: ["a", "b", "c", "d", "e"]).next(
                    using: &source)
                let content = Generator<Sheet.Content>.contents.next(using: &source, size: size)
                if sheet[identifier] == nil { sheet.elements.append(Sheet.Element(identifier, content)) }
            }
            sheet.cancelTitle = Generator<String>.string(upTo: 2).optional().next(using: &source, size: size)
            sheet.focus = Generator<ElementIdentifier>.element(of: ["a", "b"]).optional().next(using: &source)
            sheet.defaultButton = Generator<ElementIdentifier>.element(of: ["a", "b"]).optional().next(using: &source)
            return sheet
        }
    }
}

extension Generator where Value == Sheet.Content {
    static var contents: Generator<Sheet.Content> {
        let text = Generator<String>.string(upTo: 4)
        return oneOf(
            lists, lists,
            text.map { .header($0) },
            text.map { .message(Sheet.Message(.warning, $0)) },
            text.map { .text(Sheet.Text($0, style: .monospaced)) },
            text.map { .textField(Sheet.TextField(label: $0, value: $0, reportsChanges: true)) },
            text.map { .secureField(Sheet.SecureField(label: $0)) },
            text.map { .searchField(Sheet.SearchField(value: $0)) },
            text.map { .toggle(Sheet.Toggle(label: $0, isOn: $0.isEmpty)) },
            text.map { .picker(Sheet.Picker(label: $0, options: [.init("x", title: $0)], selection: "x")) },
            text.map { .button(Sheet.Button(title: $0, role: .default)) },
            text.map { .progress(Sheet.Progress(label: $0, fraction: 0.25, counter: 7)) },
            text.map { .code(Sheet.Code(label: $0, code: "123456", period: 30, timeLeft: 12.5)) },
            text.map { .strength(Sheet.Strength(score: 3, label: $0)) })
    }

    /// Windows of lists in which the row at an index is usually the same.
    private static var lists: Generator<Sheet.Content> {
        Generator { source, _ in
            let offset = Int.random(in: 0...20, using: &source)
            let rows = (0..<Int.random(in: 0...20, using: &source)).map { index in
                let version = Int.random(in: 0..<8, using: &source) == 0 ? "changed" : "same"
                return Sheet.Row("row", title: "\(offset + index) \(version)")
            }
            let section = Sheet.Section(title: "S", firstRow: Int.random(in: 0..<100, using: &source))
            return .list(Sheet.List(rowCount: 100, offset: offset, rows: rows, sections: [section]))
        }
    }
}
