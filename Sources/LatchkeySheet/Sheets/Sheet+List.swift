extension Sheet {
    /// A window on a list: how long the list is, and the rows in view with a margin.
    ///
    /// Scrolling comes back as ``SheetEvent/Action/scrolled(offset:count:)`` and is answered with another window, so
    /// that a hundred thousand rows cost what fifty do.
    public struct List: Codable, Hashable, Sendable {
        /// How many rows the whole list has.
        public var rowCount: Int
        /// The index, in the whole list, of the first row carried here.
        public var offset: Int
        public var rows: [Row]
        /// The sections that begin in the window, and the one that its first row belongs to.
        public var sections: [Section]
        /// What is shown in the place of a list without rows.
        public var emptyText: String?

        public init(
            rowCount: Int, offset: Int, rows: [Row], sections: [Section] = [], emptyText: String? = nil
        ) {
            self.rowCount = rowCount
            self.offset = offset
            self.rows = rows
            self.sections = sections
            self.emptyText = emptyText
        }

        /// Makes the window on a short list: all of it.
        public init(_ rows: [Row], sections: [Section] = [], emptyText: String? = nil) {
            self.init(rowCount: rows.count, offset: 0, rows: rows, sections: sections, emptyText: emptyText)
        }

        /// The indices, in the whole list, of the rows carried.
        public var window: Range<Int> {
            let (end, overflows) = offset.addingReportingOverflow(rows.count)
            return overflows ? offset..<offset : offset..<end
        }

        /// The row at an index of the whole list, where it is carried.
        public func row(at index: Int) -> Row? {
            window.contains(index) ? rows[index - offset] : nil
        }
    }

    public struct Row: Codable, Hashable, Sendable {
        /// What stands at the row's end.
        public enum Accessory: String, Codable, CaseIterable, Sendable {
            /// Choosing the row opens something.
            case disclosure
            /// Something to press beside the row; it comes back as ``SheetEvent/Action/accessoryPressed(_:)``.
            case details
            /// The row is the chosen one.
            case checkmark
        }

        public var identifier: ItemIdentifier
        public var title: String
        public var subtitle: String?
        /// A name of the screen's own set (`key`, `passkey`, `code`, `globe`, `person`, `folder`); others are not shown.
        public var iconName: String?
        /// A word at the row's end, such as where an affiliated login is from.
        public var badge: String?
        public var accessory: Accessory?

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
        public var title: String
        /// The index, in the whole list, of the section's first row.
        public var firstRow: Int

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

    /// The sections, in order, that matter to the rows carried.
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
