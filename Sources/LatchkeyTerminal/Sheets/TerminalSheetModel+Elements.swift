import LatchkeySheet

extension TerminalSheetModel {
    /// The lines of an element; on a tall screen most elements end with an empty line.
    func elementLines(_ element: Sheet.Element, height: Int, _ isRoomy: Bool) -> [BodyLine] {
        let gap = isRoomy ? [BodyLine()] : []
        let isFocused = element.identifier == focus
        switch element.content {
        case .message(let message):
            return messageLines(message) + gap
        case .header(let title):
            return [BodyLine(StyledLine("  " + DisplayText.escaping(title), Style(color: .accent, isBold: true)))]
        case .text(let text):
            let style: Style = text.style == .note ? .dim : text.style == .monospaced ? .bold : .plain
            return wrapped(text.text).map { BodyLine(StyledLine("  " + $0, style)) } + gap
        case .textField(let field):
            return fieldLines(field.label, field.placeholder, entry(element), isFocused) + gap
        case .secureField(let field):
            return fieldLines(field.label, field.placeholder, entry(element).dotted, isFocused) + gap
        case .searchField(let field):
            // On a narrow terminal the placeholder replaces the label, whose line the list would lose.
            return labelWidth == nil
                ? fieldLines("", field.placeholder ?? "Search", entry(element), isFocused) + gap
                : fieldLines("Search", field.placeholder, entry(element), isFocused) + gap
        case .list(let list):
            return listLines(list, element.identifier, height)
        case .toggle(let toggle):
            let mark = toggle.isOn ? "[x] " : "[ ] "
            return [choiceLine(mark + DisplayText.escaping(toggle.label), isFocused)]
        case .picker(let picker):
            return [pickerLine(picker, isFocused)]
        case .progress(let progress):
            return [BodyLine(progressLine(progress))] + gap
        case .code(let code):
            return [BodyLine(codeLine(code, element.identifier))] + gap
        case .strength(let strength):
            return [BodyLine(strengthLine(strength))] + gap
        case .button:
            // Unreachable: bodyLines draws buttons together, since they share lines.
            return []
        }
    }

    /// Draws buttons next to each other, wrapped to the width.
    func buttonLines(_ buttons: [Sheet.Element], _ isRoomy: Bool) -> [BodyLine] {
        guard !buttons.isEmpty else { return [] }
        var lines: [BodyLine] = []
        var current = BodyLine(StyledLine("  "))
        for element in buttons {
            guard case .button(let button) = element.content else { continue }
            let title = DisplayText.truncating(DisplayText.escaping(button.title), to: max(size.columns - 8, 4))
            if current.line.width > 2, current.line.width + DisplayText.width(of: title) + 4 > size.columns - 2 {
                lines.append(current)
                current = BodyLine(StyledLine("  "))
            }
            var style = Style(isBold: element.identifier == defaultButton, isDim: !button.isEnabled)
            if button.role == .destructive { style.color = .red }
            style.isReversed = element.identifier == focus
            current.isFocused = current.isFocused || style.isReversed
            current.line.add("[ \(title) ]", style)
            current.line.add("  ")
        }
        lines.append(current)
        return lines
    }

    private func entry(_ element: Sheet.Element) -> TextEntry { entries[element.identifier] ?? TextEntry() }

    private func wrapped(_ text: String) -> [String] {
        DisplayText.wrapping(text, to: min(size.columns - 4, 76))
    }

    private func messageLines(_ message: Sheet.Message) -> [BodyLine] {
        let (mark, style): (String, Style) =
            switch message.level {
            case .info: ("i ", .plain)
            case .warning: ("! ", Style(color: .yellow))
            case .error: ("✗ ", Style(color: .red))
            }
        return DisplayText.wrapping(message.text, to: min(size.columns - 6, 74)).enumerated().map { index, text in
            var line = StyledLine("  ")
            line.add(index == 0 ? mark : "  ", Style(color: style.color, isBold: true))
            line.add(text, style)
            return BodyLine(line)
        }
    }

    // MARK: Fields

    /// The width of the labels next to the fields; `nil` on a narrow terminal, where labels are above the fields.
    private var labelWidth: Int? {
        guard size.columns >= 60 else { return nil }
        let widths = sheet.elements.map { element in
            switch element.content {
            case .textField(let field): DisplayText.width(of: DisplayText.escaping(field.label))
            case .secureField(let field): DisplayText.width(of: DisplayText.escaping(field.label))
            case .picker(let picker): DisplayText.width(of: DisplayText.escaping(picker.label))
            case .searchField: 6
            default: 0
            }
        }
        return min(widths.max() ?? 0, size.columns / 3)
    }

