import LatchkeyCore
import LatchkeySheet
import LatchkeySystem
import LatchkeyWire

/// A program's output: results on stdout, messages on stderr.
///
/// A result that cannot be written is an error of the command: ``status(of:otherwise:)`` checks it at the end.
public struct Console: Sendable {
    /// The program's name, the prefix of each line on stderr.
    public let program: String
    /// The columns of the terminal at stdout; `nil` if that is not a terminal.
    private let columns: @Sendable () -> Int?
    /// Whether each line on stderr is a JSON object, for programs that were started with `--json`.
    private let writesJSON: Bool
    private let output: ResultOutput
    private let messages: @Sendable ([UInt8]) -> Void

    package init(
        program: String, columns: @escaping @Sendable () -> Int? = { nil }, writesJSON: Bool = false,
        output: ResultOutput = .standard,
        // If stderr is closed, too, only the exit status reports an error.
        messages: @escaping @Sendable ([UInt8]) -> Void = { try? StandardStream.error.write($0) }
    ) {
        self.program = program
        self.columns = columns
        self.writesJSON = writesJSON
        self.output = output
        self.messages = messages
    }

    /// Writes a result, escaped so that no title or user name can control the terminal.
    public func print(_ line: String) {
        output.add(Array((DisplayText.escaping(line) + "\n").utf8))
    }

    /// Whether stdout is a terminal.
    public var isOnTerminal: Bool { columns() != nil }

    /// Writes a table, on a terminal cut to its width.
    public func print(_ table: Table) {
        var lines: [UInt8] = []
        table.forEachLine(cutTo: columns()) { line in
            lines += DisplayText.escaping(line).utf8
            lines.append(UInt8(ascii: "\n"))
            // One system call for each line would take longer than making the lines.
            guard lines.count >= Self.blockByteCount else { return }
            output.add(lines)
            lines.removeAll(keepingCapacity: true)
        }
        output.add(lines)
    }

    /// The number of bytes of a table that are written at once.
    private static let blockByteCount = 64 * 1024

    /// Writes a result, on a terminal wrapped between words.
    ///
    /// - Parameter indentation: The indentation of the lines after the first, in columns.
    public func print(wrapping line: String, indentation: Int) {
        let line = DisplayText.escaping(line)
        // The wrapping would remove spaces at the start.
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

    /// Writes lines without escaping, such as a help screen.
    package func print(text: String) {
        output.add(Array((text + "\n").utf8))
    }

    /// Writes a result without escaping, such as a password.
    public func hand(_ text: String) {
        output.add(Array((text + "\n").utf8))
    }

    /// Writes a result as bytes.
    package func hand(bytes: [UInt8]) {
        output.add(bytes)
    }

    /// Checks that all results were written.
    ///
    /// - Parameters:
    ///   - what: The result, for the error message.
    ///   - hint: Another way to get the result.
    /// - Throws: ``CommandError``; ``ClosedPipe`` if the reader closed the pipe, as `head` does.
    public func requireWritten(_ what: String = "the result", hint: String? = nil) throws {
        guard let failure = output.failure else { return }
        if failure.isClosedPipe { throw ClosedPipe() }
        throw notWritten(what, hint: hint, failure)
    }

    /// The error of a result that could not be written, also to a closed pipe: for results that are shown only once.
    package func errorIfNotWritten(_ what: String, hint: String) -> CommandError? {
        output.failure.map { notWritten(what, hint: hint, $0) }
    }

    private func notWritten(_ what: String, hint: String?, _ failure: SystemError) -> CommandError {
        CommandError("\(what) could not be written to stdout: \(failure.cause)", hint: hint ?? Self.elsewhere)
    }

    private static let elsewhere = "free some disk space, or redirect stdout, and run the command again"

    /// Writes a remark to stderr.
    public func note(_ line: String) {
        if writesJSON { return say(json: ["note": line]) }
        say("\(program): \(DisplayText.escaping(line))\n")
    }

    /// Writes a hint to stderr.
    public func hint(_ line: String) {
        if writesJSON { return say(json: ["hint": line]) }
        say("\(program): hint: \(DisplayText.escaping(line))\n")
    }

    /// Writes an error and its hint to stderr.
    public func report(_ error: CommandError) {
        if writesJSON {
            return say(
                json: ErrorOutput(
                    error: ErrorOutput.Details(
                        message: error.message, hint: error.hint, status: error.status.rawValue)))
        }
        say("\(program): error: \(DisplayText.escaping(error.message))\n")
        if let hint = error.hint { self.hint(hint) }
    }

    /// Writes a value as JSON on one line with sorted keys.
    public func print(json value: some Encodable) throws {
        hand(bytes: try Self.line(json: value))
    }

    private static func line(json value: some Encodable) throws -> [UInt8] {
        // Not strict: a stored title may be longer than a message's strings.
        let rules = JSONScanner.Rules(maximumDepth: 64, isStrict: false)
        var writer = JSONWriter()
        writer.write(sorting: try JSONDocument(JSONEncoding.encode(value), rules: rules).root)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func say(json value: some Encodable) {
        guard let line = try? Self.line(json: value) else { return }
        messages(line)
    }

    private func say(_ text: String) { messages(Array(text.utf8)) }
}

/// An error on stderr of a program that was started with `--json`.
private struct ErrorOutput: Encodable {
    struct Details: Encodable {
        let message: String
        let hint: String?
        /// The exit status.
        let status: Int32
    }

    let error: Details
}

// MARK: The end of a command

extension Console {
    /// Runs a command, reports its error, and returns the status to exit with.
    ///
    /// - Parameter otherwise: Reports errors other than ``CommandError`` and `RemoteError`, and returns their status.
    /// - Throws: ``ClosedPipe`` if the reader of the results closed the pipe and nothing else failed.
    package func status(
        of command: () async throws -> Void, otherwise: (any Error) -> ExitStatus
    ) async throws(ClosedPipe) -> ExitStatus {
        let status = try await run(command, otherwise)
        do {
            try requireWritten()
            return status
        } catch let error as CommandError {
            // A command that failed has reported its own error.
            if status == .done { report(error) }
            return status == .done ? .failed : status
        } catch {
            if status == .done { throw ClosedPipe() }
            return status
        }
    }

    private func run(
        _ command: () async throws -> Void, _ otherwise: (any Error) -> ExitStatus
    ) async throws(ClosedPipe) -> ExitStatus {
        do {
            try await command()
            return .done
        } catch let pipe as ClosedPipe {
            throw pipe
        } catch let error as CommandError {
            report(error)
            return error.status
        } catch let error as RemoteError {
            let error = CommandError(error)
            report(error)
            return error.status
        } catch is CancellationError {
            report(CommandError("cancelled", status: .cancelled))
            return .cancelled
        } catch {
            return otherwise(error)
        }
    }
}

/// The reader of the results closed the pipe.
///
/// The program ends as other tools do: by SIGPIPE, without a message.
public struct ClosedPipe: Error, Hashable, Sendable {
    package init() {}
}
