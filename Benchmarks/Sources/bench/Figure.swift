import Foundation

/// The statistics of one measurement, and its goal.
struct Figure: Codable {
    enum Statistic: String, Codable { case p50, p99, max }

    /// The upper limit of a statistic.
    struct Goal: Codable {
        var statistic: Statistic
        var limit: Double
    }

    var name: String
    var unit: String
    var n: Int
    var p50: Double
    var p99: Double
    var max: Double
    var goal: Goal?

    init(_ name: String, unit: String = "ms", _ samples: [Double], goal: (Statistic, Double)? = nil) {
        precondition(!samples.isEmpty, "a figure needs a measurement")
        let sorted = samples.sorted()
        self.name = name
        self.unit = unit
        n = sorted.count
        p50 = sorted[sorted.count / 2]
        p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        max = sorted[sorted.count - 1]
        self.goal = goal.map { Goal(statistic: $0, limit: $1) }
    }

    var isMet: Bool? {
        goal.map { goal in
            switch goal.statistic {
            case .p50: p50 <= goal.limit
            case .p99: p99 <= goal.limit
            case .max: max <= goal.limit
            }
        }
    }

    var line: String { cells.joined(separator: "  ") }

    private var cells: [String] {
        let wanted = goal.map { "\($0.statistic.rawValue) ≤ \(Self.number($0.limit))" } ?? "–"
        let verdict = isMet.map { $0 ? "met" : "missed" } ?? "–"
        let numbers = [p50, p99, max].map(Self.number)
        return [name, String(n)] + numbers + [unit, wanted, verdict]
    }

    /// A number with about three significant digits.
    static func number(_ value: Double) -> String {
        value >= 100 ? String(format: "%.0f", value) : String(format: value >= 10 ? "%.1f" : "%.2f", value)
    }

    /// The figures as a table in Markdown.
    static func table(_ figures: [Figure]) -> String {
        let head = ["what", "n", "p50", "p99", "max", "unit", "figure", ""]
        let rule = ["---", "---:", "---:", "---:", "---:", "---", "---", "---"]
        return ([head, rule] + figures.map(\.cells)).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    static func write(_ figures: [Figure], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(figures).write(to: file)
    }
}

enum Stopwatch {
    /// The duration of a function in milliseconds.
    static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        milliseconds(try ContinuousClock().measure(body))
    }

    static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        milliseconds(ContinuousClock.now - start)
    }

    private static func milliseconds(_ elapsed: Duration) -> Double {
        Double(elapsed.components.seconds) * 1e3 + Double(elapsed.components.attoseconds) / 1e15
    }
}
