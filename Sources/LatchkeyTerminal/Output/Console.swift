import Foundation
import LatchkeySheet
import LatchkeySystem

/// Where a program writes for people: sentences on stderr, results on stdout, nothing else.
///
/// A result that cannot be written is an error of the command: see ``requireWritten(_:hint:)``, which `CommandMain`
/// asks at the end of each.
public struct Console: Sendable {
    /// The program's name, in front of each sentence on stderr.
    public let program: String
    /// How many columns the terminal behind stdout has; nothing where that is no terminal.
    private let columns: @Sendable () -> Int?
    private let output: ResultOutput

    package init(
        program: String, columns: @escaping @Sendable () -> Int? = { nil }, output: ResultOutput = .standard
    ) {
        self.program = program
        self.columns = columns
        self.output = output
    }

    /// Writes a result, escaped so that no title or user name can steer the terminal.
    public func print(_ line: String) {
        output.add(Array((DisplayText.escaping(line) + "\n").utf8))
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
        let line = DisplayText.escaping(line)
        // Wrapping parts words, and knows nothing of a margin in front of the first.
        let lead = line.prefix { $0 == " " }
        guard let columns = columns(), columns > 2 * max(indentation, lead.count) else { return print(line) }
        let text = line.dropFirst(lead.count)
        let first = DisplayText.wrapping(String(text), to: columns - lead.count).first ?? ""
        print(lead + first)
        let rest = text.dropFirst(first.count).drop { $0 == " " }
        guard !rest.isEmpty else { return }
        let margin = String(repeating: " ", count: indentation)
        for line in DisplayText.wrapping(String(rest), to: columns - indentation) { print(margin + line) }
    }

    /// Writes several lines of our own, such as a help screen.
    package func print(text: String) {
        output.add(Array((text + "\n").utf8))
    }

    /// Hands on what was asked for, to the letter.
    public func hand(_ text: String) {
        output.add(Array((text + "\n").utf8))
    }

    /// Hands on what was asked for, byte by byte.
    package func hand(bytes: [UInt8]) {
        output.add(bytes)
    }

    /// Makes an error of a result that could not be written.
    ///
    /// - Parameters:
    ///   - what: What was to be written, for the sentence.
    ///   - hint: How it can be had all the same.
    /// - Throws: ``CommandError``; ``ClosedPipe`` where whoever read it has gone, as `head` does when it has enough.
    public func requireWritten(_ what: String = "the result", hint: String? = nil) throws {
        guard let failure = output.failure else { return }
        if failure.isClosedPipe { throw ClosedPipe() }
        throw notWritten(what, hint: hint, failure)
    }

    /// The same where even a reader that has gone is told of: for what is shown once.
    package func errorIfNotWritten(_ what: String, hint: String) -> CommandError? {
        output.failure.map { notWritten(what, hint: hint, $0) }
    }

    private func notWritten(_ what: String, hint: String?, _ failure: SystemError) -> CommandError {
        CommandError("\(what) could not be written to stdout: \(failure.cause)", hint: hint ?? Self.elsewhere)
    }

    private static let elsewhere = "lead stdout to where there is room, and run it again"

    /// Writes something to know on the side.
    public func note(_ line: String) {
        say("\(program): \(DisplayText.escaping(line))\n")
    }

    /// Writes what can be done about something, best a command that works.
    public func hint(_ line: String) {
        say("\(program): hint: \(DisplayText.escaping(line))\n")
    }

    /// Writes what went wrong, and what to do about it.
    public func report(_ error: CommandError) {
        say("\(program): error: \(DisplayText.escaping(error.message))\n")
        if let hint = error.hint { self.hint(hint) }
    }

    /// Writes a value as JSON on one line with sorted keys.
    public func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        hand(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    private func say(_ text: String) {
        // Where even stderr is closed there is nobody left to tell; the status says it.
        try? StandardStream.error.write(Array(text.utf8))
    }
}

/// Whoever read the results has gone: nothing to report, and nobody to report it to.
public struct ClosedPipe: Error, Hashable, Sendable {
    package init() {}
}
