import LatchkeyWire

/// One login behind suggestions: it may have been saved for several places of a site.
struct Account {
    /// Its closest suggestion.
    let suggestion: Suggestion

    private struct Identity: Hashable {
        let provider: ProviderIdentifier
        let user: String
        let record: String?
    }

    /// The logins behind suggestions of one kind, in their order.
    static func all(in suggestions: [Suggestion]) -> [Account] {
        var seen: Set<Identity> = []
        return suggestions.compactMap { suggestion in
            let identity = Identity(
                provider: suggestion.provider, user: suggestion.user, record: suggestion.record)
            return seen.insert(identity).inserted ? Account(suggestion: suggestion) : nil
        }
    }
}

/// What tells logins of the same user apart: the beginnings of their providers' own names for them.
struct LoginNames {
    private struct User: Hashable {
        let kind: CredentialKind
        let name: String
    }

    /// The names of each user's logins; nothing but one where the user name says which is meant.
    private let names: [User: Set<String>]

    init(_ suggestions: [Suggestion]) {
        var names: [User: Set<String>] = [:]
        for kind in Set(suggestions.map(\.kind)) {
            for account in Account.all(in: suggestions.filter { $0.kind == kind }) {
                names[User(kind: kind, name: account.suggestion.user), default: []].insert(account.suggestion.name)
            }
        }
        self.names = names
    }

    /// What to show beside the user name; nothing where that is enough.
    func mark(of suggestion: Suggestion) -> String? {
        let all = names[User(kind: suggestion.kind, name: suggestion.user)] ?? []
        guard all.count > 1 else { return nil }
        let name = suggestion.name
        let others = all.subtracting([name])
        for length in Suggestion.shortestBeginning..<max(name.count, Suggestion.shortestBeginning) {
            let beginning = name.prefix(length)
            if !others.contains(where: { $0.hasPrefix(beginning) }) { return String(beginning) }
        }
        return name
    }

    /// The option of `fill` that selects the login.
    func option(selecting suggestion: Suggestion) -> String {
        if let mark = mark(of: suggestion) { return "--id \(ShellWord.quoting(mark))" }
        return "--user \(ShellWord.quoting(suggestion.user))"
    }
}

extension Suggestion {
    /// How much of a name is typed and shown at least.
    static let shortestBeginning = 8

    /// The provider's own name for the login, or the suggestion's where it has none.
    fileprivate var name: String { record ?? id }

    /// Whether a person means this one by a name or its beginning.
    func isNamed(_ text: String) -> Bool {
        [record, id].compactMap(\.self).contains { name in
            name == text || (text.count >= Self.shortestBeginning && name.hasPrefix(text))
        }
    }
}
