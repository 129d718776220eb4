import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault edit`: changes a login; an old password stays in its history.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is given of a login; --site replaces all its sites.")

    @OptionGroup var finder: LoginFinder
    @OptionGroup var login: LoginOptions

    @Flag(help: "Asks for a new password.")
    var password = false

    @Option(help: "Takes an old password again, by its number in \"show --history\".")
    var fromHistory: Int?

    @Option(help: "Offers a passkey again that is kept and not offered, by its number in \"show\".")
    var offerPasskey: Int?

    @Flag(help: "Gives the password to git again where it was rejected; as \"git credential approve\" does.")
    var gitApprove = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if password, login.passwordFd != nil {
            throw ValidationError("--password and --password-fd exclude each other")
        }
        if login.isEmpty, !password, fromHistory == nil, !gitApprove, offerPasskey == nil {
            throw ValidationError("nothing is given that is to change, such as --user NAME or --password")
        }
        if fromHistory != nil, password || login.passwordFd != nil {
            throw ValidationError("--from-history excludes --password and --password-fd")
        }
    }

    func run() async throws {
        let wanted = try login.checked(beside: options)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let overview = try finder.find(in: vault)
        let old = try vault.record(overview.id).login
        try wanted.check(against: old)
        if let fromHistory, !old.history.indices.contains(fromHistory - 1) {
            throw Sentences.noPastPassword(fromHistory, of: old.history.count, overview.id.description)
        }
        if let offerPasskey, !old.passkeys.indices.contains(offerPasskey - 1) {
            throw Sentences.noPasskey(offerPasskey, of: old.passkeys.count, overview.id.description)
        }
        let code = try await BroughtCodes.collect(wanted.options)?.change()
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
        VaultProgram.console.note("\"\(overview.listTitle)\" is changed")
        await session.follow(changes, of: vault)
    }
}
