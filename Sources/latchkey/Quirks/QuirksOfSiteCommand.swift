import ArgumentParser
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey quirks site`: what the collected files say of one site.
struct QuirksOfSiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Shows what is known of a site: shared logins, password rules, change address.")

    @Argument(help: "The address of a page of the site.")
    var url: String

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let site = try await AgentSession.call(QuirksOfSite.self, QuirksOfSite.Parameters(url: url))
        if json { return try Latchkey.console.print(json: site) }
        var table = Table()
        for other in site.sharesLoginsWith { table.add("shares logins with", other) }
        if let rules = site.passwordRules { table.add("password rules", rules) }
        if let address = site.changePasswordURL { table.add("change password at", address) }
        if site.appendsCodeToPassword { table.add("one-time code", "goes directly after the password") }
        guard !table.lines.isEmpty else {
            throw CommandError(
                "nothing is known of \(url)", hint: "run \"latchkey quirks status\"", status: .nothingFound)
        }
        Latchkey.console.print(table)
    }
}
