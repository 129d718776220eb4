import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault show`: prints one login, note or card.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a login, note or card; its secrets only with --reveal.")

    @OptionGroup var finder: LoginFinder

    @Flag(help: "Also shows password, code secret, notes and concealed fields.")
    var reveal = false

    @Flag(help: "Prints only the current one-time code.")
    var code = false

    @Option(
        help: """
            Prints only this field: title, user, password, url, notes, code, or the name of a custom field. url is the \
            first address.
            """)
    var field: String?

    @Flag(help: "Shows when passwords were replaced; the old passwords only with --reveal.")
    var history = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        guard field != nil else { return }
        if reveal || code || history || json {
            throw ValidationError("--field cannot be combined with --reveal, --code, --history or --json")
        }
    }

    func run() async throws {
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        if code || field?.lowercased() == "code" { return try await showCode(of: overview, in: vault, session) }
        let id = overview.id
        if let field { return try await show(field: field, of: vault.record(id)) }
        let record = try vault.record(id)
        var output = LoginOutput(record, revealing: reveal, withHistory: history)
        for site in record.login.sites where output.changePasswordURL == nil {
            output.changePasswordURL = await ContainingApplication.quirks(of: site.address)?.changePasswordURL
        }
        if reveal { await Self.log(overview) }
        if json { return try VaultProgram.console.print(json: output) }
        for line in output.lines { VaultProgram.console.print(line) }
        if output.rejectedByGitAt != nil { VaultProgram.console.note(Messages.rejectedByGit(id)) }
        try VaultProgram.console.requireWritten("the login")
    }

    /// Logs the login before its secret is printed; its title stays in the vault.
    private static func log(_ overview: Overview) async {
        await ContainingApplication.log(
            LogDisclosure.Parameters(
                kind: .reveal, user: overview.user.isEmpty ? nil : overview.user,
                service: overview.sites.first?.hostAndPort))
    }

    /// Prints one value without its name, for a script; escapes only what the user's terminal would interpret.
    private func show(field: String, of record: Record) async throws {
        let values = FieldValues(of: record.login)
        guard let found = values[field] else { throw Messages.noField(field, record.overview, values.names) }
        if found.isLogged { await Self.log(record.overview) }
        let text = found.value.reveal()
        if StandardStream.output.isTerminal {
            for line in DisplayText.lines(text) { VaultProgram.console.print(line) }
        } else {
            VaultProgram.console.hand(text)
        }
        try VaultProgram.console.requireWritten("the field")
    }

    private func showCode(of overview: Overview, in vault: UnlockedVault, _ session: VaultSession) async throws {
        guard overview.kind == .login else {
            throw Messages.partOfLoginsOnly("one-time code", overview, status: .nothingFound)
        }
        guard overview.contents.contains(.oneTimeCode) else { throw Messages.noCodeStored(overview) }
        let now = Date()
        let (code, change): (OneTimeCode, Change?)
        do {
            (code, change) = try await vault.takeCode(of: overview.id, at: now)
        } catch let error as OneTimeCodeError {
            throw Messages.noCode(error)
        }
        await Self.log(overview)
        let seconds = code.secondsLeft(at: now)
        if json {
            try VaultProgram.console.print(json: CodeOutput(code: code.text.reveal(), expiresIn: seconds))
        } else {
            VaultProgram.console.print(code.text.reveal())
            if let seconds { VaultProgram.console.note("valid for \(seconds) more seconds") }
        }
        if let change { await session.follow([change], of: vault) }
        try VaultProgram.console.requireWritten("the code")
    }
}

/// The JSON that `latchkey fill --kind code --json` prints, too.
private struct CodeOutput: Encodable {
    var code: String
    /// Seconds; `nil` for a counter-based code.
    var expiresIn: Int?
}
