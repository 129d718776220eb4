import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault list`: lists logins, notes and cards; prints no secrets.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the entries, or those that contain all given words; shows no secrets.",
        discussion: "The entries are logins, notes and cards; each note is marked (note) and each card (card).")

    @Argument(help: "Words to find in titles, user names and sites.")
    var query: [String] = []

    @Flag(name: [.customLong("bin"), .customLong("removed")], help: "Lists the logins in the bin instead.")
    var bin = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options)
        let text = query.joined(separator: " ")
        let found = try vault.overviews(OverviewQuery(scope: bin ? .bin : .kept, text: text)).overviews
        if json {
            try VaultProgram.console.print(json: LoginsOutput(found))
        } else {
            show(found)
        }
        guard found.isEmpty else { return }
        if !text.isEmpty { throw Messages.noMatch(text, inBin: bin) }
        if !json {
            VaultProgram.console.note(
                bin ? "the bin is empty" : "there are no logins yet; add one with \"latchkey-vault add\"")
        }
    }

    private func show(_ overviews: [Overview]) {
        // Never cuts the identifier, which other commands take.
        var table = Table(wholeColumns: [3])
        let isShort = VaultProgram.console.isOnTerminal
        for overview in overviews {
            table.add(
                Host.displayText(of: overview.listTitle), overview.user,
                (overview.sites.map { site($0, isShort: isShort) } + marks(of: overview)).joined(
                    separator: " "),
                identifier(overview.id, isShort: isShort))
        }
        VaultProgram.console.print(table)
    }

    private func marks(of overview: Overview) -> [String] {
        let kind = overview.kind == .login ? nil : "(\(overview.kind.shownWord))"
        return [
            kind, overview.passkeyMark, overview.contents.contains(.onlyForGit) ? "(only for git)" : nil,
            overview.contents.contains(.rejectedByGit) ? "(rejected by git)" : nil,
        ].compactMap(\.self)
    }

    /// The identifier, abbreviated on a terminal.
    private func identifier(_ id: RecordIdentifier, isShort: Bool) -> String {
        isShort ? String(id.description.prefix(LoginFinder.shortestBeginning)) : id.description
    }

    /// The site; on a terminal without https://, unless the address has a rule.
    private func site(_ site: Site, isShort: Bool) -> String {
        let shown = (site.rule?.prefix ?? "") + Host.displayText(of: site.address)
        let scheme = "https://"
        return isShort && shown.hasPrefix(scheme) ? String(shown.dropFirst(scheme.count)) : shown
    }
}
