import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault empty-bin`: deletes what lies in the bin for good.
struct EmptyBinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty-bin", abstract: "Deletes what lies in the bin for good; asks before.",
        discussion: "What has lain there for 30 days is deleted by itself when the vault is unlocked.")

    @Flag(help: "Does not ask.")
    var yes = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let count = try vault.overviews(OverviewQuery(scope: .bin)).count
        if count == 0 { return VaultProgram.console.note("the bin is empty") }
        if !yes { try await Prompt.confirm("\(Sentences.logins(count)) will be deleted for good") }
        let changes = try vault.emptyBin()
        VaultProgram.console.note("\(Sentences.logins(changes.count)) deleted for good")
        await session.follow(changes, of: vault)
    }
}

/// `latchkey-vault purge`: deletes one login of the bin for good.
struct PurgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge", abstract: "Deletes a login that lies in the bin for good; asks before.")

    @OptionGroup var finder: LoginFinder

    @Flag(help: "Does not ask.")
    var yes = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault, inBin: true)
        guard overview.isRemoved else { throw VaultError.recordNotRemoved(overview.id) }
        if !yes { try await Prompt.confirm("\"\(overview.listTitle)\" will be deleted for good") }
        let change = try vault.purge(overview.id)
        VaultProgram.console.note("\"\(overview.listTitle)\" is deleted for good")
        await session.follow([change], of: vault)
    }
}
