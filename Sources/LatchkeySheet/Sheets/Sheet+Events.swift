extension Sheet {
    /// Whether the sheet can cause an event: the element exists and has such an action.
    public func accepts(_ event: SheetEvent) -> Bool {
        guard let element = event.element else { return event.action == .cancelled }
        guard let content = self[element] else { return false }
        switch (content, event.action) {
        case (.textField(let field), .textChanged): return field.reportsChanges
        case (.searchField, .searched), (.toggle, .toggled): return true
        case (.textField, .submitted), (.secureField, .submitted): return true
        case (.list, .rowChosen), (.list, .accessoryPressed), (.list, .scrolled): return true
        case (.picker(let picker), .picked(let option)): return picker.options.contains { $0.identifier == option }
        case (.button(let button), .submitted): return button.isEnabled && button.submits
        case (.button(let button), .pressed): return button.isEnabled && !button.submits
        default: return false
        }
    }

    /// The sheet after the user's input.
    ///
    /// Both the runtime and the screen apply events, so that input is not sent back.
    public func applying(_ event: SheetEvent) -> Sheet {
        var sheet = self
        switch event.action {
        case .textChanged(let text), .searched(let text):
            if let element = event.element { sheet.set(.text(text), of: element) }
        case .toggled(let isOn):
            if let element = event.element { sheet.set(.toggle(isOn), of: element) }
        case .picked(let option):
            if let element = event.element { sheet.set(.choice(option), of: element) }
        case .submitted(let values):
            for value in values { sheet.set(value.value, of: value.element) }
        case .rowChosen, .accessoryPressed, .pressed, .scrolled, .cancelled:
            break
        }
        return sheet
    }

    /// The values of all fields, in the sheet's order.
    ///
    /// - Parameter secure: The texts of the secure fields, which are not in the sheet; empty for a missing one.
    public func submittedValues(secure: [ElementIdentifier: SecureText] = [:]) -> [SubmittedValue] {
        elements.compactMap { element in
            switch element.content {
            case .textField(let field): SubmittedValue(element.identifier, .text(field.value))
            case .secureField: SubmittedValue(element.identifier, .secure(secure[element.identifier] ?? SecureText("")))
            case .toggle(let toggle): SubmittedValue(element.identifier, .toggle(toggle.isOn))
            case .picker(let picker): SubmittedValue(element.identifier, .choice(picker.selection))
            default: nil
            }
        }
    }

    private mutating func set(_ value: SubmittedValue.Value, of identifier: ElementIdentifier) {
        switch (self[identifier], value) {
        case (.textField(var field), .text(let text)):
            field.value = text
            self[identifier] = .textField(field)
        case (.searchField(var field), .text(let text)):
            field.value = text
            self[identifier] = .searchField(field)
        case (.toggle(var toggle), .toggle(let isOn)):
            toggle.isOn = isOn
            self[identifier] = .toggle(toggle)
        case (.picker(var picker), .choice(let option)):
            picker.selection = option
            self[identifier] = .picker(picker)
        default: break
        }
    }
}
