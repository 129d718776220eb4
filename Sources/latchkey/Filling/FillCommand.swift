import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey fill`: fills one login for a page, with the provider's sheet on the terminal if it needs one.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fills a login: copies it on a terminal, prints it in a pipe.")

    @Argument(
        help: "The page's address, such as https://example.com/login, or a part of the site or user name.",
        completion: LoginCompletion.addresses)
    var url: String

    @Option(help: "The user name, if there are several logins.", completion: LoginCompletion.users)
    var user: String?

    @Option(help: "The login's identifier, as printed by \"suggest\"; its first 8 characters are enough.")
    var id: String?

    @Option(help: "The kind of credential: password or code.", completion: .typedKinds, transform: CredentialKind.typed)
    var kind = CredentialKind.password

    @OptionGroup var output: CredentialOutput

    func validate() throws {
        guard url.contains(where: { !$0.isWhitespace }) else { throw ValidationError("the page's address is empty") }
    }

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: true)
        let result = try await suggestions(over: agent)
        let suggestions = result?.suggestions ?? []
        if suggestions.isEmpty {
            let missing =
                if let result { try await FirstSteps.missing(behind: result, over: agent) } else {
                    try await FirstSteps.missing(over: agent)
                }
            if let missing { throw missing }
        }
        let accounts = named(among: suggestions).firstOfEachLogin()
        if accounts.isEmpty, !isAddress { return try await fillFound(over: agent) }
        guard !accounts.isEmpty else { throw noMatch }
        try await output.check()
        let suggestion = try await choose(from: accounts, among: suggestions)
        if let warning = suggestion.warning { try await AgentSession.confirm(warning) }
        if suggestion.grade != .exact {
            Latchkey.console.note("\(suggestion.shownUser) is \(suggestion.origin(named: LoginNames(suggestions)))")
        }
        try await fill(suggestion, on: url, over: agent)
    }

    private func fill(_ suggestion: Suggestion, on page: String, over agent: AgentClient) async throws {
        let filled = try await agent.call(
            Fill.self,
            Fill.Parameters(
                url: page, suggestion: suggestion.id, acceptsWarning: suggestion.warning != nil,
                purpose: output.purpose))
        await agent.close()
        try await output.give(filled, for: suggestion.service)
    }

    private var isAddress: Bool { PageArgument.isAddress(url) }

    /// The suggestions for the page; `nil` for words that are no address.
    private func suggestions(over agent: AgentClient) async throws -> Suggest.Result? {
        do {
            return try await agent.call(Suggest.self, Suggest.Parameters(url: url, kinds: [kind]))
        } catch let error as RemoteError where error.reason == .invalidURL && !isAddress {
            return nil
        }
    }

    /// Searches for the argument's words in sites and user names, and fills the login that the user means.
    private func fillFound(over agent: AgentClient) async throws {
        let result = try await agent.call(
            SearchLogins.self, SearchLogins.Parameters(text: [url, user].compactMap(\.self).joined(separator: " ")))
        guard !result.hasMore else {
            throw CommandError(
                "more than \(result.logins.count) logins match \"\(url)\"",
                hint: "add words of the site or the user name")
        }
        let found = result.logins
        let all = found.filter { $0.kind == kind }.map(Suggestion.init)
        let logins = named(among: all)
        guard !logins.isEmpty else {
            throw noSiteOrUser
        }
        try await output.check()
        let names = LoginNames(all)
        var chosen = logins.count == 1 ? logins[0] : nil
        if chosen == nil { chosen = try await LoginPicker.choose(from: logins, named: names, url: url) }
        guard let chosen, let page = found.first(where: { $0.id == chosen.id })?.url else {
            throw ambiguity(among: logins, names)
        }
        Latchkey.console.note("found \(chosen.shownUser) \(chosen.origin(named: names))")
        try await fill(chosen, on: page, over: agent)
    }

    /// The error if no site and no user name has the words.
    ///
    /// The agent does not know the titles of logins, so the hint names the command that searches them.
    private var noSiteOrUser: CommandError {
        let words = ShellWord.quoting(url)
        return CommandError(
            "no \(kind.rawValue) has \"\(url)\" in its site or user name",
            hint: "to search titles, too, run \"latchkey list \(words)\" on a terminal"
                + " or, for the vault, \"latchkey-vault show \(words) --field \(kind.rawValue)\"",
            status: .nothingFound)
    }

    /// Returns the only login, or the only one saved for exactly this origin.
    ///
    /// It never guesses: with several logins, the user picks one on the terminal.
    ///
    /// - Throws: ``CommandError`` if several logins match and there is no terminal.
    private func choose(from accounts: [Suggestion], among suggestions: [Suggestion]) async throws -> Suggestion {
        if accounts.count == 1 { return accounts[0] }
        // Logins of another origin of the site, or with a warning, are never filled without a question.
        let own = accounts.filter { $0.grade == .exact && $0.warning == nil }
        let names = LoginNames(suggestions)
        if own.count == 1, let own = own.first {
            note(accounts.filter { $0.id != own.id }, names)
            return own
        }
        if let chosen = try await LoginPicker.choose(from: accounts, named: names, url: url) { return chosen }
        throw ambiguity(among: accounts, names)
    }

    /// Names the other logins of the site, since one of them may be the one that the user means.
    private func note(_ others: [Suggestion], _ names: LoginNames) {
        guard others.count <= Self.notedCount else {
            let command = "latchkey suggest \(ShellWord.quoting(url))"
            return Latchkey.console.note("\(others.count) other logins match; \"\(command)\" lists them")
        }
        for other in others {
            Latchkey.console.note(
                "another login matches: \(other.shownUser) \(other.origin(named: names)); "
                    + "choose it with \(names.option(selecting: other))")
        }
    }

    /// The suggestions with the given user name or identifier.
    ///
    /// Exact matches of the user name come first; otherwise case is ignored.
    private func named(among suggestions: [Suggestion]) -> [Suggestion] {
        let suggestions = id.map { id in suggestions.filter { $0.isNamed(id) } } ?? suggestions
        guard let user else { return suggestions }
        let exact = suggestions.filter { $0.user == user }
        guard exact.isEmpty else { return exact }
        return suggestions.filter { $0.user.lowercased() == user.lowercased() }
    }

    private var noMatch: CommandError {
        let page = Host.displayText(of: url)
        if let id {
            return CommandError(
                "no \(kind.rawValue) with the identifier \"\(id)\" matches \(page)",
                hint: "run \"latchkey suggest --json \(ShellWord.quoting(url))\" to see the identifiers",
                status: .nothingFound)
        }
        return CommandError(
            user.map { "no \(kind.rawValue) of \"\($0)\" matches \(page)" }
                ?? "no \(kind.rawValue) matches \(page)",
            hint:
                "run \"latchkey suggest --explain \(ShellWord.quoting(url))\" to see what is stored and why it does not match",
            status: .nothingFound)
    }

    /// Lists the logins, each with the option that selects it, and returns the error.
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
            "\(accounts.count) logins match \(Host.displayText(of: url))",
            hint: "choose one with the option at the end of its line\(example)")
    }

    /// The maximum number of logins that the error lists.
    private static let listedCount = 10
    /// The maximum number of other logins that are named after a fill.
    private static let notedCount = 3
}

extension Suggestion {
    /// A result of a search, which the user chooses by its site.
    fileprivate init(_ found: FoundLogin) {
        self.init(
            id: found.id, record: found.id, kind: found.kind, user: found.user, service: found.service,
            grade: .exact, provider: found.provider, providerName: found.providerName, rank: 0, detail: found.detail)
    }
}

extension CredentialKind {
    /// Parses a kind that can be copied or printed.
    static func typed(_ text: String) throws -> CredentialKind {
        switch CredentialKind(rawValue: text) {
        case .password: return .password
        case .code: return .code
        case .passkey: throw ValidationError("passkeys work only in a browser and cannot be copied or printed")
        case nil: throw ValidationError("use password or code")
        }
    }
}

extension CompletionKind {
    /// The kinds that ``LatchkeyCore/CredentialKind/typed(_:)`` parses.
    static let typedKinds = CompletionKind.list([CredentialKind.password, .code].map(\.rawValue))
}
