import Foundation

/// A session at the prompt as a file: commands after `$ `, what they print below, and their status in brackets.
///
/// What differs from run to run has a name in it: `ID1` and so on for identifiers in the order in which they come,
/// `CODE1` for recovery codes, `TIME`, and `~` for the home folder. Commands may use the names. Lines before the first
/// command are comments.
struct Transcript {
    struct Step {
        let command: String
        /// Lines of stdout and stderr in their order, and the status.
        let result: [String]
    }

    let steps: [Step]

    init(_ text: String) {
        var steps: [Step] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), result: []))
            } else if let last = steps.last, !line.isEmpty {
                steps[steps.count - 1] = Step(command: last.command, result: last.result + [line])
            }
        }
        self.steps = steps
    }

    /// The transcript of a name, beside the tests.
    static func named(_ name: String) throws -> Transcript {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Transcripts/\(name).txt")
        return Transcript(String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}

/// The names of what differs from run to run.
struct RunNames {
    private var values: [(name: String, value: String)] = []
    private let home: String

    init(home: String) {
        self.home = home
    }

    /// Puts the values where a command has names.
    func filled(_ command: String) -> String {
        // The latest first, so that ID1 is not found in ID10.
        values.reversed().reduce(command) { $0.replacing($1.name, with: $1.value) }
    }

    /// Puts names where a line has values, and learns new ones.
    mutating func named(_ line: String) -> String {
        var line = line.replacing(home, with: "~")
        line.replace(/suggestions not updated yet: .*/, with: "suggestions not updated yet")
        line.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
        for match in line.matches(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){6}/) { learn("CODE", String(match.output.0)) }
        for match in line.matches(of: /[0-9a-f]{32}/) { learn("ID", String(match.output)) }
        return values.reduce(line) { $0.replacing($1.value, with: $1.name) }
    }

    private mutating func learn(_ kind: String, _ value: String) {
        guard !values.contains(where: { $0.value == value }) else { return }
        values.append(("\(kind)\(values.count { $0.name.hasPrefix(kind) } + 1)", value))
    }
}
