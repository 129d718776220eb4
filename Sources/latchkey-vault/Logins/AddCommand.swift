import ArgumentParser
import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault add`: adds a login to the vault.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a login; asks for its password.",
        usage: """
            latchkey-vault add --user alice --site https://example.com
            """,
        discussion: "If you leave the password empty, the login is saved without one.")

    @OptionGroup var login: LoginOptions

    @Flag(help: "Saves the login without a password.")
    var noPassword = false

    @Flag(help: "Generates a password that meets the known rules of the site.")
    var generate = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        // The QR code of a one-time code contains issuer and account.
        if login.title == nil, login.sites.isEmpty, login.qr == nil {
            throw ValidationError("a login needs --title, --site or --qr")
        }
        if noPassword, login.passwordFd != nil {
            throw ValidationError("--no-password and --password-fd cannot be combined")
        }
        if generate, noPassword || login.passwordFd != nil {
            throw ValidationError("--generate cannot be combined with --no-password or --password-fd")
        }
    }

    func run() async throws {
        let wanted = try login.checked(with: options)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let codes = try await ImportedCodes.collect(wanted.options)
        let existing = try ExistingLogins(in: vault)
        if let codes, codes.codes.count > 1 {
            // The other options describe a single login.
            guard login.isEmptyButForCode, !generate else { throw Messages.severalCodes(codes.codes.count) }
            return try await add(existing.newLogins(codes.codes.map { Login(ofCode: $0) }), to: vault, session)
        }
        let code = try codes?.change()
        var new = if case .set(let secret)? = code { Login(ofCode: secret) } else { Login(title: "") }
        if let host = wanted.sites.first?.host { new.title = host }
        // Without title and site, the QR code is the whole login.
        let isCodeAlone = login.qr != nil && login.title == nil && login.sites.isEmpty
        wanted.writeOptions(to: &new)
        try checkDuplicates(of: new, existing, isCodeAlone: isCodeAlone)
        let question = noPassword || generate || isCodeAlone ? nil : "Password: "
        let write = try await wanted.collected(passwordQuestion: question, code: code)
        write(&new)
        if question != nil || login.passwordFd != nil, new.password == nil {
            VaultProgram.console.note("no password was entered; the login has none")
        }
        if generate { new.password = try await Self.newPassword(for: wanted.sites.first) }
        try await add([new], to: vault, session)
    }

    /// Rejects a login that already exists or is indistinguishable from another one, before asking for its secrets.
    private func checkDuplicates(of new: Login, _ existing: ExistingLogins, isCodeAlone: Bool) throws {
        let duplicates = existing.duplicates(of: new, hasOwnTitle: login.title != nil)
        if !duplicates.isEmpty {
            if duplicates.count > 1 { LoginFinder.list(duplicates) }
            throw Messages.loginExists(new, duplicates)
        }
        guard isCodeAlone, let picture = login.qr else { return }
        let owners = existing.owners(ofCode: new)
        guard !owners.isEmpty else { return }
        if owners.count > 1 { LoginFinder.list(owners) }
        throw Messages.codeMayBeFor(owners, issuer: new.title, picture: picture)
    }

    private func add(_ logins: [Login], to vault: UnlockedVault, _ session: VaultSession) async throws {
        let added = try vault.transaction { transaction in try logins.map { try transaction.add($0) } }
        if json {
            try VaultProgram.console.print(json: LoginsOutput(added))
        } else {
            for overview in added { VaultProgram.console.print(overview.id.description) }
        }
        await session.follow(added.map { .added($0) }, of: vault)
        try VaultProgram.console.requireWritten("the identifier of the new login", hint: "run \"latchkey-vault list\"")
    }

    private static func newPassword(for site: Site?) async throws -> Secret {
        var known: String?
        if let site { known = await ContainingApplication.quirks(of: site.address)?.passwordRules }
        let rules = PasswordRules(known ?? "")
        do {
            return try PasswordOffer(rules: rules).password(.strong)
        } catch {
            throw Messages.noSuchPassword(rules)
        }
    }
}

extension ExistingLogins {
    /// The logins of another app that do not exist yet; prints a note about each skipped or ambiguous one.
    fileprivate func newLogins(_ logins: [Login]) -> [Login] {
        logins.filter { login in
            guard duplicates(of: login, hasOwnTitle: true).isEmpty else {
                VaultProgram.console.note(Messages.codeExists(login))
                return false
            }
            let owners = owners(ofCode: login)
            if owners.count == 1 { VaultProgram.console.note(Messages.codeMayBeFor(owners[0], added: login)) }
            return true
        }
    }
}

extension Login {
    /// A login with only a one-time code and the issuer and account in it.
    fileprivate init(ofCode code: OneTimeCodeSecret) {
        self.init(title: code.issuer ?? code.account, user: code.account)
        oneTimeCode = code.address
    }
}
