import ArgumentParser
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey list`: the provider's own list, to pick any login from.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Opens the provider's own list; without an address everything is in it.")

    @Argument(help: "The page's address; its logins come first.")
    var url: String?

    @Option(help: "password or code.", completion: FillCommand.Kind.completion, transform: FillCommand.Kind.named)
    var kind = FillCommand.Kind.password

    @Option(help: "The provider's identifier, where several are on.")
    var provider: String?

    @OptionGroup var output: CredentialOutput

    func run() async throws {
        let provider = try provider.map { try OneProvider.identifier($0) }
        if let url { try Self.check(url) }
        try await output.check()
        let parameters = OpenList.Parameters(
            url: url, kind: kind.credentialKind, provider: provider, purpose: output.purpose)
        let filled = try await AgentSession.call(OpenList.self, parameters, showsSheets: true)
        try await output.give(filled, for: url)
    }

    /// In the agent's own words, which asks nobody before it has read the address either.
    private static func check(_ url: String) throws {
        do {
            _ = try PageURL(url)
        } catch {
            throw CommandError(
                "the address cannot be used: \(error.sentence)",
                hint: "give an address such as https://example.com/login", status: .usage)
        }
    }
}
