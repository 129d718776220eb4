import ArgumentParser
import LatchkeyCommandLine
import LatchkeyOneTimeCode
import LatchkeyPasswordGeneration
import LatchkeyProvider
import LatchkeySecret
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
        if let codes, codes.codes.count > 1, login.title == nil, login.sites.isEmpty {
            return try await add(codes.codes.map { Login(ofCode: $0) }, to: vault, session)
        }
        let code = try codes?.change()
        var new = if case .set(let secret)? = code { Login(ofCode: secret) } else { Login(title: "") }
        if let host = wanted.sites.first?.host { new.title = host }
        // Who brings a picture and nothing else brings a code.
        let isCodeAlone = login.qr != nil && login.title == nil && login.sites.isEmpty
        let question = noPassword || generate || isCodeAlone ? nil : "Password: "
        let write = try await wanted.collected(passwordQuestion: question, code: code)
        write(&new)
        if question != nil || login.passwordFd != nil, new.password == nil {
            VaultProgram.console.note("the password was left empty: the login has none")
        }
        if generate { new.password = try await Self.newPassword(for: wanted.sites.first) }
        try await add([new], to: vault, session)
    }

    private func add(_ logins: [Login], to vault: UnlockedVault, _ session: VaultSession) async throws {
        let added = try vault.transaction { transaction in try logins.map { try transaction.add($0) } }
        if json {
            for overview in added { try VaultProgram.console.print(json: LoginOutput(overview)) }
        } else {
            for overview in added { VaultProgram.console.print(overview.id.description) }
        }
        await session.follow(added.map { .added($0) }, of: vault)
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

extension Login {
    /// A login that has a code and what the code says of itself.
    fileprivate init(ofCode code: OneTimeCodeSecret) {
        self.init(title: code.issuer ?? code.account, user: code.account)
        oneTimeCode = code.address
    }
}
