/// Time and memory of one format for files of different sizes.
struct RowCost {
    struct Sample {
        let rows: Int
        let milliseconds: [Double]
        /// The peak memory in MB.
        let memory: Double

        fileprivate var figure: Double { milliseconds.sorted()[milliseconds.count / 2] }
        fileprivate var perRow: Double { figure / Double(rows) }
    }

    enum Direction: String {
        case importing = "import"
        case exporting = "export"
    }

    let direction: Direction
    let format: String
    /// Ordered by file size.
    var samples: [Sample] = []

    /// The goals in milliseconds, by number of rows.
    private static let goals: [Int: Double] = [10_000: 500, 100_000: 5000]

    var figures: [Figure] {
        samples.map { sample in
            let goal = direction == .importing ? Self.goals[sample.rows].map { (Figure.Statistic.p50, $0) } : nil
            return Figure(
                "\(direction.rawValue) of \(AgentFigures.name(sample.rows)) rows, \(format)", sample.milliseconds,
                goal: goal)
        }
    }

    /// A Markdown table of one direction with a line for each format.
    static func table(_ costs: [RowCost], of direction: Direction) -> String {
        let costs = costs.filter { $0.direction == direction }
        guard let sizes = costs.first?.samples.map(\.rows) else { return "" }
        var head = [direction.rawValue]
        for size in sizes { head += ["\(AgentFigures.name(size)), ms", "rows/s"] }
        head += ["a row, largest : smallest", "memory, MB"]
        if direction == .importing { head.append("figure") }
        let rule = ["---"] + head.dropFirst().map { $0 == "figure" ? "---" : "---:" }
        return ([head, rule] + costs.map(\.cells)).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    private var cells: [String] {
        var cells = [format]
        for sample in samples {
            cells += [Figure.number(sample.figure), Figure.number(Double(sample.rows) / sample.figure * 1000)]
        }
        let growth = (samples.last?.perRow ?? 0) / (samples.first?.perRow ?? 1)
        cells += [samples.count > 1 ? Figure.number(growth) : "–", Figure.number(samples.last?.memory ?? 0)]
        if direction == .importing {
            cells.append(figures.compactMap(\.isMet).allSatisfy(\.self) ? "met" : "missed")
        }
        return cells
    }
}