    private func fieldLines(
        _ label: String, _ placeholder: String?, _ entry: TextEntry, _ isFocused: Bool
    ) -> [BodyLine] {
        let label = DisplayText.escaping(label)
        var lines: [BodyLine] = []
        var line = StyledLine("  ")
        if let labelWidth {
            line.add(DisplayText.truncating(label, to: labelWidth), isFocused ? .bold : .plain)
            line.pad(to: labelWidth + 4)
        } else if !label.isEmpty {
            lines.append(BodyLine(StyledLine("  " + label, isFocused ? .bold : .plain), isFocused: isFocused))
        }
        let start = line.width
        let available = max(min(size.columns - start - 2, 50), 4)
        let before = Self.end(of: DisplayText.escaping(String(entry.beforeCursor)), columns: available - 1)
        // A placeholder that repeats the label is left out.
        if entry.text.isEmpty, let placeholder, !Self.says(placeholder, nothingBut: label) {
            line.add(
                DisplayText.truncating(DisplayText.escaping(placeholder), to: available),
                Style(isDim: true, isUnderlined: true))
        } else {
            let after = DisplayText.escaping(String(entry.afterCursor))
            line.add(before + DisplayText.truncating(after, to: available - DisplayText.width(of: before)), .underlined)
        }
        line.pad(to: start + available, Style(isDim: !isFocused, isUnderlined: true))
        let cursor = isFocused ? start + DisplayText.width(of: before) : nil
        return lines + [BodyLine(line, isFocused: isFocused, cursor: cursor)]
    }

    private static func says(_ placeholder: String, nothingBut label: String) -> Bool {
        placeholder.lowercased().filter(\.isLetter) == label.lowercased().filter(\.isLetter)
    }

    /// The end of a text, truncated to a width.
    private static func end(of text: String, columns: Int) -> String {
        var width = DisplayText.width(of: text)
        var rest = text[...]
        while width > columns, let first = rest.popFirst() { width -= DisplayText.width(of: first) }
        return String(rest)
    }

    private func choiceLine(_ text: String, _ isFocused: Bool) -> BodyLine {
        var line = StyledLine("  ")
        line.add(DisplayText.truncating(text, to: size.columns - 4), isFocused ? .reversed : .plain)
        return BodyLine(line, isFocused: isFocused)
    }

    private func pickerLine(_ picker: Sheet.Picker, _ isFocused: Bool) -> BodyLine {
        let chosen = picker.options.first { $0.identifier == picker.selection }?.title ?? "–"
        var line = StyledLine("  ")
        let label = DisplayText.escaping(picker.label)
        line.add(DisplayText.truncating(label, to: labelWidth ?? size.columns / 2), isFocused ? .bold : .plain)
        line.pad(to: (labelWidth ?? DisplayText.width(of: label)) + 4)
        let available = max(size.columns - line.width - 6, 4)
        line.add(
            "‹ " + DisplayText.truncating(DisplayText.escaping(chosen), to: available) + " ›",
            isFocused ? .reversed : .plain
        )
        return BodyLine(line, isFocused: isFocused)
    }

    // MARK: Displays

    private func progressLine(_ progress: Sheet.Progress) -> StyledLine {
        var line = StyledLine("  ")
        let label = DisplayText.truncating(DisplayText.escaping(progress.label), to: size.columns / 2)
        guard let fraction = progress.fraction else {
            let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"]
            line.add(frames[Int(progress.counter % 8)], Style(color: .accent))
            line.add(" " + label)
            return line
        }
        let available = max(min(size.columns - line.width - DisplayText.width(of: label) - 10, 30), 4)
        let done = Int(fraction * Double(available))
        line.add(label + "  ")
        line.add(String(repeating: "━", count: done), Style(color: .accent))
        line.add(String(repeating: "─", count: available - done), .dim)
        line.add(" \(Int(fraction * 100)) %")
        return line
    }

    private func codeLine(_ code: Sheet.Code, _ identifier: ElementIdentifier) -> StyledLine {
        var line = StyledLine("  ")
        let label = DisplayText.escaping(code.label)
        if !label.isEmpty { line.add(DisplayText.truncating(label, to: size.columns / 3) + "  ") }
        let digits = DisplayText.escaping(code.code)
        let half = digits.count / 2
        line.add(digits.count >= 6 ? "\(digits.prefix(half)) \(digits.dropFirst(half))" : digits, .bold)
        if let timeLeft = code.timeLeft {
            let left = Int(max(timeLeft - (now - (codeTimes[identifier] ?? now)), 0).rounded(.up))
            line.add("  \(left) s", left <= 5 ? Style(color: .red) : .dim)
        }
        return line
    }

    private func strengthLine(_ strength: Sheet.Strength) -> StyledLine {
        var line = StyledLine("  ")
        let color: Style.Color = strength.score < 2 ? .red : strength.score < 3 ? .yellow : .green
        line.add(String(repeating: "■", count: strength.score), Style(color: color))
        line.add(String(repeating: "□", count: 4 - strength.score), .dim)
        line.add("  " + DisplayText.truncating(DisplayText.escaping(strength.label), to: size.columns - 10))
        return line
    }
}

extension TextEntry {
    /// The entry with a dot in place of each character, and the cursor at the same position.
    fileprivate var dotted: TextEntry {
        var dots = TextEntry(String(repeating: "•", count: text.count))
        for _ in 0..<(text.count - cursor) { _ = dots.handle(.left) }
        return dots
    }
}
