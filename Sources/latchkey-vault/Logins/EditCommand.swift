import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault edit`: changes a login, note or card; a replaced password is kept in its history.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes a login; options you omit keep their value, and --site replaces all sites.",
        discussion: "A note or card has a title, a note and fields; the other options are for logins only.")

    @OptionGroup var finder: LoginFinder
    @OptionGroup var login: LoginOptions

    @Flag(help: "Asks for a new password.")
    var password = false

    @Option(help: "Restores an old password, by its number in \"show --history\".")
    var fromHistory: Int?

    @Option(help: "Offers a passkey again that \"show\" marks as not offered, by its number there.")
    var offerPasskey: Int?

    @Flag(help: "Lets git use the password again where it was rejected, as \"git credential approve\" does.")
    var gitApprove = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if password, login.passwordFd != nil {
            throw ValidationError("--password and --password-fd cannot be combined")
        }
        if login.isEmpty, !password, fromHistory == nil, !gitApprove, offerPasskey == nil {
            throw ValidationError("nothing to change; give for example --user NAME or --password")
        }
        if fromHistory != nil, password || login.passwordFd != nil {
            throw ValidationError("--from-history cannot be combined with --password or --password-fd")
        }
    }

    /// The first part to change that only logins have.
    private var partOfLogins: String? {
        let parts: [(String, Bool)] = [
            ("user name", login.user != nil), ("site", !login.sites.isEmpty),
            ("password", password || login.passwordFd != nil || fromHistory != nil || gitApprove),
            ("one-time code", login.code || login.codeFd != nil || login.qr != nil), ("passkey", offerPasskey != nil),
        ]
        return parts.first { $0.1 }?.0
    }

    func run() async throws {
        let wanted = try login.checked(with: options)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        if overview.kind != .login, let part = partOfLogins {
            throw Messages.partOfLoginsOnly(part, overview, status: .usage)
        }
        let old = try vault.record(overview.id).login
        try wanted.check(against: old)
        if let fromHistory, !old.history.indices.contains(fromHistory - 1) {
            throw Messages.noPastPassword(fromHistory, of: old.history.count, overview.id.description)
        }
        if let offerPasskey, !old.passkeys.indices.contains(offerPasskey - 1) {
            throw Messages.noPasskey(offerPasskey, of: old.passkeys.count, overview.id.description)
        }
        let code = try await ImportedCodes.collect(wanted.options)?.change()
        let write = try await wanted.collected(passwordQuestion: password ? "New password: " : nil, code: code)
        let changes = try vault.transaction { transaction in
            let change = try transaction.edit(overview.id, expecting: overview.revision) { login in
                if let fromHistory { login.password = login.history.remove(at: fromHistory - 1).password }
                if let offerPasskey {
                    login.hiddenPasskeys.remove(login.passkeys[offerPasskey - 1].description.credentialID)
                }
                write(&login)
            }
            return [change, gitApprove ? try transaction.approveForGit(overview.id) : nil].compactMap(\.self)
        }
        if json { try VaultProgram.console.print(json: LoginOutput(vault.overview(overview.id))) }
        guard !changes.isEmpty else { return VaultProgram.console.note("nothing was changed") }
        VaultProgram.console.note("updated \"\(try vault.overview(overview.id).listTitle)\"")
        await session.follow(changes, of: vault)
    }
}
