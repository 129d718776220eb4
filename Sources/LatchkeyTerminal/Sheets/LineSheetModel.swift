import LatchkeySheet

/// A sheet as lines and prompts, for a terminal whose cursor cannot be moved.
///
/// It asks for the fields one after the other. Then a prompt accepts the number of a row, `b` and the number of a
/// button, a search text, or `c` to cancel. A value without input and output.
struct LineSheetModel {
    /// The text of a prompt, and whether the answer is echoed.
    struct Prompt: Hashable, Sendable {
        var text: String
        var echoes: Bool
    }

    let frame: SheetFrame
    private(set) var sheet: Sheet
    let columns: Int
    /// The fields without an answer.
    private var questions: [ElementIdentifier]
    private var secure: [ElementIdentifier: SecureText] = [:]
    /// The first row of the visible page.
    private(set) var page = 0
    private let pageHeight: Int
    /// Whether the provider has not changed the sheet since the last answer.
    private(set) var isWaiting = false
    /// Whether a secure field was removed while the user typed into it: the next line is discarded.
    private(set) var isInterrupted = false

    init(frame: SheetFrame, sheet: Sheet, columns: Int = 80, pageHeight: Int = 20) {
        self.frame = frame
        self.sheet = sheet
        self.columns = columns
        self.pageHeight = pageHeight
        questions = Self.questions(of: sheet)
    }

    /// Applies a provider's change; returns whether the sheet must be printed again.
    mutating func apply(_ difference: SheetDifference) -> Bool {
        guard let new = try? sheet.applying(difference), new != sheet else { return false }
        let fields = Self.questions(of: sheet)
        if !isWaiting, let asked = questions.first, case .secureField = sheet[asked] {
            if case .secureField = new[asked] {} else { isInterrupted = true }
        }
        sheet = new
        // After an answer, or with other fields, all questions are asked again.
        if isWaiting || fields != Self.questions(of: new) { questions = Self.questions(of: new) }
        isWaiting = false
        return true
    }

