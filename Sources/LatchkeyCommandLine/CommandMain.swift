public import LatchkeyTerminal
public import ArgumentParser
import Foundation
import LatchkeySystem
import LatchkeyWire

/// Runs a program's command and ends the process with the status that its outcome has.
public enum CommandMain {
    /// A result that could not be written is a failure, whatever else became of the command; but a reader that has gone
    /// ends the program as quietly as it ends other tools.
    ///
    /// - Parameter describe: Turns errors of the program's own rooms into a sentence; `nil` for those it does not know.
    public static func run(
        _ root: any AsyncParsableCommand.Type, console: Console,
        describe: (any Error) -> CommandError? = { _ in nil }
    ) async -> Never {
        do {
            let status = try await Self.status(of: root, arguments: nil, console: console, describe: describe)
            Foundation.exit(status.rawValue)
        } catch {
            StandardStream.endByClosedPipe()
        }
    }

    /// - Throws: ``ClosedPipe`` where nothing else went wrong.
    static func status(
        of root: any AsyncParsableCommand.Type, arguments: [String]?, console: Console,
        describe: (any Error) -> CommandError?
    ) async throws(ClosedPipe) -> ExitStatus {
        let status = try await outcome(of: root, arguments: arguments, console: console, describe: describe)
        do {
            try console.requireWritten()
            return status
        } catch let error as CommandError {
            // The command may have said so itself, in words of its own.
            if status == .done { console.report(error) }
            return status == .done ? .failed : status
        } catch {
            if status == .done { throw ClosedPipe() }
            return status
        }
    }

    private static func outcome(
        of root: any AsyncParsableCommand.Type, arguments: [String]?, console: Console,
        describe: (any Error) -> CommandError?
    ) async throws(ClosedPipe) -> ExitStatus {
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .done
        } catch let pipe as ClosedPipe {
            throw pipe
        } catch let error as CommandError {
            console.report(error)
            return error.status
        } catch let error as RemoteError {
            let error = CommandError(error)
            console.report(error)
            return error.status
        } catch let code as ExitCode {
            // Whatever there was to say has been said.
            return ExitStatus(rawValue: code.rawValue) ?? .failed
        } catch is CancellationError {
            console.report(CommandError("cancelled", status: .cancelled))
            return .cancelled
        } catch {
            if let error = describe(error) {
                console.report(error)
                return error.status
            }
            // The parser's own number is for what it refuses; an error that nobody knows has another.
            guard [.success, .validationFailure].contains(root.exitCode(for: error)) else {
                console.report(CommandError(error.localizedDescription))
                return .failed
            }
            let words = CommandWords(arguments ?? Array(CommandLine.arguments.dropFirst()), of: root)
            return parserStatus(of: error, root: root, words: words, console: console)
        }
    }

    /// Help and versions are results; everything else that the parser says is about how the program was called.
    private static func parserStatus(
        of error: any Error, root: any AsyncParsableCommand.Type, words: CommandWords, console: Console
    ) -> ExitStatus {
        let message = root.fullMessage(for: error)
        if root.exitCode(for: error) == .success {
            console.print(text: message)
            return .done
        }
        console.report(usageError(message, words))
        return .usage
    }

    private static func usageError(_ message: String, _ words: CommandWords) -> CommandError {
        if let unknown = words.unknown {
            let meant = words.nearest.map { "did you mean \"\(words.path) \($0)\"? " } ?? ""
            return CommandError(
                "there is no command \"\(words.path) \(unknown)\"",
                hint: "\(meant)run \"\(words.path) --help\" to see all", status: .usage)
        }
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = lines.first.map { $0.replacing("Error: ", with: "", maxReplacements: 1) } ?? "unknown error"
        return CommandError(
            first.prefix(1).lowercased() + first.dropFirst(), hint: "run \"\(words.path) --help\"", status: .usage)
    }
}
