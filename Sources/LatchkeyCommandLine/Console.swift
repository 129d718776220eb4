import Foundation
import LatchkeySheet

/// Where a program writes for people: sentences on stderr, results on stdout, nothing else.
public struct Console: Sendable {
    /// The program's name, in front of each sentence on stderr.
    public let program: String
    /// How many columns the terminal behind stdout has; nothing where that is no terminal.
    private let columns: @Sendable () -> Int?

    public init(program: String, columns: @escaping @Sendable () -> Int? = { nil }) {
        self.program = program
        self.columns = columns
    }

    /// Writes a result, escaped so that no title or user name can steer the terminal.
    public func print(_ line: String) {
        write(DisplayText.escaping(line) + "\n", to: .standardOutput)
    }

    /// Whether a person reads the results here and now.
    public var isOnTerminal: Bool { columns() != nil }

    /// Writes a table: cut to the terminal's width on one, whole for whoever else reads it.
    public func print(_ table: Table) {
        for line in table.lines(cutTo: columns()) { print(line) }
    }

    /// Writes a result that may be longer than a line: on a terminal it is broken between words.
    ///
    /// - Parameter indentation: How many columns the lines after the first begin further in.
    public func print(wrapping line: String, indentation: Int) {
        guard let columns = columns(), columns > 2 * indentation else { return print(line) }
        let margin = String(repeating: " ", count: indentation)
        let first = DisplayText.wrapping(line, to: columns).first ?? ""
        print(first)
        let rest = DisplayText.escaping(line).dropFirst(first.count).drop { $0 == " " }
        guard !rest.isEmpty else { return }
        for line in DisplayText.wrapping(String(rest), to: columns - indentation) { print(margin + line) }
    }

    /// Writes several lines of our own, such as a help screen.
    func print(text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// Hands on what was asked for, to the letter.
    public func hand(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// Writes something to know on the side.
    public func note(_ line: String) {
        write("\(program): \(DisplayText.escaping(line))\n", to: .standardError)
    }

    /// Writes what can be done about something, best a command that works.
    public func hint(_ line: String) {
        write("\(program): hint: \(DisplayText.escaping(line))\n", to: .standardError)
    }

    /// Writes what went wrong, and what to do about it.
    public func report(_ error: CommandError) {
        write("\(program): error: \(DisplayText.escaping(error.message))\n", to: .standardError)
        if let hint = error.hint { self.hint(hint) }
    }

    /// Writes a value as JSON on one line with sorted keys.
    public func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        hand(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    func write(_ text: String, to handle: FileHandle) {
        // A closed pipe on the other end is the reader's choice; there is nobody left to tell.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
