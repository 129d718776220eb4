import LatchkeyGitFront

/// The properties of the helper that git starts first: it reads what git asks and what the agent answers without Foundation.
enum GitFrontProperties {
    /// - Parameter bytes: What git asks, an empty line, and the agent's answer.
    static func check(_ bytes: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let end = zip(bytes, bytes.dropFirst()).enumerated().first { $1 == (newline, newline) }?.offset
        let answer = Array(bytes.suffix(from: end.map { $0 + 2 } ?? bytes.startIndex))
        if let value = JSONText(parsing: answer) {
            let written = value.bytes
            precondition(JSONText(parsing: written)?.bytes == written, "what is written reads as something else")
        }
        guard let question = PlainQuestion(bytes), let lines = question.lines(for: answer, id: 1) else { return }
        // A value that smuggles in a line would be another credential's to git (CVE-2020-5260).
        let count = lines.split(separator: newline).count
        precondition((2...5).contains(count) && lines.last == newline, "an answer has other lines than its own")
    }
}
