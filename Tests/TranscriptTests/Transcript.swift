import Foundation

/// A recorded session: commands after `$ `, their output below, and their exit status in brackets.
///
/// Placeholders replace values that differ between runs: `ID1`, `ID2`, … for identifiers in order of appearance,
/// `CODE1` for recovery codes, `TIME`, and `~` for the home folder. Commands may contain placeholders, too. Lines before
/// the first command are comments.
struct Transcript {
    struct Step {
        let command: String
        /// The lines of stdout and stderr in order, and the status in brackets.
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

    /// Reads a transcript from the folder `Transcripts`.
    static func named(_ name: String) throws -> Transcript {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Transcripts/\(name).txt")
        return Transcript(String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}

/// The placeholders for values that differ between runs.
struct Placeholders {
    private var values: [(name: String, value: String)] = []
    private let home: String

    init(home: String) {
        self.home = home
    }

    /// Replaces placeholders with values in a command.
    func filled(_ command: String) -> String {
        // The newest first, so that ID1 does not match in ID10.
        values.reversed().reduce(command) { $0.replacing($1.name, with: $1.value) }
    }

    /// Replaces values with placeholders in a line of output, and adds placeholders for new values.
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
