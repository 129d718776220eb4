extension Sheet {
    /// The visible part of a list: its length, and the rows in view with a margin.
    ///
    /// Scrolling causes ``SheetEvent/Action/scrolled(offset:count:)``. The provider answers with other rows. A list of
    /// 100,000 rows therefore costs as much as one of fifty.
    public struct List: Codable, Hashable, Sendable {
        /// The number of rows of the entire list, at most ``SheetLimits/rowCount``.
        public var rowCount: Int
        /// The index, in the entire list, of the first element of ``rows``.
        public var offset: Int
        /// The loaded rows, at most ``SheetLimits/windowRows``.
        public var rows: [Row]
        /// The sections that begin in the loaded rows, and the one of the first row.
        public var sections: [Section]
        /// The text in the place of a list without rows; `nil` for none.
        public var emptyText: String?

        /// Makes a list of which some rows are loaded.
        public init(
            rowCount: Int, offset: Int, rows: [Row], sections: [Section] = [], emptyText: String? = nil
        ) {
            self.rowCount = rowCount
            self.offset = offset
            self.rows = rows
            self.sections = sections
            self.emptyText = emptyText
        }

        /// Makes a short list, with all rows loaded.
        public init(_ rows: [Row], sections: [Section] = [], emptyText: String? = nil) {
            self.init(rowCount: rows.count, offset: 0, rows: rows, sections: sections, emptyText: emptyText)
        }

        /// The indices, in the entire list, of the loaded rows; empty if the offset overflows.
        public var window: Range<Int> {
            let (end, overflows) = offset.addingReportingOverflow(rows.count)
            return overflows ? offset..<offset : offset..<end
        }

        /// The row at an index of the entire list; `nil` if it is not loaded.
        public func row(at index: Int) -> Row? {
            window.contains(index) ? rows[index - offset] : nil
        }
    }

    /// A row of a list; choosing it causes ``SheetEvent/Action/rowChosen(_:)``.
    public struct Row: Codable, Hashable, Sendable {
        /// The symbol at the end of a row.
        public enum Accessory: String, Codable, CaseIterable, Sendable {
            /// Choosing the row opens another sheet.
            case disclosure
            /// A button in the row; pressing it causes ``SheetEvent/Action/accessoryPressed(_:)``.
            case details
            /// The row is the selected one.
            case checkmark
        }

        /// The name in events, unique in the list.
        public var identifier: ItemIdentifier
        /// The first line, such as a user name; at most ``SheetLimits/title`` bytes.
        public var title: String
        /// The second line, such as a site; `nil` for none.
        public var subtitle: String?

        /// The name of an icon of the screen: `key`, `passkey`, `code`, `globe`, `person` or `folder`.
        ///
        /// `nil` for none; an unknown name is ignored.
        public var iconName: String?
        /// A short word at the row's end, such as an affiliated login's site; `nil` for none.
        public var badge: String?
        /// The symbol at the row's end; `nil` for none.
        public var accessory: Accessory?

        /// Makes a row.
        public init(
            _ identifier: ItemIdentifier, title: String, subtitle: String? = nil, iconName: String? = nil,
            badge: String? = nil, accessory: Accessory? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.subtitle = subtitle
            self.iconName = iconName
            self.badge = badge
            self.accessory = accessory
        }
    }

    /// A title above some rows.
    public struct Section: Codable, Hashable, Sendable {
        /// The title, at most ``SheetLimits/title`` bytes.
        public var title: String
        /// The index, in the entire list, of the section's first row.
        public var firstRow: Int

        /// Makes a section that extends to the next section's first row.
        public init(title: String, firstRow: Int) {
            self.title = title
            self.firstRow = firstRow
        }
    }
}

extension Sheet.List {
    func validate() throws(SheetError) {
        try SheetLimits.check(count: rows.count, SheetLimits.windowRows, "rows")
        try SheetLimits.check(count: sections.count, SheetLimits.windowSections, "sections")
        guard (0...SheetLimits.rowCount).contains(rowCount), (0...rowCount).contains(offset),
            rows.count <= rowCount - offset
        else { throw .windowOutsideList }
        var previous = -1
        for section in sections {
            guard section.firstRow > previous, section.firstRow < rowCount else { throw .windowOutsideList }
            previous = section.firstRow
            try SheetLimits.check(section.title, SheetLimits.title, "section")
        }
        try SheetLimits.check(emptyText, SheetLimits.text, "emptyText")
        for row in rows {
            try SheetLimits.check(row.title, SheetLimits.title, "title")
            try SheetLimits.check(row.subtitle, SheetLimits.title, "subtitle")
            try SheetLimits.check(row.iconName, SheetLimits.title, "iconName")
            try SheetLimits.check(row.badge, SheetLimits.title, "badge")
        }
    }

    func cutToLimits() -> Sheet.List {
        var list = self
        list.rowCount = min(max(rowCount, 0), SheetLimits.rowCount)
        list.offset = min(max(offset, 0), list.rowCount)
        list.rows = rows.prefix(min(SheetLimits.windowRows, list.rowCount - list.offset)).map { row in
            var row = row
            row.title = SheetLimits.cut(row.title, to: SheetLimits.title)
            row.subtitle = row.subtitle.map { SheetLimits.cut($0, to: SheetLimits.title) }
            row.iconName = row.iconName.map { SheetLimits.cut($0, to: SheetLimits.title) }
            row.badge = row.badge.map { SheetLimits.cut($0, to: SheetLimits.title) }
            return row
        }
        list.emptyText = emptyText.map { SheetLimits.cut($0, to: SheetLimits.text) }
        list.sections = sectionsInView(of: list)
        return list
    }

    /// The sections of the loaded rows, in order.
    private func sectionsInView(of list: Sheet.List) -> [Sheet.Section] {
        var previous = -1
        var sections: [Sheet.Section] = []
        for section in self.sections.sorted(by: { $0.firstRow < $1.firstRow })
        where section.firstRow > previous && section.firstRow < list.rowCount {
            if section.firstRow <= list.offset { sections.removeAll() }
            guard section.firstRow < max(list.window.upperBound, 1) else { break }
            previous = section.firstRow
            sections.append(
                Sheet.Section(title: SheetLimits.cut(section.title, to: SheetLimits.title), firstRow: section.firstRow))
        }
        return Array(sections.prefix(SheetLimits.windowSections))
    }
}
