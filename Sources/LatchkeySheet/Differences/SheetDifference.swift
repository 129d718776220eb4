/// The changes from one sheet to another; the protocol sends them instead of the entire sheet.
public struct SheetDifference: Hashable, Sendable {
    /// A change of one part of a sheet.
    public enum Change: Hashable, Sendable {
        /// Replaces the entire sheet.
        case sheet(Sheet)
        /// The new title.
        case title(String)
        /// The new title of the cancel button; `nil` removes it.
        case cancelTitle(String?)
        /// The new default button; `nil` for none.
        case defaultButton(ElementIdentifier?)
        /// The element that now gets the focus; `nil` for none.
        case focus(ElementIdentifier?)
        /// A new or changed element.
        case element(Sheet.Element)
        /// A scrolled or changed list; rows that the screen already has are not sent again.
        case window(ElementIdentifier, ListDifference)
        /// The identifiers of all elements in their new order; all others are removed.
        case order([ElementIdentifier])
    }

    /// The changes, in the order in which they apply.
    public var changes: [Change]

    /// Makes a difference from its changes.
    public init(changes: [Change]) {
        self.changes = changes
    }

    /// Whether both sheets are equal.
    public var isEmpty: Bool { changes.isEmpty }

    /// Finds the changes from one sheet to another, in one pass over the elements of both.
    ///
    /// If a sheet has duplicate identifiers, the difference replaces the entire sheet.
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

    /// The contents by identifier; `nil` if an identifier occurs twice.
    private static func contents(of sheet: Sheet) -> [ElementIdentifier: Sheet.Content]? {
        var contents: [ElementIdentifier: Sheet.Content] = [:]
        for element in sheet.elements where contents.updateValue(element.content, forKey: element.identifier) != nil {
            return nil
        }
        return contents
    }
}

/// The change from one window of a list to another.
public struct ListDifference: Codable, Hashable, Sendable {
    /// The new number of rows of the entire list.
    public var rowCount: Int
    /// The index, in the entire list, of the new window's first row.
    public var offset: Int
    /// The new rows before the kept ones.
    public var before: [Sheet.Row]
    /// The index, in the old window, of the first kept row.
    public var keptFrom: Int
    /// The number of kept rows.
    public var keptCount: Int
    /// The new rows after the kept ones.
    public var after: [Sheet.Row]
    /// The new sections; `nil` if they are unchanged.
    public var sections: [Sheet.Section]?
    /// The new text of an empty list; `nil` for none.
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

    /// The longest run of rows that are equal and at the same index of the entire list; it may be empty.
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
    /// The sheet after the changes of a difference.
    ///
    /// - Throws: ``SheetError/differenceDoesNotFit`` if the difference was made for another sheet, or the errors of
    ///   ``validate()`` if the result exceeds ``SheetLimits``.
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
