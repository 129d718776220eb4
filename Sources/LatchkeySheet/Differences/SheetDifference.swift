/// What changed from one sheet to another; it travels in the place of the whole.
public struct SheetDifference: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// Another sheet altogether.
        case sheet(Sheet)
        case title(String)
        case cancelTitle(String?)
        case defaultButton(ElementIdentifier?)
        case focus(ElementIdentifier?)
        /// An element that is new or has changed.
        case element(Sheet.Element)
        /// A list that has moved or changed; the rows that the screen holds already are not sent again.
        case window(ElementIdentifier, ListDifference)
        /// The identifiers of all elements in their new order; what is not among them is gone.
        case order([ElementIdentifier])
    }

    /// The changes in the order in which they apply.
    public var changes: [Change]

    public init(changes: [Change]) {
        self.changes = changes
    }

    public var isEmpty: Bool { changes.isEmpty }

    /// Finds what leads from one sheet to the other.
    ///
    /// Costs one pass over the elements of both.
    public init(from old: Sheet, to new: Sheet) {
        changes = []
        let oldContents = Self.contents(of: old)
        guard let oldContents, Self.contents(of: new) != nil else {
            if old != new { changes = [.sheet(new)] }
            return
        }
        if old.title != new.title { changes.append(.title(new.title)) }
        if old.cancelTitle != new.cancelTitle { changes.append(.cancelTitle(new.cancelTitle)) }
        if old.defaultButton != new.defaultButton { changes.append(.defaultButton(new.defaultButton)) }
        if old.focus != new.focus { changes.append(.focus(new.focus)) }
        for element in new.elements where oldContents[element.identifier] != element.content {
            if case .list(let oldList) = oldContents[element.identifier], case .list(let newList) = element.content {
                changes.append(.window(element.identifier, ListDifference(from: oldList, to: newList)))
            } else {
                changes.append(.element(element))
            }
        }
        let added = new.elements.filter { oldContents[$0.identifier] == nil }.map(\.identifier)
        if old.elements.map(\.identifier) + added != new.elements.map(\.identifier) {
            changes.append(.order(new.elements.map(\.identifier)))
        }
    }

    /// The contents by identifier, or `nil` where one identifier occurs twice.
    private static func contents(of sheet: Sheet) -> [ElementIdentifier: Sheet.Content]? {
        var contents: [ElementIdentifier: Sheet.Content] = [:]
        for element in sheet.elements where contents.updateValue(element.content, forKey: element.identifier) != nil {
            return nil
        }
        return contents
    }
}

/// What changed from one window on a list to another.
public struct ListDifference: Codable, Hashable, Sendable {
    public var rowCount: Int
    public var offset: Int
    /// New rows before those that are kept.
    public var before: [Sheet.Row]
    /// Which of the old window's rows are kept: the first, counted in the old window, and how many.
    public var keptFrom: Int
    public var keptCount: Int
    /// New rows after those that are kept.
    public var after: [Sheet.Row]
    /// The new sections, where they changed.
    public var sections: [Sheet.Section]?
    public var emptyText: String?

    init(from old: Sheet.List, to new: Sheet.List) {
        rowCount = new.rowCount
        offset = new.offset
        sections = old.sections == new.sections ? nil : new.sections
        emptyText = new.emptyText
        let kept = Self.longestCommonRun(old, new)
        keptFrom = kept.isEmpty ? 0 : kept.lowerBound - old.offset
        keptCount = kept.count
        before = Array(new.rows[..<(kept.lowerBound - new.offset)])
        after = Array(new.rows[(kept.upperBound - new.offset)...])
    }

    /// The longest run of equal rows at equal places of the whole list; one that is empty lies in both windows.
    private static func longestCommonRun(_ old: Sheet.List, _ new: Sheet.List) -> Range<Int> {
        let nothing = new.offset..<new.offset
        guard old.window.overlaps(new.window) else { return nothing }
        var best = nothing
        var start: Int?
        for index in old.window.clamped(to: new.window) {
            guard old.rows[index - old.offset] == new.rows[index - new.offset] else {
                start = nil
                continue
            }
            let first = start ?? index
            start = first
            if index + 1 - first > best.count { best = first..<(index + 1) }
        }
        return best
    }

    func applied(to old: Sheet.List) throws(SheetError) -> Sheet.List {
        guard
            keptCount == 0
                || (keptFrom >= 0 && keptCount > 0 && keptFrom <= old.rows.count
                    && keptCount <= old.rows.count - keptFrom)
        else { throw .differenceDoesNotFit }
        let kept = keptCount == 0 ? [] : old.rows[keptFrom..<(keptFrom + keptCount)]
        return Sheet.List(
            rowCount: rowCount, offset: offset, rows: before + kept + after, sections: sections ?? old.sections,
            emptyText: emptyText)
    }
}

extension Sheet {
    /// The sheet that a difference leads to from this one.
    ///
    /// - Throws: ``SheetError/differenceDoesNotFit`` where it was made for another sheet, and what ``validate()``
    ///   throws where the outcome is beyond ``SheetLimits``.
    public func applying(_ difference: SheetDifference) throws(SheetError) -> Sheet {
        var sheet = self
        for change in difference.changes {
            switch change {
            case .sheet(let new): sheet = new
            case .title(let title): sheet.title = title
            case .cancelTitle(let title): sheet.cancelTitle = title
            case .defaultButton(let identifier): sheet.defaultButton = identifier
            case .focus(let identifier): sheet.focus = identifier
            case .element(let element): sheet[element.identifier] = element.content
            case .window(let identifier, let window):
                guard case .list(let list) = sheet[identifier] else { throw .differenceDoesNotFit }
                sheet[identifier] = try .list(window.applied(to: list))
            case .order(let order): try sheet.reorder(order)
            }
        }
        try sheet.validate()
        return sheet
    }

    private mutating func reorder(_ order: [ElementIdentifier]) throws(SheetError) {
        var byIdentifier: [ElementIdentifier: Element] = [:]
        for element in elements { byIdentifier[element.identifier] = element }
        var ordered: [Element] = []
        for identifier in order {
            guard let element = byIdentifier.removeValue(forKey: identifier) else { throw .differenceDoesNotFit }
            ordered.append(element)
        }
        elements = ordered
    }
}
