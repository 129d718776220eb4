import ArgumentParser
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey list`: shows the provider's own list, from which the user picks any login.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Opens the provider's list of all logins, to pick one.")

    @Argument(
        help: """
            The page's address, whose logins are listed first; or words to search for in the titles, sites and user names.
            """, completion: LoginCompletion.addresses)
    var url: String?

    @Option(help: "The kind of credential: password or code.", completion: .typedKinds, transform: CredentialKind.typed)
    var kind = CredentialKind.password

    @Option(help: "The provider's identifier, if several are enabled.", completion: .providerIdentifiers)
    var provider: String?

    @OptionGroup var output: CredentialOutput

    func validate() throws {
        if let url, !url.contains(where: { !$0.isWhitespace }) {
            throw ValidationError("the page's address is empty")
        }
    }

    func run() async throws {
        let provider = try provider.map { try OneProvider.identifier($0) }
        let page = url.flatMap { PageArgument.isAddress($0) ? $0 : nil }
        if let page { try Self.check(page) }
        try await output.check()
        let parameters = OpenList.Parameters(
            url: page, kind: kind, provider: provider, purpose: output.purpose)
        let filled = try await AgentSession.call(
            OpenList.self, parameters, showsSheets: true, searchingFor: page == nil ? url : nil)
        // Does not name the page: the user may have picked a login of another site.
        try await output.give(filled, for: nil)
    }

    /// Rejects an invalid address with the agent's own message, before the agent is started.
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
