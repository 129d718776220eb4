import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

extension Messages {
    static let codeMissing = CommandError(
        "there is no terminal to ask for a one-time code on", hint: "use --code-fd 3 3<FILE", status: .locked)

    static func severalCodes(_ count: Int) -> CommandError {
        CommandError(
            "\(count) codes were given, but a login has only one",
            hint: "run \"latchkey-vault add --qr FILE\" without other options to add a login for each code",
            status: .usage)
    }

    static func noCode(_ error: OneTimeCodeError) -> CommandError {
        switch error {
        case .timeOutOfRange, .counterExhausted:
            CommandError("no one-time code can be computed: \(sentence(of: error))", status: .usage)
        default:
            CommandError(
                "not a valid one-time-code secret: \(sentence(of: error))",
                hint: "use the key that the site shows below its QR code, or the otpauth:// URL in it", status: .usage)
        }
    }

    /// Names the other QR codes only by kind, since their text may be secret, too.
    static func noCodeInPicture(_ path: String, found: [String]) -> CommandError {
        CommandError(
            "\(path) contains no one-time code, only \(Set(found).sorted().joined(separator: ", "))",
            hint: "use the QR code that the site shows for one-time codes, or --code",
            status: .usage)
    }

    static func sentence(of error: OneTimeCodeError) -> String {
        switch error {
        case .notACode: "expected an otpauth:// URL or a Base32 key"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        case .unknownType: "its type is neither totp nor hotp"
        case .missingSecret: "it has no secret"
        case .secretNotBase32: "its secret is not Base32"
        case .repeatedParameter(let parameter): "it repeats the parameter \(parameter.rawValue)"
        case .unusableParameter(let parameter): "its \(parameter.rawValue) is invalid"
        case .severalAccounts: "it contains several accounts"
        case .damagedMigration: "it is damaged"
        case .timeOutOfRange: "this computer's clock is wrong"
        case .counterExhausted: "its counter is used up"
        }
    }

    static func noCodeStored(_ overview: Overview) -> CommandError {
        CommandError(
            "\(overview.listTitle) has no one-time code",
            hint: "run \"latchkey-vault edit \(overview.id) --code\" to add one", status: .nothingFound)
    }

    /// The error for a code without a site that may belong to existing logins.
    static func codeMayBeFor(_ owners: [Overview], issuer: String, picture: String) -> CommandError {
        let option = "--qr \(ShellWord.path(picture))"
        guard owners.count == 1, let owner = owners.first else {
            return CommandError(
                "the code of \(issuer) matches \(owners.count) logins, which have no code yet",
                hint:
                    "run \"latchkey-vault edit ID \(option)\" with an identifier from the list above, or use --title to add "
                    + "a separate login")
        }
        return CommandError(
            "the code of \(issuer) matches your login \(named(owner.listTitle, owner.user)), which has no code yet",
            hint: "run \"latchkey-vault edit \(owner.id) \(option)\" to add the code to it, or use --title to add a "
                + "separate login")
    }

    static func codeExists(_ login: Login) -> String {
        "skipped \(named(login.title, login.user)): it already exists"
    }

    private static func named(_ title: String, _ user: String) -> String {
        user.isEmpty ? "\"\(title)\"" : "\"\(title)\" (\(user))"
    }

    static func codeMayBeFor(_ owner: Overview, added login: Login) -> String {
        "added \"\(login.title)\" without a site; it may belong to \"\(owner.listTitle)\" (\(owner.id)), which has no code yet"
    }
}
