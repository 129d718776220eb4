import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault remove`: moves a login, or one of its passkeys, to the bin.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Moves a login to the bin, from which it can be restored.")

    @OptionGroup var finder: LoginFinder

    @Option(help: "Moves only this passkey to the bin, by its number in \"show\"; the login stays.")
    var passkey: Int?

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        if let passkey { return try await remove(passkey, of: overview, in: vault, session) }
        let change = try vault.remove(overview.id)
        if json { try VaultProgram.console.print(json: LoginOutput(vault.overview(overview.id))) }
        VaultProgram.console.note(
            "moved \"\(overview.listTitle)\" to the bin; to undo, run \"latchkey-vault restore \(overview.id)\"")
        await session.follow([change], of: vault)
    }

    private func remove(
        _ number: Int, of overview: Overview, in vault: UnlockedVault, _ session: VaultSession
    ) async throws {
        guard overview.passkeys.indices.contains(number - 1) else {
            throw Messages.noPasskey(number, of: overview.passkeys.count, overview.id.description)
        }
        let (binned, change) = try vault.removePasskey(
            at: number - 1, of: overview.id, expecting: overview.revision)
        if json { try VaultProgram.console.print(json: LoginOutput(vault.overview(binned))) }
        let party = overview.passkeys[number - 1].relyingPartyIdentifier
        VaultProgram.console.note(
            "moved the passkey for \(party) to the bin; to undo, run \"latchkey-vault restore \(binned)\"")
        await session.follow([change].compactMap(\.self), of: vault)
    }
}
