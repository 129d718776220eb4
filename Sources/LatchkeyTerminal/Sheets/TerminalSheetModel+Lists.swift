import LatchkeySheet

extension TerminalSheetModel {
    /// The visible rows and section titles, as exactly this many lines.
    func listLines(_ list: Sheet.List, _ identifier: ElementIdentifier, _ height: Int) -> [BodyLine] {
        guard height > 0 else { return [] }
        guard list.rowCount > 0 else {
            let text = DisplayText.wrapping(list.emptyText ?? "Nothing here", to: size.columns - 4).prefix(height)
            let lines = text.map { BodyLine(StyledLine("  " + $0, .dim)) }
            return lines + Array(repeating: BodyLine(), count: height - lines.count)
        }
        let view = lists[identifier] ?? ListView()
        // The view counts rows only; section titles take lines, too, so fewer rows may fit.
        var top = view.top
        while top < view.selection, lineOf(view.selection, from: top, in: list) >= height { top += 1 }
        var lines: [BodyLine] = []
        var row = top
        while lines.count < height, row < list.rowCount {
            if let title = list.sectionTitle(at: row, isFirst: row == top), height > 3, lines.count + 1 < height {
                lines.append(
                    BodyLine(
                        StyledLine("  " + DisplayText.truncating(title, to: size.columns - 4), Style(color: .accent))))
            }
            lines.append(rowLine(list.row(at: row), isChosen: row == view.selection, isActive: isActive(identifier)))
            row += 1
        }
        return lines + Array(repeating: BodyLine(), count: max(height - lines.count, 0))
    }

    /// The line of a row, counted from the first visible one.
    private func lineOf(_ row: Int, from top: Int, in list: Sheet.List) -> Int {
        (top...row).reduce(-1) { $0 + (list.sectionTitle(at: $1, isFirst: $1 == top) == nil ? 1 : 2) }
    }

    /// Whether the arrow keys move in this list: the list or its search field has the focus.
    private func isActive(_ identifier: ElementIdentifier) -> Bool {
        if focus == identifier { return true }
        guard let focus, case .searchField = sheet[focus] else { return false }
        return firstList?.identifier == identifier
    }

    private func rowLine(_ row: Sheet.Row?, isChosen: Bool, isActive: Bool) -> BodyLine {
        guard let row else {
            return BodyLine(StyledLine(isChosen ? "▸ …" : "  …", .dim), isFocused: isChosen && isActive)
        }
        var end = row.badge.map { DisplayText.truncating(DisplayText.escaping($0), to: size.columns / 4) } ?? ""
        switch row.accessory {
        case .disclosure: end += end.isEmpty ? "›" : "  ›"
        case .details: end += end.isEmpty ? "→" : "  →"
        case .checkmark: end += end.isEmpty ? "✓" : "  ✓"
        case nil: break
        }
        let columns = size.columns - 1
        let available = columns - 3 - (end.isEmpty ? 0 : DisplayText.width(of: end) + 2)
        var line = StyledLine(isChosen ? "▸ " : "  ", Style(color: .accent, isBold: true))
        let title = DisplayText.escaping(row.title)
        let subtitle = row.subtitle.map { DisplayText.escaping($0) } ?? ""
        // The same column in every row, independent of badges.
        let titleWidth = subtitle.isEmpty ? available : max(min(columns * 9 / 20, available), 1)
        line.add(DisplayText.truncating(title, to: titleWidth), isChosen ? .bold : .plain)
        if !subtitle.isEmpty {
            line.pad(to: titleWidth + 3)
            line.add(DisplayText.truncating(subtitle, to: max(available - titleWidth - 1, 0)), .dim)
        }
        if !end.isEmpty {
            line.pad(to: columns - DisplayText.width(of: end))
            line.add(end, .dim)
        }
        line.pad(to: columns)
        return BodyLine(isChosen && isActive ? line.reversed() : line, isFocused: isChosen && isActive)
    }
}

extension Sheet.List {
    /// The title above a row: of a section that begins there, or of the first visible row's section.
    fileprivate func sectionTitle(at row: Int, isFirst: Bool) -> String? {
        let section = isFirst ? sections.last { $0.firstRow <= row } : sections.first { $0.firstRow == row }
        return section.map { DisplayText.escaping($0.title) }
    }
}
