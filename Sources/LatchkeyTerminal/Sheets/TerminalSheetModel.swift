import LatchkeySheet

/// The state of a sheet on a full screen: focus, entered text, selections and scroll positions.
///
/// A value without input and output; ``TerminalSheetPresenter`` does both.
struct TerminalSheetModel {
    let frame: SheetFrame
    private(set) var sheet: Sheet
    private(set) var focus: ElementIdentifier?
    private(set) var size: (columns: Int, rows: Int)
    /// The entered text by field.
    private(set) var entries: [ElementIdentifier: TextEntry] = [:]
    private(set) var lists: [ElementIdentifier: ListView] = [:]
    /// The time in seconds of the presenter's clock.
    var now = 0.0
    /// When each code was received, by ``now``.
    private(set) var codeTimes: [ElementIdentifier: Double] = [:]
    /// When a key last edited a secure field that was not submitted yet.
    private var typedAt: Double?

    init(frame: SheetFrame, sheet: Sheet, size: (columns: Int, rows: Int)) {
        self.frame = frame
        self.sheet = sheet
        self.size = size
        reconcile(with: Sheet(title: ""))
    }

    /// For how many more seconds the user counts as typing a secret; 0 if they do not.
    var typingLeft: Double {
        guard let typedAt, hasSecret else { return 0 }
        return max(typedAt + Self.typingTimeout - now, 0)
    }

    /// Whether a change removes a secure field with text that was not submitted.
    func removesSecret(_ difference: SheetDifference) -> Bool {
        guard let new = try? sheet.applying(difference) else { return false }
        return secrets.contains { field in
            if case .secureField = new[field] { false } else { !(entries[field]?.text.isEmpty ?? true) }
        }
    }

    private var hasSecret: Bool { secrets.contains { !(entries[$0]?.text.isEmpty ?? true) } }

    private var secrets: [ElementIdentifier] {
        sheet.elements.filter { if case .secureField = $0.content { true } else { false } }.map(\.identifier)
    }

    /// The seconds after a key during which the user counts as typing a secret.
    static let typingTimeout = 2.0

    /// Applies a provider's change; ignores one that does not fit the sheet.
    mutating func apply(_ difference: SheetDifference) -> [SheetEvent] {
        guard let new = try? sheet.applying(difference) else { return [] }
        let old = sheet
        sheet = new
        reconcile(with: old)
        return missingRows()
    }

    mutating func resize(to size: (columns: Int, rows: Int)) -> [SheetEvent] {
        self.size = size
        return missingRows()
    }

    /// Requests the missing rows of the lists on the screen; also call it once after the sheet opened.
    mutating func missingRows() -> [SheetEvent] {
        // The other elements determine the height of each list.
        fitLists()
        return sheet.elements.compactMap { element in
            guard case .list(let list) = element.content, var view = lists[element.identifier] else { return nil }
            view.scroll(in: list)
            let missing = view.missingRows(in: list)
            lists[element.identifier] = view
            return missing.map { SheetEvent(element.identifier, .scrolled(offset: $0.offset, count: $0.count)) }
        }
    }

    /// Handles a key and returns the sheet's events.
    mutating func handle(_ key: Key) -> [SheetEvent] {
        let events = act(on: key)
        // An event ends the typing.
        if !events.isEmpty { typedAt = nil }
        return events
    }

    private mutating func act(on key: Key) -> [SheetEvent] {
        switch key {
        case .escape, .control("c"), .control("d"): return [SheetEvent(nil, .cancelled)]
        case .tab:
            moveFocus(by: 1)
            return missingRows()
        case .shiftTab:
            moveFocus(by: -1)
            return missingRows()
        default: break
        }
        guard let focus, let content = sheet[focus] else { return type(key) }
        let events =
            switch content {
            case .textField, .secureField: edit(key, focus)
            case .searchField: search(key, focus)
            case .list(let list): choose(key, focus, list)
            case .toggle(let toggle): flip(key, focus, toggle)
            case .picker(let picker): pick(key, focus, picker)
            case .button: press(key, focus)
            default: [SheetEvent]()
            }
        return events + missingRows()
    }

    // MARK: Keys by element

    private mutating func edit(_ key: Key, _ field: ElementIdentifier) -> [SheetEvent] {
        switch key {
        case .enter: return submit(from: field)
        case .up:
            moveFocus(by: -1)
            return []
        case .down:
            moveFocus(by: 1)
            return []
        default: break
        }
        var entry = entries[field] ?? TextEntry()
        let before = entry.text
        guard entry.handle(key) else { return [] }
        entries[field] = entry
        if case .secureField = sheet[field] { typedAt = now }
        guard case .textField(let content) = sheet[field], entry.text != before else { return [] }
        sheet[field] = .textField(content.with(entry.text))
        return content.reportsChanges ? [SheetEvent(field, .textChanged(entry.text))] : []
    }

