import ArgumentParser
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyMatching
import LatchkeyWire

/// `latchkey fill`: one login for a page, without UI where the provider can, with its sheet here where it must.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fills a login for a page: copies it, prints it or hands it on.")

    /// The two kinds that end in something to type.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case password
        case code

        var credentialKind: CredentialKind { self == .password ? .password : .code }
    }

    @Argument(help: "The page's address, such as https://example.com/login.")
    var url: String

    @Option(help: "The user name, where there are several logins.")
    var user: String?

    @Option(help: "password or code.")
    var kind = Kind.password

    @OptionGroup var output: CredentialOutput

    func run() async throws {
        try await output.check()
        let agent = try await AgentSession.connect(showsSheets: true)
        let result = try await agent.call(
            Suggest.self, Suggest.Parameters(url: url, kinds: [kind.credentialKind]))
        if result.suggestions.isEmpty, let missing = try await FirstSteps.missing(over: agent) { throw missing }
        let suggestion = try await choose(from: result.suggestions)
        if let warning = suggestion.warning { try await AgentSession.confirm(warning) }
        let filled = try await agent.call(
            Fill.self,
            Fill.Parameters(url: url, suggestion: suggestion.id, acceptsWarning: suggestion.warning != nil))
        await agent.close()
        try await output.give(filled, for: suggestion.service)
    }

    /// The one login that was meant.
    ///
    /// Never a guess: of several it asks on a terminal and says so elsewhere.
    private func choose(from suggestions: [Suggestion]) async throws -> Suggestion {
        let named = named(among: suggestions)
        guard let first = named.first else {
            throw CommandError(
                user.map { "no \(kind.rawValue) of \"\($0)\" is stored for \(Host.displayText(of: url))" }
                    ?? "no \(kind.rawValue) is stored for \(Host.displayText(of: url))",
                hint: "run \"latchkey suggest --explain '\(url)'\" to see what is stored and why it does not fit",
                status: .nothingFound)
        }
        // One account, saved for several places of a site: the closest is meant.
        let accounts = Set(named.map { [$0.user, $0.provider.rawValue] })
        if accounts.count == 1 { return first }
        if let chosen = try await LoginPicker.choose(from: named, url: url) { return chosen }
        throw CommandError(
            "\(accounts.count) logins are stored for \(Host.displayText(of: url))",
            hint: "name one with --user, such as --user '\(first.user.replacing("'", with: #"'\''"#))'")
    }

    /// Those of the user name that was given: to the letter where there is one, otherwise in any case.
    private func named(among suggestions: [Suggestion]) -> [Suggestion] {
        guard let user else { return suggestions }
        let exact = suggestions.filter { $0.user == user }
        guard exact.isEmpty else { return exact }
        return suggestions.filter { $0.user.lowercased() == user.lowercased() }
    }
}
