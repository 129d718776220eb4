import ArgumentParser
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The command-line program of the vault that the provider uses.
@main
struct VaultProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey-vault",
        abstract: "Manages the vault of logins on this computer.",
        discussion: """
            While the vault is locked, commands ask for its passphrase on the terminal; "unlock" avoids that. Questions \
            go to the terminal, results to stdout, all other messages to stderr.

            Exit status: 0 success, 1 failure, 2 usage error, 3 nothing found, 4 locked and no terminal to ask on, \
            5 cancelled, 6 timed out.
            """,
        version: ProtocolVersion.product,
        subcommands: [
            CreateCommand.self, UnlockCommand.self, LockCommand.self, StatusCommand.self, ListCommand.self,
            ShowCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self, RestoreCommand.self,
            PurgeCommand.self, EmptyBinCommand.self, GenerateCommand.self, PasswdCommand.self, RekeyCommand.self,
            ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreBackupCommand.self, AcceptCommand.self,
            HealthCommand.self, InboxCommand.self,
        ])

    static let console = Console(
        program: "latchkey-vault", columns: { StandardStream.output.columns }, writesJSON: CommandMain.wantsJSON())

    /// The file descriptors that the `--…-fd` options may name.
    static let inherited = InheritedDescriptors()

    static func main() async {
        // Must come first: an opened file must not get the number of an inherited descriptor or a standard stream.
        _ = inherited
        StandardStream.secure()
        // This process holds the vault's key. Best effort: some systems do not support it.
        _ = try? ProcessHardening.apply(environment: [:])
        await CommandMain.run(
            Self.self, console: console, elsewhere: agentCommands, describe: Messages.describe)
    }

    /// The commands of `latchkey`, and further words that users try.
    private static let agentCommands: [String: String] = {
        let names = [
            "suggest", "fill", "passkeys", "providers", "quirks", "settings", "clients", "browser", "log", "doctor",
        ]
        let commands = Dictionary(uniqueKeysWithValues: names.map { ($0, "latchkey \($0)") })
        let synonyms = [
            "ls": "latchkey-vault list", "get": "latchkey-vault show", "copy": "latchkey fill",
            "rm": "latchkey-vault remove", "delete": "latchkey-vault remove", "new": "latchkey-vault add",
            "search": "latchkey-vault list", "init": "latchkey-vault create",
        ]
        return commands.merging(synonyms) { command, _ in command }
    }()
}
