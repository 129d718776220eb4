import LatchkeyCommandLine
import LatchkeyOneTimeCode

// What is said of one-time codes.
extension Sentences {
    static let codeMissing = CommandError(
        "there is no terminal to ask for a one-time code on", hint: "use --code-fd 3 3<FILE", status: .locked)

    static func severalCodes(_ count: Int) -> CommandError {
        CommandError(
            "there are \(count) codes, and one login takes one",
            hint: "run \"latchkey-vault add --qr FILE\" without --title and --site, which makes a login of each",
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

    static func noCodeStored(_ title: String) -> CommandError {
        CommandError(
            "\(title) has no one-time code", hint: "run \"latchkey-vault edit --code\" to give it one",
            status: .nothingFound)
    }
}
