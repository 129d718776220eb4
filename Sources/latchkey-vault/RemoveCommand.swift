import ArgumentParser
import LatchkeyCommandLine
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault remove`: puts a login into the bin.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Puts a login into the bin, from which it can be restored.")

    @OptionGroup var finder: LoginFinder
    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault, for: "remove")
        let change = try vault.remove(overview.id)
        VaultProgram.console.note(
            "\"\(overview.listTitle)\" lies in the bin; \"latchkey-vault restore \(overview.id)\" brings it back")
        await session.follow([change], of: vault)
    }
}