    /// The sheet as text.
    func printed() -> String {
        var lines = ["", "\(DisplayText.escaping(frame.providerName)) \(frame.requesterText)"]
        if let word = frame.word { lines[1] += " · " + DisplayText.escaping(word) }
        lines.append("")
        if !sheet.title.isEmpty { lines.append(DisplayText.escaping(sheet.title)) }
        for element in sheet.elements { lines += self.lines(of: element) }
        let buttons = self.buttons
        for (index, button) in buttons.enumerated() {
            lines.append("  b\(index + 1)  \(DisplayText.escaping(button.title))")
        }
        lines.append("  c   \(DisplayText.escaping(sheet.cancelTitle ?? "Cancel"))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The next prompt; `nil` while the provider works on the last answer.
    var prompt: Prompt? {
        guard !isWaiting else { return nil }
        if isInterrupted { return Prompt(text: "\nNo longer needed. Press Enter to continue: ", echoes: false) }
        guard let field = questions.first, let content = sheet[field] else { return Prompt(text: "> ", echoes: true) }
        switch content {
        case .secureField(let secure): return Prompt(text: label(secure.label) + ": ", echoes: false)
        case .textField(let text):
            let value = text.value.isEmpty ? "" : " [\(DisplayText.escaping(text.value))]"
            return Prompt(text: label(text.label) + value + ": ", echoes: true)
        case .toggle(let toggle):
            return Prompt(text: "\(label(toggle.label)) [\(toggle.isOn ? "Y/n" : "y/N")]: ", echoes: true)
        case .picker(let picker):
            return Prompt(text: "\(label(picker.label)) [1-\(picker.options.count)]: ", echoes: true)
        default: return Prompt(text: "> ", echoes: true)
        }
    }

    /// Handles the answer to ``prompt``; `nil`, the end of the input, cancels the sheet.
    mutating func answer(_ line: String?) -> [SheetEvent] {
        guard let line else { return [SheetEvent(nil, .cancelled)] }
        if isInterrupted {
            isInterrupted = false
            return []
        }
        guard let field = questions.first, let content = sheet[field] else { return command(line) }
        var events: [SheetEvent] = []
        switch content {
        case .secureField: secure[field] = SecureText(line)
        case .textField(let text):
            guard !line.isEmpty else { break }
            sheet = sheet.applying(SheetEvent(field, .textChanged(line)))
            if text.reportsChanges { events = [SheetEvent(field, .textChanged(line))] }
        case .toggle(let toggle):
            guard let isOn = Self.isYes(line), isOn != toggle.isOn else { break }
            events = [SheetEvent(field, .toggled(isOn))]
            sheet = sheet.applying(events[0])
        case .picker(let picker):
            guard let number = Int(line), picker.options.indices.contains(number - 1) else { break }
            events = [SheetEvent(field, .picked(picker.options[number - 1].identifier))]
            sheet = sheet.applying(events[0])
        default: break
        }
        questions.removeFirst()
        guard questions.isEmpty, firstList == nil, let only = buttons.first, buttons.count == 1 else { return events }
        return events + press(only)
    }

    /// Handles the answer to the prompt after the fields.
    private mutating func command(_ line: String) -> [SheetEvent] {
        let word = line.trimmed
        if word == "c" || word == "C" { return [SheetEvent(nil, .cancelled)] }
        if word.first == "b", let number = Int(word.dropFirst()), buttons.indices.contains(number - 1) {
            return press(buttons[number - 1])
        }
        if let (identifier, list) = firstList {
            if word.isEmpty { return turnPage(identifier, list) }
            if let number = Int(word), (1...list.rowCount).contains(number) {
                guard let row = list.row(at: number - 1) else { return [] }
                isWaiting = true
                return [SheetEvent(identifier, .rowChosen(row.identifier))]
            }
        } else if word.isEmpty, let button = buttons.first(where: \.isDefault) {
            return press(button)
        }
        guard !word.isEmpty else { return [] }
        return search(for: word.hasPrefix("/") ? String(word.dropFirst()) : word) ?? []
    }

    /// Searches for a text; `nil` if the sheet has no search field.
    mutating func search(for text: String) -> [SheetEvent]? {
        guard let search = searchField else { return nil }
        page = 0
        isWaiting = true
        sheet = sheet.applying(SheetEvent(search, .searched(text)))
        return [SheetEvent(search, .searched(text))]
    }

    private mutating func turnPage(_ identifier: ElementIdentifier, _ list: Sheet.List) -> [SheetEvent] {
        page = page + pageHeight < list.rowCount ? page + pageHeight : 0
        let wanted = page..<min(page + pageHeight, list.rowCount)
        guard wanted.contains(where: { list.row(at: $0) == nil }) else { return [] }
        isWaiting = true
        return [SheetEvent(identifier, .scrolled(offset: wanted.lowerBound, count: wanted.count))]
    }

    private mutating func press(_ button: Button) -> [SheetEvent] {
        isWaiting = true
        guard button.submits else { return [SheetEvent(button.identifier, .pressed)] }
        defer { secure = [:] }
        return [SheetEvent(button.identifier, .submitted(sheet.submittedValues(secure: secure)))]
    }
}

extension LineSheetModel {
    fileprivate struct Button {
        let identifier: ElementIdentifier
        let title: String
        let submits: Bool
        let isDefault: Bool
    }

    fileprivate var buttons: [Button] {
        sheet.elements.compactMap { element in
            guard case .button(let button) = element.content, button.isEnabled, button.role != .cancel else {
                return nil
            }
            return Button(
                identifier: element.identifier, title: button.title, submits: button.submits,
                isDefault: button.role == .default || element.identifier == sheet.defaultButton)
        }
    }

    fileprivate var firstList: (identifier: ElementIdentifier, list: Sheet.List)? {
        for element in sheet.elements {
            if case .list(let list) = element.content, list.rowCount > 0 { return (element.identifier, list) }
        }
        return nil
    }

    fileprivate var searchField: ElementIdentifier? {
        sheet.elements.first { if case .searchField = $0.content { true } else { false } }?.identifier
    }

    fileprivate static func questions(of sheet: Sheet) -> [ElementIdentifier] {
        sheet.elements.filter { element in
            switch element.content {
            case .textField, .secureField, .toggle: true
            case .picker(let picker): !picker.options.isEmpty
            default: false
            }
        }.map(\.identifier)
    }

    fileprivate static func isYes(_ line: String) -> Bool? {
        switch line.trimmed.lowercased() {
        case "y", "yes": true
        case "n", "no": false
        default: nil
        }
    }

    private func label(_ text: String) -> String {
        DisplayText.escaping(text.hasSuffix(":") ? String(text.dropLast()) : text)
    }

    private func lines(of element: Sheet.Element) -> [String] {
        switch element.content {
        case .message(let message):
            let mark = message.level == .error ? "error: " : message.level == .warning ? "warning: " : ""
            return DisplayText.wrapping(mark + message.text, to: columns)
        case .header(let title): return [DisplayText.escaping(title)]
        case .text(let text): return DisplayText.wrapping(text.text, to: columns)
        case .searchField(let field):
            return [field.value.isEmpty ? "Type to search." : "Search: \(DisplayText.escaping(field.value))"]
        case .picker(let picker):
            return [label(picker.label)]
                + picker.options.enumerated().map { index, option in
                    "  \(index + 1)\(option.identifier == picker.selection ? "*" : " ")  \(DisplayText.escaping(option.title))"
                }
        case .list(let list): return lines(of: list)
        case .progress(let progress):
            return [
                progress.fraction.map { "\(label(progress.label)) \(Int($0 * 100)) %" } ?? "\(label(progress.label)) …"
            ]
        case .code(let code):
            let left = code.timeLeft.map { " (\(Int($0)) s)" } ?? ""
            return ["\(label(code.label)) \(DisplayText.escaping(code.code))\(left)".trimmed]
        case .strength(let strength): return [DisplayText.escaping(strength.label)]
        case .textField, .secureField, .toggle, .button: return []
        }
    }

    private func lines(of list: Sheet.List) -> [String] {
        guard list.rowCount > 0 else { return DisplayText.wrapping(list.emptyText ?? "Nothing here", to: columns) }
        let end = min(page + pageHeight, list.rowCount)
        var lines: [String] = []
        for index in page..<end {
            for section in list.sections where section.firstRow == index {
                lines.append(DisplayText.escaping(section.title))
            }
            guard let row = list.row(at: index) else { continue }
            let number = String(repeating: " ", count: max(0, 4 - "\(index + 1)".count)) + "\(index + 1)"
            let rest = [row.subtitle, row.badge].compactMap { $0 }.map { "  " + DisplayText.escaping($0) }.joined()
            lines.append(DisplayText.truncating("\(number)  \(DisplayText.escaping(row.title))\(rest)", to: columns))
        }
        if list.rowCount > pageHeight {
            lines.append("Rows \(page + 1) to \(end) of \(list.rowCount); Enter for more.")
        }
        return lines
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
