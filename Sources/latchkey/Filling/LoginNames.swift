import LatchkeyWire

extension [Suggestion] {
    /// The best suggestion of each login, in order; the suggestions must be of one kind.
    ///
    /// A login that is saved for several sites has several suggestions.
    func firstOfEachLogin() -> [Suggestion] {
        var seen: Set<Login> = []
        return filter { seen.insert(Login(provider: $0.provider, user: $0.user, record: $0.record)).inserted }
    }
}

private struct Login: Hashable {
    let provider: ProviderIdentifier
    let user: String
    let record: String?
}

/// Short identifiers that distinguish logins with the same user name.
struct LoginNames {
    private struct User: Hashable {
        let kind: CredentialKind
        let name: String
    }

    /// The identifiers of each user's logins.
    private let names: [User: Set<String>]

    init(_ suggestions: [Suggestion]) {
        var names: [User: Set<String>] = [:]
        for kind in Set(suggestions.map(\.kind)) {
            for suggestion in suggestions.filter({ $0.kind == kind }).firstOfEachLogin() {
                names[User(kind: kind, name: suggestion.user), default: []].insert(suggestion.name)
            }
        }
        self.names = names
    }

    /// The shortest prefix of the login's identifier that is unique; `nil` if the user name is unique.
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

    /// The option of `latchkey fill` that selects the login.
    func option(selecting suggestion: Suggestion) -> String {
        if let mark = mark(of: suggestion) { return "--id \(ShellWord.quoting(mark))" }
        return "--user \(ShellWord.quoting(suggestion.user))"
    }
}

extension Suggestion {
    /// The minimum length of an abbreviated identifier, in characters.
    static let shortestBeginning = 8

    /// The provider's record identifier; the suggestion's identifier if there is none.
    fileprivate var name: String { record ?? id }

    /// Whether the text is this login's identifier or a long enough prefix of it.
    func isNamed(_ text: String) -> Bool {
        [record, id].compactMap(\.self).contains { name in
            name == text || (text.count >= Self.shortestBeginning && name.hasPrefix(text))
        }
    }
}
