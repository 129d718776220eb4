import LatchkeySheet

extension TerminalSheetModel {
    /// Draws the screen: the agent's frame on top, the sheet, and the keys at the bottom.
    func render() -> Screen {
        let body = bodyLines(listHeights: listHeights)
        var (header, footer) = (headerLines, footerLines)
        if size.rows < header.count + footer.count + 2 {
            // The separators are removed first: the provider, the program that asks and Esc stay.
            header.removeLast()
            footer.removeFirst()
        }
        let available = max(size.rows - header.count - footer.count, 1)
        let top = scrollTop(of: body, available: available)
        var lines = header
        var cursor: Screen.Position?
        for (index, line) in body.dropFirst(top).prefix(available).enumerated() {
            if let column = line.cursor { cursor = Screen.Position(row: header.count + index, column: column) }
            lines.append(line.line)
        }
        while lines.count < header.count + available { lines.append(StyledLine()) }
        lines += footer
        return Screen(lines: lines.prefix(size.rows).map { $0.cut(to: size.columns) }, cursor: cursor)
    }

    /// Sets the heights of the lists to the rows that the other elements leave.
    mutating func fitLists() {
        for (identifier, height) in listHeights { setHeight(height, of: identifier) }
    }

    // MARK: The frame

    /// The provider and the program that asks; the provider's texts cannot change these lines.
    private var headerLines: [StyledLine] {
        var line = StyledLine()
        line.add(" ▌", Style(color: .accent, isBold: true))
        let requester = frame.requesterText
        let word = frame.word.map { DisplayText.escaping($0) }
        let name = DisplayText.escaping(frame.providerName)
        // Two site names must both be visible, so they get a line of their own earlier.
        let requesterWidth = DisplayText.width(of: requester)
        let isNarrow = size.columns < 60 || (frame.embeddingSite != nil && requesterWidth > size.columns / 2)
        let left = isNarrow ? size.columns - 4 : max(size.columns - 7 - min(requesterWidth, size.columns / 2), 8)
        line.add(DisplayText.truncating(name, to: left), .bold)
        if let word {
            line.add(
                " · " + DisplayText.truncating(word, to: max(left - DisplayText.width(of: name) - 3, 0)),
                Style(color: .accent))
        }
        let rule = StyledLine(String(repeating: "─", count: size.columns), .dim)
        if isNarrow {
            var second = StyledLine(" ▌", Style(color: .accent, isBold: true))
            second.add(cut(requester, to: size.columns - 3))
            return [line.cut(to: size.columns), second, rule]
        }
        let shown = Self.keepingEnd(requester, to: max(size.columns - line.width - 3, 0))
        line.pad(to: size.columns - 1 - DisplayText.width(of: shown))
        line.add(shown)
        return [line, rule]
    }

    /// Truncates the program or site that asks; of two sites, each one, so that neither can hide the other.
    private func cut(_ requester: String, to columns: Int) -> String {
        guard frame.embeddingSite != nil, DisplayText.width(of: requester) > columns else {
            return Self.keepingEnd(requester, to: columns)
        }
        // 8 columns for the words before the names.
        return frame.requesterText { Self.keepingEnd($0, to: (columns - 8) / 2) }
    }

    /// Truncates a site at its start: the registrable domain is at the end of a host.
    private static func keepingEnd(_ text: String, to columns: Int) -> String {
        guard DisplayText.width(of: text) > columns else { return text }
        return String(DisplayText.truncating(String(text.reversed()), to: columns).reversed())
    }

    private var footerLines: [StyledLine] {
        var line = StyledLine(" ")
        for (key, meaning) in hints {
            let width = DisplayText.width(of: key + meaning) + 3
            guard line.width + width <= size.columns || key == "Esc" else { continue }
            line.add(key, .bold)
            line.add(" \(meaning)  ", .dim)
        }
        if let position, line.width + DisplayText.width(of: position) + 1 <= size.columns {
            line.pad(to: size.columns - 1 - DisplayText.width(of: position))
            line.add(position, .dim)
        }
        return [StyledLine(String(repeating: "─", count: size.columns), .dim), line]
    }

