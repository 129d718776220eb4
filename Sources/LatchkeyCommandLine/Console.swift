import Foundation
import LatchkeySheet

/// Where a program writes for people: sentences on stderr, results on stdout, nothing else.
public struct Console: Sendable {
    /// The program's name, in front of each sentence on stderr.
    public let program: String

    public init(program: String) {
        self.program = program
    }

    /// Writes a result, escaped so that no title or user name can steer the terminal.
    public func print(_ line: String) {
        write(DisplayText.escaping(line) + "\n", to: .standardOutput)
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

    /// Writes what went wrong, and what to do about it.
    public func report(_ error: CommandError) {
        write("\(program): error: \(DisplayText.escaping(error.message))\n", to: .standardError)
        if let hint = error.hint { write("\(program): hint: \(DisplayText.escaping(hint))\n", to: .standardError) }
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
