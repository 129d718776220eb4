import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault restore`: takes a login out of the bin.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Takes a login out of the bin.",
        discussion: """
            A passkey that was removed by itself goes back into its login. Where that is gone, or another account's by now, \
            it becomes a login of its own.
            """)

    @OptionGroup var finder: LoginFinder
    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault, inBin: true)
        let change = try vault.restore(overview.id)
        VaultProgram.console.note(Sentences.restored(overview, change))
        await session.follow([change], of: vault)
    }
}
