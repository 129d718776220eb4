import ArgumentParser
import LatchkeyCommandLine
import LatchkeyVault
import LatchkeyVaultProvider

/// Finds the one login that a person means by an identifier or by words of its title, user or sites.
struct LoginFinder: ParsableArguments {
    @Argument(help: "The login's identifier, or words that occur in its title, user or sites.")
    var login: [String]

    /// How many are named where several fit.
    private static let namedCount = 10

    func find(in vault: UnlockedVault, inBin: Bool = false, for command: String) throws -> Overview {
        let query = login.joined(separator: " ")
        if let id = RecordIdentifier(query) { return try vault.overview(id) }
        let page = try vault.overviews(OverviewQuery(scope: inBin ? .bin : .kept, text: query))
        // A whole title or user is meant before the words in it.
        let whole = page.overviews.filter { $0.title == query || $0.user == query }
        let found = whole.count == 1 ? whole : page.overviews
        guard let first = found.first else { throw Sentences.nothingFits(query, inBin: inBin) }
        guard found.count == 1 else {
            name(found)
            throw Sentences.severalFit(query, count: found.count, first: first.id, command: command)
        }
        return first
    }

    /// Lists those that fit, so that the person can go on by an identifier.
    private func name(_ found: [Overview]) {
        var table = Table()
        for overview in found.prefix(Self.namedCount) {
            table.add(overview.id.description, overview.listTitle, overview.user)
        }
        for line in table.lines { VaultProgram.console.note(line) }
        if found.count > Self.namedCount { VaultProgram.console.note("and \(found.count - Self.namedCount) more") }
    }
}