    /// The keys for the focused element; Esc is always the first one, so that it is never truncated.
    private var hints: [(key: String, meaning: String)] {
        var hints = [("Esc", DisplayText.truncating(DisplayText.escaping(sheet.cancelTitle ?? "Cancel"), to: 20))]
        switch focus.flatMap({ sheet[$0] }) {
        case .list(let list):
            hints += [("↑↓", "move"), ("Enter", "choose")]
            if details(of: list, focus) { hints.append(("→", "details")) }
        case .searchField: hints += [("↑↓", "move"), ("Enter", "choose"), ("type", "to search")]
        case .toggle: hints += [("Space", "switch")]
        case .picker: hints += [("←→", "change")]
        case .button: hints += [("Enter", "press")]
        case .textField, .secureField:
            if case .button(let button) = defaultButton.flatMap({ sheet[$0] }) {
                hints.append(("Enter", DisplayText.truncating(DisplayText.escaping(button.title), to: 20)))
            }
        default: break
        }
        return hints + [("Tab", "next")]
    }

    private func details(of list: Sheet.List, _ identifier: ElementIdentifier?) -> Bool {
        identifier.flatMap { lists[$0] }.flatMap { list.row(at: $0.selection) }?.accessory == .details
    }

    /// The selection's position in the list.
    private var position: String? {
        guard let (identifier, list) = firstList, let view = lists[identifier] else { return nil }
        return "\(view.selection + 1) of \(list.rowCount)"
    }

    // MARK: The body

    /// A line of the sheet, with its focus and cursor.
    struct BodyLine {
        var line: StyledLine
        var isFocused = false
        var cursor: Int?

        init(_ line: StyledLine = StyledLine(), isFocused: Bool = false, cursor: Int? = nil) {
            self.line = line
            self.isFocused = isFocused
            self.cursor = cursor
        }
    }

    private var headerHeight: Int { size.columns < 60 ? 3 : 2 }

    /// The height of each list: an equal share of the rows that the other elements leave, at least three.
    private var listHeights: [ElementIdentifier: Int] {
        let identifiers = sheet.elements.compactMap { element in
            if case .list = element.content { element.identifier } else { nil }
        }
        guard !identifiers.isEmpty else { return [:] }
        let zero = Dictionary(uniqueKeysWithValues: identifiers.map { ($0, 0) })
        let fixed = bodyLines(listHeights: zero).count
        let available = size.rows - headerHeight - 2 - fixed
        return zero.mapValues { _ in max(available / identifiers.count, 3) }
    }

    private func scrollTop(of body: [BodyLine], available: Int) -> Int {
        guard body.count > available else { return 0 }
        guard let first = body.firstIndex(where: \.isFocused), let last = body.lastIndex(where: \.isFocused) else {
            return 0
        }
        // With one line of context above if the screen is tall enough.
        let wanted = last >= available ? last - available + 1 : 0
        return min(max(wanted, 0), max(first - (available > 3 ? 1 : 0), 0), body.count - available)
    }

    /// Whether a list and its search field need all lines, so that the title is left out.
    private var isTiny: Bool { size.rows < 8 && firstList != nil }

    private func bodyLines(listHeights: [ElementIdentifier: Int]) -> [BodyLine] {
        let isRoomy = size.rows >= 18
        var lines: [BodyLine] = isRoomy ? [BodyLine()] : []
        if !sheet.title.isEmpty, !isTiny {
            lines += DisplayText.wrapping(sheet.title, to: size.columns - 4).map {
                BodyLine(StyledLine("  " + $0, .bold))
            }
            if isRoomy { lines.append(BodyLine()) }
        }
        var buttons: [Sheet.Element] = []
        for element in sheet.elements {
            if case .button = element.content {
                buttons.append(element)
                continue
            }
            lines += buttonLines(buttons, isRoomy)
            buttons = []
            lines += elementLines(element, height: listHeights[element.identifier] ?? 0, isRoomy)
        }
        return lines + buttonLines(buttons, isRoomy)
    }
}
