extension Sheet.Content {
    func validate() throws(SheetError) {
        switch self {
        case .list(let list): try list.validate()
        case .picker(let picker): try SheetLimits.check(count: picker.options.count, SheetLimits.options, "options")
        case .progress(let progress):
            guard progress.fraction.map((0...1).contains) ?? true else { throw .outOfRange("fraction") }
        case .code(let code):
            guard code.period.map((1...SheetLimits.period).contains) ?? true else { throw .outOfRange("period") }
            guard code.timeLeft.map((0...Double(SheetLimits.period)).contains) ?? true else {
                throw .outOfRange("timeLeft")
            }
        case .strength(let strength):
            guard (0...4).contains(strength.score) else { throw .outOfRange("score") }
        default: break
        }
        for member in texts { try SheetLimits.check(member.text, member.limit, member.name) }
    }

    func cutToLimits() -> Sheet.Content {
        switch self {
        case .message(let value):
            .message(Sheet.Message(value.level, SheetLimits.cut(value.text, to: SheetLimits.text)))
        case .header(let title): .header(title.cutToTitle)
        case .text(let value): .text(Sheet.Text(SheetLimits.cut(value.text, to: SheetLimits.text), style: value.style))
        case .textField(let value):
            .textField(
                Sheet.TextField(
                    label: value.label.cutToTitle, placeholder: value.placeholder?.cutToTitle,
                    value: SheetLimits.cut(value.value, to: SheetLimits.value), purpose: value.purpose,
                    reportsChanges: value.reportsChanges))
        case .secureField(let value):
            .secureField(
                Sheet.SecureField(label: value.label.cutToTitle, placeholder: value.placeholder?.cutToTitle))
        case .searchField(let value):
            .searchField(
                Sheet.SearchField(
                    placeholder: value.placeholder?.cutToTitle,
                    value: SheetLimits.cut(value.value, to: SheetLimits.value)))
        case .list(let value): .list(value.cutToLimits())
        case .toggle(let value): .toggle(Sheet.Toggle(label: value.label.cutToTitle, isOn: value.isOn))
        case .picker(let value):
            .picker(
                Sheet.Picker(
                    label: value.label.cutToTitle,
                    options: value.options.prefix(SheetLimits.options).map {
                        Sheet.Picker.Option($0.identifier, title: $0.title.cutToTitle)
                    }, selection: value.selection))
        case .button(let value):
            .button(
                Sheet.Button(
                    title: value.title.cutToTitle, role: value.role, submits: value.submits,
                    isEnabled: value.isEnabled))
        case .progress(let value):
            .progress(
                Sheet.Progress(label: value.label.cutToTitle, fraction: value.fraction, counter: value.counter))
        case .code(let value):
            .code(
                Sheet.Code(
                    label: value.label.cutToTitle, code: value.code.cutToTitle, period: value.period,
                    timeLeft: value.timeLeft))
        case .strength(let value): .strength(Sheet.Strength(score: value.score, label: value.label.cutToTitle))
        }
    }

    /// All texts except those of a list, with their limits.
    private var texts: [(text: String?, limit: Int, name: String)] {
        switch self {
        case .message(let value): [(value.text, SheetLimits.text, "text")]
        case .header(let title): [(title, SheetLimits.title, "title")]
        case .text(let value): [(value.text, SheetLimits.text, "text")]
        case .textField(let value):
            [
                (value.label, SheetLimits.title, "label"), (value.placeholder, SheetLimits.title, "placeholder"),
                (value.value, SheetLimits.value, "value"),
            ]
        case .secureField(let value):
            [(value.label, SheetLimits.title, "label"), (value.placeholder, SheetLimits.title, "placeholder")]
        case .searchField(let value):
            [(value.placeholder, SheetLimits.title, "placeholder"), (value.value, SheetLimits.value, "value")]
        case .list: []
        case .toggle(let value): [(value.label, SheetLimits.title, "label")]
        case .picker(let value):
            [(value.label, SheetLimits.title, "label")]
                + value.options.map { ($0.title, SheetLimits.title, "title") }
        case .button(let value): [(value.title, SheetLimits.title, "title")]
        case .progress(let value): [(value.label, SheetLimits.title, "label")]
        case .code(let value): [(value.label, SheetLimits.title, "label"), (value.code, SheetLimits.title, "code")]
        case .strength(let value): [(value.label, SheetLimits.title, "label")]
        }
    }
}

extension String {
    fileprivate var cutToTitle: String { SheetLimits.cut(self, to: SheetLimits.title) }
}
