package import ArgumentParser
import Foundation

/// The commands in a command line, and the first word that is not a command.
package struct CommandWords {
    /// The names of the commands, such as `latchkey providers`.
    package private(set) var path: String
    /// The first word that is not a subcommand; `nil` if there is none.
    package private(set) var unknown: String?
    /// The subcommand most similar to ``unknown``.
    package private(set) var nearest: String?
    /// The complete command to suggest instead of ``unknown``, such as one of another program.
    package private(set) var elsewhere: String?
    /// The first option that the command does not have, such as `--jsn`; `nil` if there is none.
    package private(set) var unknownOption: String?

    /// - Parameter elsewhere: The commands to suggest, by words that users type for them.
    package init(
        _ arguments: some Sequence<String>, of root: any ParsableCommand.Type, elsewhere: [String: String] = [:]
    ) {
        path = root._commandName
        var command = root
        let words = Array(arguments)
        defer { unknownOption = CommandOptions(of: command).unknown(in: words) }
        for word in words {
            let subcommands = command.configuration.subcommands
            // A word after an option may be its value.
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let place = subcommands.firstIndex(where: { $0._commandName == word }) else {
                unknown = word
                if path == root._commandName { self.elsewhere = elsewhere[word.lowercased()] }
                nearest = Self.nearest(to: word, among: subcommands.map { $0._commandName })
                return
            }
            path += " " + word
            command = subcommands[place]
        }
    }

    /// The only name with this prefix, or the name with the smallest edit distance if it is small.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        let begun = names.filter { $0.hasPrefix(word) }
        if begun.count == 1 { return begun.first }
        let near = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= max(1, $0.name.count / 3) ? $0.name : nil }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.prefix(longest)), Array(other))
        var rows = [Array(0...other.count)]
        for (i, letter) in one.enumerated() {
            var row = [i + 1]
            for (j, another) in other.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == another ? 0 : 1))
                if i > 0, j > 0, letter == other[j - 1], one[i - 1] == another {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }

    /// The length to which a word is cut; no command is longer.
    private static let longest = 32
}
