import ArgumentParser
import LatchkeyCommandLine
import LatchkeySecret
import LatchkeyVault

/// `latchkey-vault edit`: changes a login; an old password stays in its history.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is given of a login; --site replaces all its sites.")

    @OptionGroup var finder: LoginFinder
    @OptionGroup var login: LoginOptions

    @Flag(help: "Asks for a new password.")
    var password = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if password, login.passwordFd != nil {
            throw ValidationError("--password and --password-fd exclude each other")
        }
    }

    func run() async throws {
        let checked = try login.checked()
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault, for: "edit")
        let secret = try await newPassword()
        let change = try vault.edit(overview.id, expecting: overview.revision) { login in
            checked.apply(to: &login)
            if let secret { login.password = secret }
        }
        if json { try VaultProgram.console.print(json: LoginOutput(vault.overview(overview.id))) }
        guard let change else { return VaultProgram.console.note("nothing was changed") }
        await session.follow([change], of: vault)
    }

    private func newPassword() async throws -> Secret? {
        if let descriptor = login.passwordFd { return try Prompt.secret(fromDescriptor: descriptor) }
        guard password else { return nil }
        return try await Prompt.newSecret("New password: ", again: "The same again: ")
            .orThrow(Sentences.passwordMissing)
    }
}
