import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

// What is said of one-time codes.
extension Sentences {
    static let codeMissing = CommandError(
        "there is no terminal to ask for a one-time code on", hint: "use --code-fd 3 3<FILE", status: .locked)

    static func severalCodes(_ count: Int) -> CommandError {
        CommandError(
            "there are \(count) codes, and one login takes one",
            hint: "run \"latchkey-vault add --qr FILE\" without other options, which makes a login of each",
            status: .usage)
    }

    static func noCode(_ error: OneTimeCodeError) -> CommandError {
        CommandError(
            "that is no one-time code: \(sentence(of: error))",
            hint: "take the text that the site shows below its QR code, or the otpauth address in it", status: .usage)
    }

    /// What is in a picture is named by its kind: it may be secret, too.
    static func noCodeInPicture(_ path: String, found: [String]) -> CommandError {
        CommandError(
            "there is no one-time code in \(path), only \(Set(found).sorted().joined(separator: ", "))",
            hint: "take the picture of the QR code that the site shows for one-time codes, or use --code",
            status: .usage)
    }

    static func sentence(of error: OneTimeCodeError) -> String {
        switch error {
        case .notACode: "it is neither an otpauth address nor a secret in Base32"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        case .unknownType: "it is for codes neither by time nor by counter"
        case .missingSecret: "it has no secret"
        case .secretNotBase32: "its secret has characters that Base32 has not"
        case .repeatedParameter(let parameter): "it says two things about \(parameter.rawValue)"
        case .unusableParameter(let parameter): "its \(parameter.rawValue) is nothing that codes can have"
        case .severalAccounts: "it holds several"
        case .damagedMigration: "it is damaged"
        case .timeOutOfRange: "this machine's clock is wrong, and codes go by it"
        case .counterExhausted: "its counter is used up"
        }
    }

    static func noCodeStored(_ overview: Overview) -> CommandError {
        CommandError(
            "\(overview.listTitle) has no one-time code",
            hint: "run \"latchkey-vault edit \(overview.id) --code\" to give it one", status: .nothingFound)
    }

    /// A code came alone, and there are logins that it may be for.
    static func codeMayBeFor(_ owners: [Overview], issuer: String, picture: String) -> CommandError {
        let option = "--qr \(ShellWord.path(picture))"
        guard owners.count == 1, let owner = owners.first else {
            return CommandError(
                "\(owners.count) logins of \(issuer) have no code yet",
                hint:
                    "run \"latchkey-vault edit ID \(option)\" with the identifier at the end of a line above, or name "
                    + "a login of its own with --title")
        }
        return CommandError(
            "\(named(owner.listTitle, owner.user)) has no code yet, and this one is of \(issuer)",
            hint: "run \"latchkey-vault edit \(owner.id) \(option)\" to give it the code, or name a login of its own "
                + "with --title")
    }

    static func codeIsThere(_ login: Login) -> String {
        "\(named(login.title, login.user)) is there already, and was left out"
    }

    private static func named(_ title: String, _ user: String) -> String {
        user.isEmpty ? title : "\(title) of \(user)"
    }

    static func codeMayBeFor(_ owner: Overview, added login: Login) -> String {
        "\(login.title) got a login of its own, which no page has; \(owner.listTitle) has no code yet (\(owner.id))"
    }
}
