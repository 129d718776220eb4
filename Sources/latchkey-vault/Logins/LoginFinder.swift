import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// Finds the one login that a person means by an identifier or by words of its title, user or sites.
struct LoginFinder: ParsableArguments {
    @Argument(
        help: """
            The login's identifier or its first \(shortestBeginning) characters and more, or words that occur in its title, \
            user or sites.
            """)
    var login: [String]

    /// How many are named where several fit.
    private static let namedCount = 10

    func find(in vault: UnlockedVault, inBin: Bool = false) throws -> Overview {
        let query = login.joined(separator: " ")
        if let id = RecordIdentifier(query) { return try vault.overview(id) }
        let page = try vault.overviews(OverviewQuery(scope: inBin ? .bin : .kept, text: query))
        // A whole title or user is meant before the words in it.
        let whole = page.overviews.filter { $0.title == query || $0.user == query }
        let found = whole.count == 1 ? whole : page.overviews
        if found.isEmpty, let login = try begun(by: query, in: vault, inBin: inBin) { return login }
        guard let first = found.first else {
            let isBeginning = !query.isEmpty && query.count < Self.shortestBeginning && query.allSatisfy(\.isHexDigit)
            throw Sentences.nothingFits(query, inBin: inBin, tooShortBeginning: isBeginning)
        }
        guard found.count == 1 else {
            Self.name(found)
            throw Sentences.severalFit(query, count: found.count)
        }
        return first
    }

    /// How much of an identifier names a login, and is shown on a terminal; a word such as "ada" is never meant for one.
    static let shortestBeginning = 8

    /// The only login whose identifier begins so.
    private func begun(by query: String, in vault: UnlockedVault, inBin: Bool) throws -> Overview? {
        guard query.count >= Self.shortestBeginning, query.allSatisfy(\.isHexDigit) else { return nil }
        let beginning = query.lowercased()
        let found = try vault.overviews(OverviewQuery(scope: inBin ? .bin : .kept)).overviews
            .filter { $0.id.description.hasPrefix(beginning) }
        return found.count == 1 ? found[0] : nil
    }

    /// Lists those that fit, so that the person can go on by an identifier.
    static func name(_ found: [Overview]) {
        var table = Table()
        for overview in found.prefix(namedCount) {
            table.add(overview.listTitle, overview.user, overview.id.description)
        }
        for line in table.lines { VaultProgram.console.note(line) }
        if found.count > namedCount { VaultProgram.console.note("and \(found.count - namedCount) more") }
    }
}
