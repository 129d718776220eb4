public import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey suggest`: lists the logins for a page without unlocking any provider.
struct Suggestions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Lists the logins for a page; works while the providers are locked.")

    @Argument(
        help: "The page's address, such as https://example.com/login.", completion: LoginCompletion.addresses)
    var url: String

    @Option(name: .customLong("kind"), help: "Lists only this kind: password, passkey or code. Repeatable.")
    var kinds: [CredentialKind] = []

    @Flag(help: "Prints JSON.")
    var json = false

    @Flag(help: "Explains why each login is suggested or not.")
    var explain = false

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(
            Suggest.self, Suggest.Parameters(url: url, kinds: kinds, explain: explain))
        let missing = result.suggestions.isEmpty ? try await FirstSteps.missing(behind: result, over: agent) : nil
        await agent.close()
        if json {
            try Latchkey.console.print(json: SuggestOutput(result: result))
        } else {
            show(result)
        }
        FirstSteps.warnOfVault(behind: result.suggestions)
        guard !result.suggestions.isEmpty else {
            throw missing ?? noMatch
        }
    }

    private var noMatch: CommandError {
        let page = Host.displayText(of: url)
        // The agent knows only the passkeys that providers offer.
        if Set(kinds) == [.passkey] {
            return CommandError(
                "no passkey is offered for \(page)", hint: "run \"latchkey passkeys\" to see all of them",
                status: .nothingFound)
        }
        let wanted = CredentialKind.allCases.filter(kinds.contains)
        let names = wanted.isEmpty || wanted == CredentialKind.allCases ? ["login"] : wanted.map(\.rawValue)
        return CommandError(
            "no \(names.joined(separator: " or ")) matches \(page)",
            hint: explain
                ? "run \"latchkey list\" to see all logins"
                : "run \"latchkey suggest --explain \(ShellWord.quoting(url))\" to see what is stored and why it does not "
                    + "match", status: .nothingFound)
    }

    private func show(_ result: Suggest.Result) {
        var table = Table()
        let names = LoginNames(result.suggestions)
        for suggestion in result.suggestions {
            table.add(
                suggestion.kind.rawValue, suggestion.shownUser, suggestion.origin(named: names),
                suggestion.warning ?? "")
        }
        Latchkey.console.print(table)
        guard let explanation = result.explanation else { return }
        for line in explanation { Latchkey.console.print(line) }
        // Providers do not report these logins to the agent, so their absence needs an explanation.
        Latchkey.console.note(
            "logins without a password, a passkey or a one-time code, and passwords that only git uses, are never "
                + "suggested and not listed")
    }
}

extension Suggestion {
    var shownUser: String { user.isEmpty ? "(no user name)" : user }

    /// The site and the provider, and for an ambiguous user name the detail and the identifier.
    ///
    /// "from" marks a login of another host of the site.
    func origin(named names: LoginNames) -> String {
        let word = grade == .exact ? "for" : "from"
        let parts = ["\(word) \(Host.displayText(of: service))", providerName, detail, names.mark(of: self)]
        return parts.compactMap(\.self).joined(separator: " — ")
    }
}

extension CredentialKind: ExpressibleByArgument {}

/// The output of `--json`: the agent's answer without the members that only a strip needs.
private struct SuggestOutput: Encodable {
    let result: Suggest.Result

    private enum CodingKeys: String, CodingKey { case serviceIdentifiers, suggestions, explanation }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(result.serviceIdentifiers, forKey: .serviceIdentifiers)
        try members.encode(result.suggestions.map(Login.init), forKey: .suggestions)
        try members.encodeIfPresent(result.explanation, forKey: .explanation)
    }

    private struct Login: Encodable {
        let suggestion: Suggestion

        private enum CodingKeys: String, CodingKey {
            case id, record, kind, user, service, grade, provider, rank, detail
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(suggestion.id, forKey: .id)
            try members.encodeIfPresent(suggestion.record, forKey: .record)
            try members.encode(suggestion.kind, forKey: .kind)
            try members.encode(suggestion.user, forKey: .user)
            try members.encode(suggestion.service, forKey: .service)
            try members.encode(suggestion.grade, forKey: .grade)
            try members.encode(suggestion.provider, forKey: .provider)
            try members.encode(suggestion.rank, forKey: .rank)
            try members.encodeIfPresent(suggestion.detail, forKey: .detail)
        }
    }
}
