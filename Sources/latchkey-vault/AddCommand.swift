import ArgumentParser
import LatchkeyCommandLine
import LatchkeyVault

/// `latchkey-vault add`: puts a login into the vault.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a login; asks for its password.",
        usage: """
            latchkey-vault add --user alice --site https://example.com
            """)

    @OptionGroup var login: LoginOptions

    @Flag(help: "The login has no password.")
    var noPassword = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if login.title == nil, login.sites.isEmpty { throw ValidationError("a login needs --title or --site") }
        if noPassword, login.passwordFd != nil {
            throw ValidationError("--no-password and --password-fd exclude each other")
        }
    }

    func run() async throws {
        let wanted = try login.checked(beside: options)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        var new = Login(title: wanted.sites.first?.host ?? "")
        let write = try await wanted.collected(passwordQuestion: noPassword ? nil : "Password: ")
        write(&new)
        let change = try vault.add(new)
        guard case .added(let overview) = change else { return }
        if json {
            try VaultProgram.console.print(json: LoginOutput(overview))
        } else {
            VaultProgram.console.print(overview.id.description)
        }
        await session.follow([change], of: vault)
    }
}
