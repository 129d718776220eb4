import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault empty-bin`: permanently deletes all logins in the bin.
struct EmptyBinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty-bin", abstract: "Permanently deletes all logins in the bin, after asking.",
        discussion: """
            Logins that have been in the bin for 30 days are deleted automatically when the vault is unlocked, after a \
            backup. The 30 days end at the first of the last three days with an unlock, in case the clock is wrong.
            """)

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let binned = try vault.overviews(OverviewQuery(scope: .bin)).overviews
        guard !binned.isEmpty else {
            if json { try VaultProgram.console.print(json: LoginsOutput([])) }
            return VaultProgram.console.note("the bin is empty")
        }
        if !yes {
            try await Prompt.confirm(
                "permanently delete \(Messages.logins(binned.count)) in the bin?", unconfirmed: "nothing was deleted")
        }
        let changes = try vault.emptyBin()
        if json { try VaultProgram.console.print(json: LoginsOutput(binned)) }
        VaultProgram.console.note("permanently deleted \(Messages.logins(changes.count))")
        await session.follow(changes, of: vault)
    }
}

/// `latchkey-vault purge`: permanently deletes one login in the bin.
struct PurgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge", abstract: "Permanently deletes a login in the bin, after asking.")

    @OptionGroup var finder: BinnedLoginFinder

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        guard overview.isRemoved else { throw VaultError.recordNotRemoved(overview.id) }
        if !yes {
            try await Prompt.confirm(
                "permanently delete \"\(overview.listTitle)\"?",
                unconfirmed: "\"\(overview.listTitle)\" was not deleted")
        }
        let change = try vault.purge(overview.id)
        if json { try VaultProgram.console.print(json: LoginOutput(overview)) }
        VaultProgram.console.note("permanently deleted \"\(overview.listTitle)\"")
        await session.follow([change], of: vault)
    }
}
