import ArgumentParser
import Foundation

/// The options of a command, read from the parser's own description of it.
struct CommandOptions {
    /// The names as typed, each with whether it takes a value.
    private var takesValue: [String: Bool] = ["-h": false, "--help": false, "--version": false]

    init(of command: any ParsableCommand.Type) {
        var command = command
        while let child = command.configuration.defaultSubcommand { command = child }
        guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)) else { return }
        for argument in tool.command.arguments ?? [] {
            for name in argument.names ?? [] {
                takesValue[(name.kind == "long" ? "--" : "-") + name.name] = argument.kind == "option"
            }
        }
    }

    /// The first option in a command line that the command does not have.
    ///
    /// Several short options in one word, such as `-ab`, are not examined.
    func unknown(in words: [String]) -> String? {
        var isValue = false
        for word in words {
            if word == "--" { return nil }
            guard !isValue else {
                isValue = false
                continue
            }
            guard word.hasPrefix("--") || (word.hasPrefix("-") && word.count == 2) else { continue }
            let name = String(word.prefix { $0 != "=" })
            guard let takesValue = takesValue[name] else { return name }
            isValue = takesValue && name == word
        }
        return nil
    }

    /// The description by `--experimental-dump-help`.
    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }
        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
        }
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let command: Command
    }
}