    /// Edits the search field, and moves the selection in its list.
    private mutating func search(_ key: Key, _ field: ElementIdentifier) -> [SheetEvent] {
        var entry = entries[field] ?? TextEntry()
        let before = entry.text
        if key != .home && key != .end && entry.handle(key) {
            entries[field] = entry
            guard entry.text != before else { return [] }
            sheet = sheet.applying(SheetEvent(field, .searched(entry.text)))
            for identifier in lists.keys { lists[identifier] = ListView() }
            return [SheetEvent(field, .searched(entry.text))]
        }
        guard let (identifier, list) = firstList else { return key == .enter ? submit(from: field) : [] }
        return choose(key, identifier, list)
    }

    /// Types a text into the search field; `nil` if the sheet has none.
    mutating func search(for text: String) -> [SheetEvent]? {
        guard let field = searchField else { return nil }
        focus = field
        return search(.paste(text), field) + missingRows()
    }

    private mutating func choose(_ key: Key, _ identifier: ElementIdentifier, _ list: Sheet.List) -> [SheetEvent] {
        var view = lists[identifier] ?? ListView()
        defer { lists[identifier] = view }
        switch key {
        case .up where view.selection == 0 && focus == identifier:
            moveFocus(by: -1)
        case .down where view.selection >= list.rowCount - 1 && focus == identifier:
            moveFocus(by: 1)
        case .up: view.move(by: -1, in: list)
        case .down: view.move(by: 1, in: list)
        case .pageUp: view.move(by: -view.height, in: list)
        case .pageDown: view.move(by: view.height, in: list)
        case .home: view.select(0, in: list)
        case .end: view.select(list.rowCount - 1, in: list)
        case .enter:
            if let row = list.row(at: view.selection) { return [SheetEvent(identifier, .rowChosen(row.identifier))] }
        case .right:
            if let row = list.row(at: view.selection), row.accessory == .details {
                return [SheetEvent(identifier, .accessoryPressed(row.identifier))]
            }
        default: return type(key)
        }
        return []
    }

    private mutating func flip(_ key: Key, _ identifier: ElementIdentifier, _ toggle: Sheet.Toggle) -> [SheetEvent] {
        guard key == .enter || key == .text(" ") else { return type(key) }
        let event = SheetEvent(identifier, .toggled(!toggle.isOn))
        sheet = sheet.applying(event)
        return [event]
    }

    private mutating func pick(_ key: Key, _ identifier: ElementIdentifier, _ picker: Sheet.Picker) -> [SheetEvent] {
        let step: Int
        switch key {
        case .left: step = -1
        case .right, .enter, .text(" "): step = 1
        default: return type(key)
        }
        guard !picker.options.isEmpty else { return [] }
        let current = picker.options.firstIndex { $0.identifier == picker.selection }
        let next = current.map { ($0 + step + picker.options.count) % picker.options.count } ?? 0
        let event = SheetEvent(identifier, .picked(picker.options[next].identifier))
        sheet = sheet.applying(event)
        return [event]
    }

    private mutating func press(_ key: Key, _ identifier: ElementIdentifier) -> [SheetEvent] {
        switch key {
        case .enter, .text(" "): return press(identifier)
        case .left:
            moveFocus(by: -1)
            return []
        case .right:
            moveFocus(by: 1)
            return []
        default: return type(key)
        }
    }

    private mutating func press(_ identifier: ElementIdentifier) -> [SheetEvent] {
        guard case .button(let button) = sheet[identifier], button.isEnabled else { return [] }
        guard button.submits else { return [SheetEvent(identifier, .pressed)] }
        return [submitting(identifier)]
    }

    /// Enter in a field: presses the default button, or submits the field if there is none.
    private mutating func submit(from field: ElementIdentifier) -> [SheetEvent] {
        guard let button = defaultButton else { return [submitting(field)] }
        return press(button)
    }

    /// The event of a submit with the secure fields' text, which is removed from the model.
    private mutating func submitting(_ identifier: ElementIdentifier) -> SheetEvent {
        var secure: [ElementIdentifier: SecureText] = [:]
        for element in sheet.elements {
            guard case .secureField = element.content else { continue }
            secure[element.identifier] = SecureText(entries[element.identifier]?.text ?? "")
            entries[element.identifier] = TextEntry()
        }
        return SheetEvent(identifier, .submitted(sheet.submittedValues(secure: secure)))
    }

