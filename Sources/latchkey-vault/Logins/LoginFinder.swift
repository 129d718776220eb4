import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// Finds a login by its identifier, or by words of its title, user or sites.
struct LoginFinder: ParsableArguments {
    @Argument(
        help: """
            The login's identifier (its first \(shortestBeginning) characters are enough), or words of its title, user name \
            or sites.
            """, completion: EntryCompletion.kept)
    var login: [String]

    /// The maximum number of logins that ``list(_:)`` prints.
    private static let listedCount = 10

    func find(in vault: UnlockedVault) throws -> Overview {
        try Self.find(login, in: vault, inBin: false)
    }

    fileprivate static func find(_ words: [String], in vault: UnlockedVault, inBin: Bool) throws -> Overview {
        let query = words.joined(separator: " ")
        // An empty text matches every login, such as that of an unset variable.
        guard query.contains(where: { !$0.isWhitespace }) else { throw Messages.emptyLogin }
        if let id = RecordIdentifier(query) { return try vault.overview(id) }
        let page = try vault.overviews(OverviewQuery(scope: inBin ? .bin : .kept, text: query))
        // A match of the whole title or user is better than matches of single words.
        let whole = page.overviews.filter { $0.title == query || $0.user == query }
        let found = whole.count == 1 ? whole : page.overviews
        if found.isEmpty, let login = try begun(by: query, in: vault, inBin: inBin) { return login }
        guard let first = found.first else {
            let isBeginning = !query.isEmpty && query.count < Self.shortestBeginning && query.allSatisfy(\.isHexDigit)
            throw Messages.noMatch(query, inBin: inBin, isShortIdentifier: isBeginning)
        }
        guard found.count == 1 else {
            Self.list(found)
            throw Messages.severalMatch(query, count: found.count)
        }
        return first
    }

    /// The length of an abbreviated identifier, in characters.
    ///
    /// It is long enough that a word such as "ada" is never taken for an identifier.
    static let shortestBeginning = 8

    /// The only login whose identifier has this prefix; `nil` if there is none, or several.
    private static func begun(by query: String, in vault: UnlockedVault, inBin: Bool) throws -> Overview? {
        guard query.count >= Self.shortestBeginning, query.allSatisfy(\.isHexDigit) else { return nil }
        let beginning = query.lowercased()
        let found = try vault.overviews(OverviewQuery(scope: inBin ? .bin : .kept)).overviews
            .filter { $0.id.description.hasPrefix(beginning) }
        return found.count == 1 ? found[0] : nil
    }

    /// Prints the matching logins with their identifiers, so that the user can choose one.
    static func list(_ found: [Overview]) {
        var table = Table()
        for overview in found.prefix(listedCount) {
            table.add(overview.listTitle, overview.user, overview.id.description)
        }
        for line in table.lines { VaultProgram.console.note(line) }
        if found.count > listedCount { VaultProgram.console.note("and \(found.count - listedCount) more") }
    }
}

/// Finds a login in the bin, in the same way.
struct BinnedLoginFinder: ParsableArguments {
    @Argument(
        help: """
            The login's identifier (its first \(LoginFinder.shortestBeginning) characters are enough), or words of its \
            title, user name or sites.
            """, completion: EntryCompletion.binned)
    var login: [String]

    func find(in vault: UnlockedVault) throws -> Overview {
        try LoginFinder.find(login, in: vault, inBin: true)
    }
}
