import LatchkeySheet

/// A table whose columns are as wide as their widest cell.
///
/// Widths are in a terminal's columns, so wide characters and emoji are aligned.
public struct Table: Sendable {
    /// An escaped text and its columns.
    private struct Cell: Sendable {
        let text: String
        let width: Int
    }

    private var rows: [[Cell]] = []
    /// The width of the widest cell of each column.
    private var widths: [Int] = []
    private let wholeColumns: Set<Int>

    /// - Parameter wholeColumns: The columns that are never cut, such as identifiers that users copy.
    public init(wholeColumns: Set<Int> = []) {
        self.wholeColumns = wholeColumns
    }

    /// Adds a line; escapes its cells for the terminal.
    public mutating func add(_ cells: String...) {
        let row = cells.map { cell in
            let text = DisplayText.escaping(cell)
            return Cell(text: text, width: DisplayText.width(of: text))
        }
        for (column, cell) in row.enumerated() {
            if column < widths.count {
                widths[column] = max(widths[column], cell.width)
            } else {
                widths.append(cell.width)
            }
        }
        rows.append(row)
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// The lines, uncut and without trailing spaces.
    public var lines: [String] { lines(cutTo: nil) }

    /// The lines, cut to the terminal's width: the widest cells first, with an ellipsis.
    ///
    /// If the terminal is too narrow for eight columns per cell, the lines are cut at their ends.
    public func lines(cutTo columns: Int?) -> [String] {
        var lines: [String] = []
        lines.reserveCapacity(rows.count)
        forEachLine(cutTo: columns) { lines.append($0) }
        return lines
    }

    /// Visits the lines of ``lines(cutTo:)`` with one in memory at a time.
    func forEachLine(cutTo columns: Int?, _ body: (String) -> Void) {
        let widths = columns.map { fitted(self.widths, into: $0) } ?? self.widths
        guard let columns else { return rows.forEach { body(line(of: $0, widths: widths)) } }
        let fits = Self.sum(of: widths) <= columns
        for row in rows {
            let line = line(of: row, widths: widths)
            body(fits ? line : DisplayText.truncating(line, to: columns))
        }
    }

    /// Narrows the widest column until the line fits, or all columns have the minimum width.
    private func fitted(_ widths: [Int], into columns: Int) -> [Int] {
        var widths = widths
        while Self.sum(of: widths) > columns {
            let candidates = widths.indices.filter { !wholeColumns.contains($0) && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    /// The columns of a line.
    private static func sum(of widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(widths.count - 1, 0)
    }

    private func line(of row: [Cell], widths: [Int]) -> String {
        var line: [UInt8] = []
        for (cell, width) in zip(row, widths) {
            var (text, used) = (cell.text, cell.width)
            if used > width {
                text = DisplayText.truncating(text, to: width)
                used = DisplayText.width(of: text)
            }
            line += text.utf8
            line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, width - used) + Self.gap))
        }
        let end = line.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
        return String(decoding: line[..<end], as: UTF8.self)
    }

    /// The number of spaces between two columns.
    private static let gap = 2
    /// The minimum width of a column: a few letters and the ellipsis.
    private static let narrowest = 8
}