    /// Handles a key that the focused element does not use: text begins a search, arrows move the focus.
    private mutating func type(_ key: Key) -> [SheetEvent] {
        switch key {
        case .text, .paste, .backspace:
            guard let field = searchField else { return [] }
            focus = field
            return search(key, field)
        case .up, .left:
            moveFocus(by: -1)
            return []
        case .down, .right:
            moveFocus(by: 1)
            return []
        case .enter:
            return defaultButton.map { press($0) } ?? []
        default: return []
        }
    }
}

// MARK: Elements

extension TerminalSheetModel {
    var defaultButton: ElementIdentifier? {
        let buttons = sheet.elements.filter { element in
            if case .button(let button) = element.content { button.isEnabled } else { false }
        }
        if let named = sheet.defaultButton, buttons.contains(where: { $0.identifier == named }) { return named }
        return buttons.first { element in
            if case .button(let button) = element.content { button.role == .default } else { false }
        }?.identifier
    }

    var firstList: (identifier: ElementIdentifier, list: Sheet.List)? {
        for element in sheet.elements {
            if case .list(let list) = element.content, list.rowCount > 0 { return (element.identifier, list) }
        }
        return nil
    }

    private var searchField: ElementIdentifier? {
        sheet.elements.first { if case .searchField = $0.content { true } else { false } }?.identifier
    }

    /// Whether Enter may act on an element that the user has not moved to: not on a button of a warning.
    private func mayHaveFirstFocus(_ identifier: ElementIdentifier) -> Bool {
        guard case .button(let button) = sheet[identifier] else { return true }
        return sheet.defaultButton != nil || button.role == .default
    }

    private var focusable: [ElementIdentifier] {
        sheet.elements.filter { element in
            switch element.content {
            case .textField, .secureField, .searchField, .toggle, .picker: true
            case .list(let list): list.rowCount > 0
            case .button(let button): button.isEnabled
            case .message, .header, .text, .progress, .code, .strength: false
            }
        }.map(\.identifier)
    }

    private mutating func moveFocus(by step: Int) {
        let all = focusable
        guard !all.isEmpty else { return focus = nil }
        let current = focus.flatMap { all.firstIndex(of: $0) }
        focus = all[current.map { ($0 + step + all.count) % all.count } ?? 0]
    }

    /// Whether the sheet has a code with a time limit, so that the screen changes with the time.
    var hasRunningCode: Bool {
        sheet.elements.contains { if case .code(let code) = $0.content { code.timeLeft != nil } else { false } }
    }

    mutating func setHeight(_ height: Int, of list: ElementIdentifier) {
        lists[list, default: ListView()].height = max(height, 1)
    }

    /// Keeps the user's text and selections in a changed sheet; values that the provider changed replace them.
    private mutating func reconcile(with old: Sheet) {
        for element in sheet.elements {
            let before = old[element.identifier]
            switch element.content {
            case .textField(let field):
                if case .textField(let oldField) = before, oldField.value == field.value { break }
                entries[element.identifier] = TextEntry(field.value)
            case .searchField(let field):
                if case .searchField(let oldField) = before, oldField.value == field.value { break }
                entries[element.identifier] = TextEntry(field.value)
            case .secureField:
                if case .secureField = before { break }
                entries[element.identifier] = TextEntry()
            case .list(let list):
                var view = lists[element.identifier] ?? ListView()
                if case .list(let oldList) = before, oldList.rowCount == list.rowCount {} else { view.forgetRequest() }
                view.scroll(in: list)
                lists[element.identifier] = view
            case .code where before != element.content:
                codeTimes[element.identifier] = now
            default: break
            }
        }
        let present = Set(sheet.elements.map(\.identifier))
        entries = entries.filter { present.contains($0.key) }
        lists = lists.filter { present.contains($0.key) }
        codeTimes = codeTimes.filter { present.contains($0.key) }
        let all = focusable
        if let wanted = sheet.focus, sheet.focus != old.focus, all.contains(wanted) { focus = wanted }
        if focus.map({ !all.contains($0) }) ?? true { focus = all.first(where: mayHaveFirstFocus) }
    }
}

extension Sheet.TextField {
    fileprivate func with(_ value: String) -> Sheet.TextField {
        var field = self
        field.value = value
        return field
    }
}
