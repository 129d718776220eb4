import ArgumentParser
import LatchkeySystem
import Synchronization
import Testing

@testable import LatchkeyCommandLine
@testable import LatchkeyTerminal

/// A standard output that records bytes and may fail.
private final class Taken: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let writes = Mutex(0)
    var writeCount: Int { writes.withLock { $0 } }
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    /// - Parameter number: The error number of the write after `count` writes; `nil` to never fail.
    func output(failingWith number: Int32?, after count: Int = 0) -> ResultOutput {
        let left = Mutex(count)
        return ResultOutput { bytes throws(SystemError) in
            if let number,
                left.withLock({
                    $0 -= 1; return $0 < 0
                })
            {
                throw .callFailed(name: "write", errno: number, path: nil)
            }
            self.bytes.withLock { $0 += bytes }
            self.writes.withLock { $0 += 1 }
        }
    }
}

private let noSpaceLeft: Int32 = 28
private let brokenPipe: Int32 = 32

@Suite("A result at the prompt") struct ConsoleTests {
    private struct Root: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "tool", version: "1")
        @TaskLocal static var console = Console(program: "tool")
        @Flag var fails = false

        func run() async throws {
            for line in ["one", "two", "three"] { Self.console.print(line) }
            if fails { throw CommandError("nothing is there", status: .nothingFound) }
        }
    }

    private func status(of words: [String], to output: ResultOutput) async throws -> LatchkeyTerminal.ExitStatus {
        let console = Console(program: "tool", output: output)
        return try await Root.$console.withValue(console) {
            try await CommandMain.status(of: Root.self, arguments: words, console: console) { _ in nil }
        }
    }

    @Test func `exits with status 0 if all output was written`() async throws {
        let taken = Taken()
        #expect(try await status(of: [], to: taken.output(failingWith: nil)) == .done)
        #expect(taken.text == "one\ntwo\nthree\n")
    }

    @Test(arguments: [[], ["--help"], ["--version"]]) func `fails if output cannot be written`(words: [String])
        async throws
    {
        #expect(try await status(of: words, to: Taken().output(failingWith: noSpaceLeft)) == .failed)
    }

    private struct Validated: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "tool")
        @Option var user: String?
        @Flag var json = false

        func validate() throws {
            if user == nil { throw ValidationError("nothing to change") }
        }

        func run() async throws {
            throw CommandError("nothing is there", hint: "run \"tool\"", status: .nothingFound)
        }
    }

    private func messages(of words: [String]) async throws -> String {
        let taken = Taken()
        let output = taken.output(failingWith: nil)
        let console = Console(
            program: "tool", writesJSON: CommandMain.wantsJSON(words), output: output, messages: { output.add($0) })
        _ = try await CommandMain.status(of: Validated.self, arguments: words, console: console) { _ in nil }
        return taken.text
    }

    @Test(arguments: [
        (["--user", "ada"], "tool: error: nothing is there\ntool: hint: run \"tool\"\n"),
        (
            ["--user", "ada", "--json"],
            #"{"error":{"hint":"run \"tool\"","message":"nothing is there","status":3}}"# + "\n"
        ),
        ([], "tool: error: nothing to change\ntool: hint: run \"tool --help\"\n"),
        (["--json"], #"{"error":{"hint":"run \"tool --help\"","message":"nothing to change","status":2}}"# + "\n"),
        (["--usr", "ada"], "tool: error: unknown option '--usr'\ntool: hint: run \"tool --help\"\n"),
        (
            ["--json", "--usr=ada"],
            #"{"error":{"hint":"run \"tool --help\"","message":"unknown option '--usr'","status":2}}"# + "\n"
        ),
    ])
    func `reports errors as JSON if that is wanted, and names unknown options`(
        words: [String], messages expected: String
    ) async throws {
        #expect(try await messages(of: words) == expected)
    }

    @Test func `writes each note and hint as a JSON object on one line`() {
        let taken = Taken()
        let output = taken.output(failingWith: nil)
        let console = Console(program: "tool", writesJSON: true, output: output, messages: { output.add($0) })
        console.note("two\nlines \u{1B}[1m")
        console.hint("run \"ls\"")
        #expect(taken.text == #"{"note":"two\nlines \u001b[1m"}"# + "\n" + #"{"hint":"run \"ls\""}"# + "\n")
    }

    @Test(arguments: [
        ([], false), (["list", "--json"], true), (["list", "--", "--json"], false), (["list", "json"], false),
    ])
    func `recognizes --json only before a double dash`(words: [String], isWanted: Bool) {
        #expect(CommandMain.wantsJSON(words) == isWanted)
    }

    @Test func `writes nothing after a failed write`() async throws {
        let taken = Taken()
        #expect(try await status(of: [], to: taken.output(failingWith: noSpaceLeft, after: 1)) == .failed)
        #expect(taken.text == "one\n")
    }

    @Test func `keeps the status of a command that failed for another reason`() async throws {
        #expect(try await status(of: ["--fails"], to: Taken().output(failingWith: noSpaceLeft)) == .nothingFound)
        #expect(try await status(of: ["--fails"], to: Taken().output(failingWith: brokenPipe)) == .nothingFound)
    }

    @Test func `ends without a message if the reader closed the pipe`() async throws {
        await #expect(throws: ClosedPipe()) {
            try await status(of: [], to: Taken().output(failingWith: brokenPipe, after: 1))
        }
    }

    @Test func `names the unwritten result in the error`() {
        let console = Console(program: "tool", output: Taken().output(failingWith: noSpaceLeft))
        console.hand("secret")
        #expect(
            throws: CommandError(
                "the password could not be written to stdout: No space left on device",
                hint: "free some disk space, or redirect stdout, and run the command again")
        ) { try console.requireWritten("the password") }
        #expect(
            console.errorIfNotWritten("the code", hint: "h")
                == CommandError("the code could not be written to stdout: No space left on device", hint: "h"))
    }

    @Test func `reports a lost one-time result also for a closed pipe`() {
        let console = Console(program: "tool", output: Taken().output(failingWith: brokenPipe))
        console.hand("code")
        #expect(throws: ClosedPipe()) { try console.requireWritten() }
        #expect(
            console.errorIfNotWritten("the code", hint: "h")
                == CommandError("the code could not be written to stdout: Broken pipe", hint: "h"))
    }

    @Test(arguments: [nil, 30]) func `writes a table in large blocks`(columns: Int?) {
        var table = Table()
        for number in 0..<10_000 { table.add("Zoë \(number)", "\u{1B}user\(number)@example.com") }
        let taken = Taken()
        Console(program: "tool", columns: { columns }, output: taken.output(failingWith: nil)).print(table)
        #expect(taken.text == table.lines(cutTo: columns).map { $0 + "\n" }.joined())
        #expect(taken.writeCount < 20)
    }

    @Test func `stops writing a table after a failed write`() {
        var table = Table()
        for number in 0..<10_000 { table.add("\(number)", "user\(number)@example.com") }
        let taken = Taken()
        let console = Console(program: "tool", output: taken.output(failingWith: brokenPipe, after: 1))
        console.print(table)
        #expect(throws: ClosedPipe()) { try console.requireWritten() }
        #expect(taken.writeCount == 1)
    }

    @Test(arguments: [
        // Hints of `browser status` and `doctor`, at common widths.
        (
            "         → run \"latchkey browser install firefox\"", 11, 40,
            ["         → run \"latchkey browser install", "           firefox\""]
        ),
        (
            "         → run \"latchkey browser install firefox\"", 11, 80,
            ["         → run \"latchkey browser install firefox\""]
        ),
        ("bad  vault  there is none", 5, 20, ["bad  vault  there is", "     none"]),
        ("- one two three", 2, 9, ["- one two", "  three"]),
        // A margin that leaves no space disables the wrapping.
        ("          → one two three", 2, 12, ["          → one two three"]),
    ])
    func `wraps a long line completely, with a margin`(
        line: String, indentation: Int, columns: Int, lines: [String]
    ) {
        let taken = Taken()
        Console(program: "tool", columns: { columns }, output: taken.output(failingWith: nil))
            .print(wrapping: line, indentation: indentation)
        #expect(taken.text == lines.map { $0 + "\n" }.joined())
    }
}
