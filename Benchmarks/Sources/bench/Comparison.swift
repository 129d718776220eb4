/// One measurement of Latchkey and of the peer from the same run.
struct Comparison {
    var what: String
    /// The medians, in the same unit.
    var ours: Double
    var theirs: Double
    var unit: String

    /// The comparable figures: title, Latchkey's name and the peer's name, without the number of logins.
    private static let pairs = [
        ("look-up that matches", "look-up that matches", "look-up that matches"),
        ("look-up that misses", "look-up that misses", "look-up that misses"),
        ("memory after look-ups", "agent's memory after look-ups", "memory"),
    ]

    static func all(among figures: [Figure]) -> [Comparison] {
        let byName = Dictionary(figures.map { ($0.name, $0) }) { first, _ in first }
        return ["10 k", "100 k"].flatMap { size in
            pairs.compactMap { what, ours, theirs in
                guard let ours = byName["\(ours), \(size) identities"],
                    let theirs = byName["KeePassXC: \(theirs), \(size) logins"]
                else { return nil }
                return Comparison(what: "\(what), \(size)", ours: ours.p50, theirs: theirs.p50, unit: ours.unit)
            }
        }
    }

    /// The comparisons as a table in Markdown.
    static func table(_ comparisons: [Comparison]) -> String {
        let head = ["what, p50", "Latchkey", "KeePassXC", "unit", "KeePassXC : Latchkey"]
        let rule = ["---", "---:", "---:", "---", "---:"]
        let rows = comparisons.map { each in
            [each.what, Figure.number(each.ours), Figure.number(each.theirs), each.unit]
                + [Figure.number(each.theirs / each.ours)]
        }
        return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
