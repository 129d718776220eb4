import ArgumentParser
import LatchkeyCommandLine
import LatchkeyWire

/// `latchkey list`: the provider's own list, to pick any login from.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Opens the provider's own list; without an address everything is in it.")

    @Argument(help: "The page's address; its logins come first.")
    var url: String?

    @Option(help: "password or code.")
    var kind = FillCommand.Kind.password

    @Option(help: "The provider's identifier, where several are on.")
    var provider: String?

    @OptionGroup var output: CredentialOutput

    func run() async throws {
        try await output.check()
        let parameters = OpenList.Parameters(
            url: url, kind: kind.credentialKind, provider: try provider.map { try OneProvider.identifier($0) },
            purpose: output.purpose)
        let filled = try await AgentSession.call(OpenList.self, parameters, showsSheets: true)
        try await output.give(filled, for: url)
    }
}
