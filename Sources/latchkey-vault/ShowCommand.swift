import ArgumentParser
import LatchkeyCommandLine
import LatchkeyProvider
import LatchkeyVault
import LatchkeyWire

/// `latchkey-vault show`: one login.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a login; its secrets only with --reveal.")

    @OptionGroup var finder: LoginFinder

    @Flag(help: "Shows password, code secret, notes and concealed fields, too.")
    var reveal = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options)
        let id = try finder.find(in: vault, for: "show").id
        var output = LoginOutput(try vault.record(id), revealing: reveal)
        for site in output.sites where output.changePasswordURL == nil {
            output.changePasswordURL = await ContainingApplication.quirks(of: site)?.changePasswordURL
        }
        if json { return try VaultProgram.console.print(json: output) }
        for line in output.lines { VaultProgram.console.print(line) }
    }
}
