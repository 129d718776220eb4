public import ArgumentParser
import Foundation
import LatchkeySystem
public import LatchkeyTerminal

/// Parses the command line, runs the command and ends the process with its status.
public enum CommandMain {
    /// A command fails if its result cannot be written.
    ///
    /// If the reader closed the pipe, the program ends by SIGPIPE, as other tools do.
    ///
    /// - Parameters:
    ///   - elsewhere: The commands to suggest for words that are no command of the program.
    ///   - describe: Describes errors of the program's own libraries; `nil` for other errors.
    public static func run(
        _ root: any AsyncParsableCommand.Type, console: Console, elsewhere: [String: String] = [:],
        describe: (any Error) -> CommandError? = { _ in nil }
    ) async -> Never {
        do {
            let status = try await Self.status(
                of: root, arguments: nil, console: console, elsewhere: elsewhere, describe: describe)
            Foundation.exit(status.rawValue)
        } catch {
            StandardStream.endByClosedPipe()
        }
    }

    /// Whether the arguments have the flag `--json`, also if they are not valid otherwise.
    ///
    /// - Parameter arguments: By default those of the process, without its name.
    public static func wantsJSON(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Bool {
        // Words after a double dash are never options.
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// - Parameter arguments: `nil` for those of the process.
    /// - Throws: ``ClosedPipe`` if nothing else failed.
    static func status(
        of root: any AsyncParsableCommand.Type, arguments: [String]?, console: Console,
        elsewhere: [String: String] = [:], describe: (any Error) -> CommandError?
    ) async throws(ClosedPipe) -> ExitStatus {
        try await console.status {
            // Looking up completion candidates is asynchronous.
            var command = try await root.asyncParseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } otherwise: { error in
            // A command that throws a bare status has reported its error.
            if let code = error as? ExitCode { return ExitStatus(rawValue: code.rawValue) ?? .failed }
            if let error = describe(error) {
                console.report(error)
                return error.status
            }
            // The parser has statuses of its own for its errors; others are unexpected.
            guard [.success, .validationFailure].contains(root.exitCode(for: error)) else {
                console.report(CommandError(error.localizedDescription))
                return .failed
            }
            let words = CommandWords(
                arguments ?? Array(CommandLine.arguments.dropFirst()), of: root, elsewhere: elsewhere)
            return parserStatus(of: error, root: root, words: words, console: console)
        }
    }

    /// Prints help and versions as results; reports the parser's other messages as usage errors.
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
            if let elsewhere = words.elsewhere {
                return CommandError(
                    "there is no command \"\(words.path) \(unknown)\"", hint: "run \"\(elsewhere)\"", status: .usage)
            }
            let suggestion = words.nearest.map { "did you mean \"\(words.path) \($0)\"? " } ?? ""
            return CommandError(
                "there is no command \"\(words.path) \(unknown)\"",
                hint: "\(suggestion)run \"\(words.path) --help\" to see all", status: .usage)
        }
        // The parser validates a command before it looks for unknown options, which are the more likely mistake.
        if let option = words.unknownOption, !message.hasPrefix("Error: Unknown option") {
            return CommandError("unknown option '\(option)'", hint: "run \"\(words.path) --help\"", status: .usage)
        }
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = lines.first.map { $0.replacing("Error: ", with: "", maxReplacements: 1) } ?? "unknown error"
        return CommandError(
            first.prefix(1).lowercased() + first.dropFirst(), hint: "run \"\(words.path) --help\"", status: .usage)
    }
}
