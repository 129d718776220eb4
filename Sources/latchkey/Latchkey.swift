import ArgumentParser
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The command-line client: suggestions, filling, providers, browsers and settings.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "Fills passwords and one-time codes from any provider, on the command line.",
        discussion: """
            Exit status: 0 success, 1 failure, 2 usage error, 3 nothing found, 4 locked and no terminal to ask on, \
            5 cancelled, 6 timed out.
            """,
        version: ProtocolVersion.product,
        subcommands: [
            Suggestions.self, FillCommand.self, ListCommand.self, PasskeysCommand.self,
            Providers.self, QuirksCommand.self,
            SettingsCommand.self, ClientsCommand.self, BrowserCommand.self,
            LogCommand.self, Doctor.self,
        ])

    static let console = Console(
        program: "latchkey", columns: { StandardStream.output.columns }, writesJSON: CommandMain.wantsJSON())

    static func main() async {
        // Must come first: an opened file must not get the number of a closed standard stream.
        StandardStream.secure()
        // Filled passwords pass through this process. Best effort: some systems do not support it.
        _ = try? ProcessHardening.apply(environment: [:])
        await CommandMain.run(
            Self.self, console: console, elsewhere: vaultCommands, describe: AgentSession.describe)
    }

    /// The commands of `latchkey-vault`, and further words that users try.
    private static let vaultCommands: [String: String] = {
        let names = [
            "create", "unlock", "lock", "status", "show", "add", "edit", "remove", "restore", "purge", "empty-bin",
            "generate", "passwd", "rekey", "import", "export", "backup", "restore-backup", "accept", "health", "inbox",
        ]
        let commands = Dictionary(uniqueKeysWithValues: names.map { ($0, "latchkey-vault \($0)") })
        let synonyms = [
            "ls": "latchkey list", "get": "latchkey fill", "copy": "latchkey fill", "rm": "latchkey-vault remove",
            "delete": "latchkey-vault remove", "new": "latchkey-vault add", "diagnose": "latchkey doctor",
        ]
        return commands.merging(synonyms) { command, _ in command }
    }()
}
