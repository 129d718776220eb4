import LatchkeySheet

/// A table whose columns are as wide as their widest cell.
///
/// Widths are in a terminal's columns, so wide characters and emoji are aligned.
public struct Table: Sendable {
    private var rows: [[String]] = []
    private let wholeColumns: Set<Int>

    /// - Parameter wholeColumns: The columns that are never cut, such as identifiers that users copy.
    public init(wholeColumns: Set<Int> = []) {
        self.wholeColumns = wholeColumns
    }

    /// Adds a line; escapes its cells for the terminal.
    public mutating func add(_ cells: String...) {
        rows.append(cells.map { DisplayText.escaping($0) })
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// The lines, uncut and without trailing spaces.
    public var lines: [String] { lines(widths: widths) }

    /// The lines, cut to the terminal's width: the widest cells first, with an ellipsis.
    ///
    /// If the terminal is too narrow for eight columns per cell, the lines are cut at their ends.
    public func lines(cutTo columns: Int?) -> [String] {
        guard let columns else { return lines }
        return lines(widths: fitted(widths, into: columns)).map { DisplayText.truncating($0, to: columns) }
    }

    private var widths: [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.compactMap { $0.indices.contains(column) ? DisplayText.width(of: $0[column]) : nil }.max() ?? 0
        }
    }

    /// Narrows the widest column until the line fits, or all columns have the minimum width.
    private func fitted(_ widths: [Int], into columns: Int) -> [Int] {
        var widths = widths
        let available = columns - Self.gap.count * max(widths.count - 1, 0)
        while widths.reduce(0, +) > available {
            let candidates = widths.indices.filter { !wholeColumns.contains($0) && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func lines(widths: [Int]) -> [String] {
        rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                let shown = DisplayText.truncating(cell, to: width)
                line += shown + String(repeating: " ", count: max(0, width - DisplayText.width(of: shown))) + Self.gap
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static let gap = "  "
    /// The minimum width of a column: a few letters and the ellipsis.
    private static let narrowest = 8
}
