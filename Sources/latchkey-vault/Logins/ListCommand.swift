import ArgumentParser
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault list`: which logins there are; never a secret.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the logins, or those in which all words occur; never a secret.")

    @Argument(help: "Words that occur in title, user or sites.")
    var query: [String] = []

    @Flag(name: [.customLong("bin"), .customLong("removed")], help: "Lists what lies in the bin.")
    var bin = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    private struct Output: Encodable {
        let logins: [LoginOutput]
    }

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options)
        let text = query.joined(separator: " ")
        let found = try vault.overviews(OverviewQuery(scope: bin ? .bin : .kept, text: text)).overviews
        if json {
            try VaultProgram.console.print(json: Output(logins: found.map { LoginOutput($0) }))
        } else {
            show(found)
        }
        guard found.isEmpty else { return }
        if !text.isEmpty { throw Sentences.nothingFits(text, inBin: bin) }
        if !json {
            VaultProgram.console.note(
                bin ? "the bin is empty" : "there are no logins yet; add one with \"latchkey-vault add\"")
        }
    }

    private func show(_ overviews: [Overview]) {
        // The identifier is what other commands are given: it comes last and is not cut.
        var table = Table(wholeColumns: [3])
        for overview in overviews {
            table.add(
                Host.displayText(of: overview.listTitle), overview.user,
                (overview.sites.map { site($0.text) } + marks(of: overview)).joined(separator: " "),
                identifier(overview.id))
        }
        VaultProgram.console.print(table)
    }

    private func marks(of overview: Overview) -> [String] {
        [overview.passkeyMark, overview.contents.contains(.rejectedByGit) ? "(rejected by git)" : nil].compactMap(
            \.self)
    }

    /// On a terminal as much of it as names the login.
    private func identifier(_ id: RecordIdentifier) -> String {
        let isShort = VaultProgram.console.isOnTerminal
        return isShort ? String(id.description.prefix(LoginFinder.shortestBeginning)) : id.description
    }

    /// On a terminal without what goes without saying.
    private func site(_ text: String) -> String {
        let shown = Host.displayText(of: text)
        return VaultProgram.console.isOnTerminal ? String(shown.trimmingPrefix("https://")) : shown
    }
}
