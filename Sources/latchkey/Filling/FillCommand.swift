import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey fill`: one login for a page, without UI where the provider can, with its sheet here where it must.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fills a login for a page: copies it, prints it or hands it on.")

    /// The two kinds that end in something to type.
    enum Kind: String, CaseIterable {
        case password
        case code

        var credentialKind: CredentialKind { self == .password ? .password : .code }

        /// Reads what was typed; says of a passkey where it does work.
        static func named(_ text: String) throws -> Kind {
            if let kind = Kind(rawValue: text) { return kind }
            throw ValidationError(
                text == "passkey"
                    ? "passkeys sign in only in a browser, where nothing is copied or typed"
                    : "there are \(allCases.map(\.rawValue).joined(separator: " and "))")
        }

        static let completion = CompletionKind.list(allCases.map(\.rawValue))
    }

    @Argument(help: "The page's address, such as https://example.com/login.")
    var url: String

    @Option(help: "The user name, where there are several logins.")
    var user: String?

    @Option(help: "What \"suggest\" shows behind logins of the same user, or the id in its JSON.")
    var id: String?

    @Option(help: "password or code.", completion: Kind.completion, transform: Kind.named)
    var kind = Kind.password

    @OptionGroup var output: CredentialOutput

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: true)
        let result = try await agent.call(
            Suggest.self, Suggest.Parameters(url: url, kinds: [kind.credentialKind]))
        if result.suggestions.isEmpty, let missing = try await FirstSteps.missing(over: agent) { throw missing }
        let accounts = Account.all(in: named(among: result.suggestions)).map(\.suggestion)
        guard !accounts.isEmpty else { throw nothingFits }
        try await output.check()
        let suggestion = try await choose(from: accounts, among: result.suggestions)
        if let warning = suggestion.warning { try await AgentSession.confirm(warning) }
        let filled = try await agent.call(
            Fill.self,
            Fill.Parameters(
                url: url, suggestion: suggestion.id, acceptsWarning: suggestion.warning != nil,
                purpose: output.purpose))
        await agent.close()
        try await output.give(filled, for: suggestion.service)
    }

    /// The one login that was meant: the only one there is, or the only one that is of this very place.
    ///
    /// Never a guess: of several it asks on a terminal and says so elsewhere.
    private func choose(from accounts: [Suggestion], among suggestions: [Suggestion]) async throws -> Suggestion {
        if accounts.count == 1 { return accounts[0] }
        // What is from elsewhere on the site, or comes with a warning, is offered beside it, never in its place.
        let own = accounts.filter { $0.grade == .exact && $0.warning == nil }
        if own.count == 1, let own = own.first { return own }
        let names = LoginNames(suggestions)
        if let chosen = try await LoginPicker.choose(from: accounts, named: names, url: url) { return chosen }
        throw ambiguity(among: accounts, names)
    }

    /// Those of the user name or the identifier that was given: a user name to the letter where there is one, otherwise
    /// in any case.
    private func named(among suggestions: [Suggestion]) -> [Suggestion] {
        let suggestions = id.map { id in suggestions.filter { $0.isNamed(id) } } ?? suggestions
        guard let user else { return suggestions }
        let exact = suggestions.filter { $0.user == user }
        guard exact.isEmpty else { return exact }
        return suggestions.filter { $0.user.lowercased() == user.lowercased() }
    }

    private var nothingFits: CommandError {
        let page = Host.displayText(of: url)
        if let id {
            return CommandError(
                "no \(kind.rawValue) with the identifier \"\(id)\" is stored for \(page)",
                hint: "run \"latchkey suggest --json \(ShellWord.quoting(url))\" to see which there are",
                status: .nothingFound)
        }
        return CommandError(
            user.map { "no \(kind.rawValue) of \"\($0)\" is stored for \(page)" }
                ?? "no \(kind.rawValue) is stored for \(page)",
            hint:
                "run \"latchkey suggest --explain \(ShellWord.quoting(url))\" to see what is stored and why it does not fit",
            status: .nothingFound)
    }

    /// Lists the logins, each with the option that selects it.
    private func ambiguity(among accounts: [Suggestion], _ names: LoginNames) -> CommandError {
        var table = Table()
        for account in accounts.prefix(Self.listedCount) {
            table.add(account.shownUser, account.origin(named: names), names.option(selecting: account))
        }
        for line in table.lines { Latchkey.console.note(line) }
        if accounts.count > Self.listedCount {
            Latchkey.console.note("and \(accounts.count - Self.listedCount) more")
        }
        let example = accounts.first.map { ", such as \(names.option(selecting: $0))" } ?? ""
        return CommandError(
            "\(accounts.count) logins fit \(Host.displayText(of: url))",
            hint: "name one by what stands at its line's end\(example)")
    }

    /// How many logins are named where several fit.
    private static let listedCount = 10
}
