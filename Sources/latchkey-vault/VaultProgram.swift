import ArgumentParser
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The vault's own program: makes, opens and fills the vault whose logins the provider gives out.
@main
struct VaultProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey-vault",
        abstract: "Keeps logins in a vault on this computer.",
        discussion: """
            Commands that need the vault ask for its passphrase on the terminal while it is locked; unlock spares that. \
            Questions go to the terminal, results to stdout, everything else to stderr.

            Exit status: 0 done, 1 failed, 2 usage, 3 nothing found, 4 locked and nobody to ask, 5 cancelled, \
            6 timed out.
            """,
        version: ProtocolVersion.product,
        subcommands: [
            CreateCommand.self, UnlockCommand.self, LockCommand.self, StatusCommand.self, ListCommand.self,
            ShowCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self, RestoreCommand.self,
            PurgeCommand.self, EmptyBinCommand.self, GenerateCommand.self, PasswdCommand.self, ImportCommand.self,
            ExportCommand.self, BackupCommand.self, RestoreBackupCommand.self, HealthCommand.self, InboxCommand.self,
        ])

    static let console = Console(program: "latchkey-vault", columns: { StandardStream.output.columns })

    /// What the `--…-fd` options may name.
    static let inherited = InheritedDescriptors()

    static func main() async {
        // First thing, before anything is opened here.
        _ = inherited
        StandardStream.secure()
        // It holds the vault's key. A system that refuses this refuses nothing else.
        _ = try? ProcessHardening.apply(environment: [:])
        await CommandMain.run(Self.self, console: console, describe: Sentences.describe)
    }
}
