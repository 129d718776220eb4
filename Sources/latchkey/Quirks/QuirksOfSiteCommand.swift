import ArgumentParser
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey quirks site`: shows the data about one site.
struct QuirksOfSiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Shows the data about a site, such as shared logins and password rules.")

    @Argument(help: "The address of a page of the site.", completion: LoginCompletion.addresses)
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
                "no data about \(url)", hint: "run \"latchkey quirks status\"", status: .nothingFound)
        }
        Latchkey.console.print(table)
    }
}
