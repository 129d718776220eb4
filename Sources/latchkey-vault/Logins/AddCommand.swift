import ArgumentParser
import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault add`: puts a login into the vault.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a login; asks for its password.",
        usage: """
            latchkey-vault add --user alice --site https://example.com
            """,
        discussion: "An empty password is none: the login is kept, and no password is suggested for it.")

    @OptionGroup var login: LoginOptions

    @Flag(help: "The login has no password.")
    var noPassword = false

    @Flag(help: "Makes a new password that keeps the rules that are known of the site.")
    var generate = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        // A picture of a code says whose it is.
        if login.title == nil, login.sites.isEmpty, login.qr == nil {
            throw ValidationError("a login needs --title, --site or --qr")
        }
        if noPassword, login.passwordFd != nil {
            throw ValidationError("--no-password and --password-fd exclude each other")
        }
        if generate, noPassword || login.passwordFd != nil {
            throw ValidationError("--generate makes the password itself")
        }
    }

    func run() async throws {
        let wanted = try login.checked(beside: options)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let codes = try await BroughtCodes.collect(wanted.options)
        let existing = try ExistingLogins(in: vault)
        if let codes, codes.codes.count > 1 {
            // What else is given is about one login.
            guard login.isEmptyButForCode, !generate else { throw Sentences.severalCodes(codes.codes.count) }
            return try await add(existing.taking(codes.codes.map { Login(ofCode: $0) }), to: vault, session)
        }
        let code = try codes?.change()
        var new = if case .set(let secret)? = code { Login(ofCode: secret) } else { Login(title: "") }
        if let host = wanted.sites.first?.host { new.title = host }
        // Who brings a picture and nothing else brings a code.
        let isCodeAlone = login.qr != nil && login.title == nil && login.sites.isEmpty
        wanted.writeOptions(to: &new)
        try refuseTwins(of: new, existing, isCodeAlone: isCodeAlone)
        let question = noPassword || generate || isCodeAlone ? nil : "Password: "
        let write = try await wanted.collected(passwordQuestion: question, code: code)
        write(&new)
        if question != nil || login.passwordFd != nil, new.password == nil {
            VaultProgram.console.note("the password was left empty: the login has none")
        }
        if generate { new.password = try await Self.newPassword(for: wanted.sites.first) }
        try await add([new], to: vault, session)
    }

    /// Refuses what would lie beside a login that it cannot be told from, before anybody is asked for its secrets.
    private func refuseTwins(of new: Login, _ existing: ExistingLogins, isCodeAlone: Bool) throws {
        let twins = existing.twins(of: new, hasOwnTitle: login.title != nil)
        if !twins.isEmpty {
            if twins.count > 1 { LoginFinder.name(twins) }
            throw Sentences.loginIsThere(new, twins)
        }
        guard isCodeAlone, let picture = login.qr else { return }
        let owners = existing.owners(ofCode: new)
        guard !owners.isEmpty else { return }
        if owners.count > 1 { LoginFinder.name(owners) }
        throw Sentences.codeMayBeFor(owners, issuer: new.title, picture: picture)
    }

    private func add(_ logins: [Login], to vault: UnlockedVault, _ session: VaultSession) async throws {
        let added = try vault.transaction { transaction in try logins.map { try transaction.add($0) } }
        if json {
            for overview in added { try VaultProgram.console.print(json: LoginOutput(overview)) }
        } else {
            for overview in added { VaultProgram.console.print(overview.id.description) }
        }
        await session.follow(added.map { .added($0) }, of: vault)
        try VaultProgram.console.requireWritten("the identifier of what was added", hint: "run \"latchkey-vault list\"")
    }

    private static func newPassword(for site: Site?) async throws -> Secret {
        var known: String?
        if let site { known = await ContainingApplication.quirks(of: site.text)?.passwordRules }
        let rules = PasswordRules(known ?? "")
        do {
            return try PasswordOffer(rules: rules).password(.strong)
        } catch {
            throw Sentences.noSuchPassword(rules)
        }
    }
}

extension ExistingLogins {
    /// Those of another app's logins that are not there yet; says of each what there is to say.
    fileprivate func taking(_ logins: [Login]) -> [Login] {
        logins.filter { login in
            guard twins(of: login, hasOwnTitle: true).isEmpty else {
                VaultProgram.console.note(Sentences.codeIsThere(login))
                return false
            }
            let owners = owners(ofCode: login)
            if owners.count == 1 { VaultProgram.console.note(Sentences.codeMayBeFor(owners[0], added: login)) }
            return true
        }
    }
}

extension Login {
    /// A login that has a code and what the code says of itself.
    fileprivate init(ofCode code: OneTimeCodeSecret) {
        self.init(title: code.issuer ?? code.account, user: code.account)
        oneTimeCode = code.address
    }
}
