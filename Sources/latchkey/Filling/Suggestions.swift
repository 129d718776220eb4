import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey suggest`: what would stand under the field of a page, without opening any vault.
struct Suggestions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Shows what could be filled on a page, while everything is locked.")

    /// The kinds by the names that people type.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case password
        case passkey
        case code

        var credentialKind: CredentialKind {
            switch self {
            case .password: .password
            case .passkey: .passkey
            case .code: .code
            }
        }
    }

    @Argument(help: "The page's address, such as https://example.com/login.")
    var url: String

    @Option(name: .customLong("kind"), help: "Only this kind: password, passkey or code. May be given several times.")
    var kinds: [Kind] = []

    @Flag(help: "Prints JSON.")
    var json = false

    @Flag(help: "Says why each login is suggested or not.")
    var explain = false

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(
            Suggest.self, Suggest.Parameters(url: url, kinds: kinds.map(\.credentialKind), explain: explain))
        let missing = result.suggestions.isEmpty ? try await FirstSteps.missing(over: agent) : nil
        await agent.close()
        if json {
            try Latchkey.console.print(json: SuggestOutput(result))
        } else {
            show(result)
        }
        FirstSteps.warnOfVault(behind: result.suggestions)
        guard !result.suggestions.isEmpty else {
            throw missing ?? nothingFits
        }
    }

    private var nothingFits: CommandError {
        let page = Host.displayText(of: url)
        // The agent knows those alone that are offered.
        if Set(kinds) == [.passkey] {
            return CommandError(
                "no passkey is offered for \(page)", hint: "run \"latchkey passkeys\" to see all of them",
                status: .nothingFound)
        }
        let wanted = Kind.allCases.filter(kinds.contains)
        let names = wanted.isEmpty || wanted == Kind.allCases ? ["login"] : wanted.map(\.rawValue)
        return CommandError(
            "no \(names.joined(separator: " or ")) is stored for \(page)",
            hint: "run \"latchkey list\" to see all of them", status: .nothingFound)
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
        // Providers say nothing of those here, so that nobody looks for one in vain.
        Latchkey.console.note(
            "logins without a password, a passkey or a code are suggested nowhere, and not named here")
    }
}

extension Suggestion {
    var shownUser: String { user.isEmpty ? "(no user name)" : user }

    /// Where it is from: what is not of this very host says so, and what looks like another one has its name behind it.
    func origin(named names: LoginNames) -> String {
        let word = grade == .exact ? "for" : "from"
        let mark = names.mark(of: self).map { " — \($0)" } ?? ""
        return "\(word) \(Host.displayText(of: service)) — \(providerName)\(mark)"
    }
}

/// What `--json` prints, member for member.
private struct SuggestOutput: Encodable {
    struct Service: Encodable {
        var type: String
        var identifier: String
    }

    struct Login: Encodable {
        var id: String
        var record: String?
        var kind: String
        var user: String
        var service: String
        var grade: String
        var provider: String
        var rank: Int
    }

    var serviceIdentifiers: [Service]
    var suggestions: [Login]
    var explanation: [String]?

    init(_ result: Suggest.Result) {
        serviceIdentifiers = result.serviceIdentifiers.map {
            Service(type: $0.type.rawValue, identifier: $0.identifier)
        }
        suggestions = result.suggestions.map {
            Login(
                id: $0.id, record: $0.record, kind: $0.kind.rawValue, user: $0.user, service: $0.service,
                grade: $0.grade.rawValue,
                provider: $0.provider.rawValue, rank: $0.rank)
        }
        explanation = result.explanation
    }
}
