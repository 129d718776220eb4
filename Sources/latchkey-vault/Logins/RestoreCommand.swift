import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault restore`: restores a login from the bin.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores a login from the bin.",
        discussion: """
            A passkey that was removed without its login returns to that login. If the login is gone or belongs to another \
            account now, the passkey becomes a separate login.
            """)

    @OptionGroup var finder: BinnedLoginFinder

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        let change = try vault.restore(overview.id)
        if json { try VaultProgram.console.print(json: LoginOutput(change.overview)) }
        VaultProgram.console.note(Messages.restored(overview, change))
        await session.follow([change], of: vault)
    }
}

extension Change {
    /// The record after the change.
    fileprivate var overview: Overview {
        switch self {
        case .added(let overview), .changed(_, let overview), .removed(let overview): overview
        }
    }
}
