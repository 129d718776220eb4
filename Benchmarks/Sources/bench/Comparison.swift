/// One measurement of Latchkey and of the peer from the same run.
struct Comparison {
    var what: String
    /// The medians, in the same unit.
    var ours: Double
    var theirs: Double
    var unit: String

    /// The comparable figures: title, and the names of Latchkey's and the peer's figure for a number of logins.
    private static let pairs: [(what: String, ours: @Sendable (String) -> String, theirs: String)] = [
        ("look-up that matches", { "look-up that matches, \($0) identities" }, "look-up that matches"),
        ("look-up that misses", { "look-up that misses, \($0) identities" }, "look-up that misses"),
        ("memory after look-ups", { "agent's memory after look-ups, \($0) identities" }, "memory"),
        ("list, time", { ListFigures.name($0) }, "list, its key derivation included"),
        (
            "list, processor time", { "\(ListFigures.name($0)): processor time" },
            "list, its key derivation included: processor time"
        ),
        ("list, memory", { "\(ListFigures.name($0)): memory at most" }, "list: memory at most"),
    ]

    static func all(among figures: [Figure]) -> [Comparison] {
        let byName = Dictionary(figures.map { ($0.name, $0) }) { first, _ in first }
        return ["10 k", "100 k"].flatMap { size in
            pairs.compactMap { what, ours, theirs in
                guard let ours = byName[ours(size)], let theirs = byName["KeePassXC: \(theirs), \(size) logins"] else {
                    return nil
                }
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
