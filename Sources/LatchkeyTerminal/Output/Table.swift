import LatchkeySheet

/// Lines in columns, as wide as their widest cell.
///
/// Widths are counted in a terminal's columns, so that wide characters and emoji stand below each other.
public struct Table: Sendable {
    private var rows: [[String]] = []
    private let wholeColumns: Set<Int>

    /// - Parameter wholeColumns: Columns that are never cut, such as one of identifiers that are typed again.
    public init(wholeColumns: Set<Int> = []) {
        self.wholeColumns = wholeColumns
    }

    /// Adds a line; its cells are made safe to show.
    public mutating func add(_ cells: String...) {
        rows.append(cells.map { DisplayText.escaping($0) })
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// The lines, whole and without spaces at their ends.
    public var lines: [String] { lines(widths: widths) }

    /// The lines, cut to so many columns: the widest cells first, each with an ellipsis where it was cut.
    ///
    /// Where even that does not do, because the terminal is narrower than a few letters a column, lines are cut at
    /// their ends.
    public func lines(cutTo columns: Int?) -> [String] {
        guard let columns else { return lines }
        return lines(widths: fitted(widths, into: columns)).map { DisplayText.truncating($0, to: columns) }
    }

    private var widths: [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.compactMap { $0.indices.contains(column) ? DisplayText.width(of: $0[column]) : nil }.max() ?? 0
        }
    }

    /// Takes columns from the widest one until all fit, or none has more than a few letters.
    private func fitted(_ widths: [Int], into columns: Int) -> [Int] {
        var widths = widths
        let room = columns - Self.gap.count * max(widths.count - 1, 0)
        while widths.reduce(0, +) > room {
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
    /// What is left of a column's cells however narrow the terminal is: a few letters and the ellipsis.
    private static let narrowest = 8
}
