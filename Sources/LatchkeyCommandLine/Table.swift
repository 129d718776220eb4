import LatchkeySheet

/// Lines in columns, as wide as their widest cell.
public struct Table: Sendable {
    private var rows: [[String]] = []

    public init() {}

    /// Adds a line; its cells are made safe to show.
    public mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// The lines, without spaces at their ends.
    public var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.compactMap { $0.indices.contains(column) ? $0[column].count : nil }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell.padding(to: widths[index])
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
