import LatchkeySheet

/// The selection, the visible rows and the requested rows of a list.
struct ListView: Hashable, Sendable {
    /// The selected row's index in the whole list.
    private(set) var selection = 0
    /// The first visible row.
    private(set) var top = 0
    /// The number of visible rows.
    var height = 1
    private var requested: Range<Int>?

    /// Moves the selection.
    mutating func move(by rows: Int, in list: Sheet.List) {
        select(selection + rows, in: list)
    }

    mutating func select(_ row: Int, in list: Sheet.List) {
        selection = min(max(row, 0), max(list.rowCount - 1, 0))
        scroll(in: list)
    }

    /// Scrolls so that the selection is visible and the view is within the list.
    mutating func scroll(in list: Sheet.List) {
        selection = min(selection, max(list.rowCount - 1, 0))
        if selection < top { top = selection }
        if selection >= top + height { top = selection - height + 1 }
        top = min(max(top, 0), max(list.rowCount - height, 0))
    }

    /// The rows to request; `nil` if all visible rows are loaded or requested.
    mutating func missingRows(in list: Sheet.List) -> (offset: Int, count: Int)? {
        let inView = top..<min(top + height, list.rowCount)
        guard !inView.isEmpty, !list.window.covers(inView), requested?.covers(inView) != true else { return nil }
        let count = min(SheetLimits.windowRows, inView.count + 2 * margin)
        let offset = max(0, inView.lowerBound - margin)
        requested = offset..<(offset + count)
        return (offset, min(count, list.rowCount - offset))
    }

    /// Forgets the requested rows, because the list was replaced.
    mutating func forgetRequest() {
        requested = nil
    }
}

extension Range<Int> {
    fileprivate func covers(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

private let margin = 50
