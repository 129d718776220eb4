import AuthenticationServices
import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// What the program says when something goes wrong: one sentence, and a command that helps.
enum Sentences {
    /// What is wrong with the vault's file.
    static func vaultFile(_ report: VaultFileReport?) -> CommandError {
        guard let report else { return CommandError("there is no vault yet", hint: "run \"latchkey-vault create\"") }
        return CommandError(report.sentence, hint: report.hint)
    }

    /// The state of the vault's file, where it is what an error comes from.
    private static func report(behind error: VaultError) -> VaultFileReport? {
        VaultAccess(file: .shared).report(behind: error)
    }
    static let locked = CommandError("the vault is locked", hint: "run \"latchkey-vault unlock\"", status: .locked)
    static let nobodyToAsk = CommandError(
        "there is no terminal to ask for a passphrase on", hint: "use --passphrase-fd", status: .locked)
    static let descriptorHint = "open it in the shell, such as: latchkey-vault unlock --passphrase-fd 3 3<FILE"
    static func passphraseRefused(_ reason: String) -> CommandError {
        CommandError(reason, hint: "take four words that do not belong together", status: .usage)
    }
    static let passphraseIsWeak =
        "this passphrase is easy to guess; change it with \"latchkey-vault passwd\" to words that do not belong together"
    static let passwordMissing = CommandError(
        "there is no terminal to ask for a password on", hint: "use --password-fd, or --no-password for none",
        status: .locked)

    static let noteMissing = CommandError(
        "there is no terminal to ask for a note on", hint: "use --note-fd", status: .locked)

    static func fieldMissing(_ name: String) -> CommandError {
        CommandError(
            "there is no terminal to ask for the field \(name) on", hint: "use --field-fd \(name)=3 3<FILE",
            status: .locked)
    }

    static func fieldIsConcealed(_ name: String) -> CommandError {
        CommandError(
            "the field \(name) is a secret, which other programs can read in arguments",
            hint: "use --concealed-field \(name), or --field-fd \(name)=3 3<FILE", status: .usage)
    }

    static func invalidFieldDescriptor(_ text: String) -> CommandError {
        CommandError("\"\(text)\" names no field and descriptor", hint: "write it as NAME=3 3<FILE", status: .usage)
    }

    static func descriptorGivenTwice(_ number: Int32) -> CommandError {
        CommandError("descriptor \(number) is given for two secrets", hint: "use one for each", status: .usage)
    }

    /// Why the vault's folder is not there and cannot be made.
    static func noFolder(_ cause: (any Error)?) -> CommandError {
        let hint = "set HOME or XDG_DATA_HOME to a folder that you can write"
        switch cause as? SystemError {
        case .noHome?, .symbolicLink?, .wrongOwner?, .openToOthers?:
            if let cause, let described = describe(cause) { return described }
        case let error? where error.hint == nil: return CommandError(error.sentence, hint: hint)
        default: break
        }
        return CommandError("the vault's folder cannot be made", hint: hint)
    }

    static func noSuchPassword(_ rules: PasswordRules) -> CommandError {
        CommandError(
            "no such password keeps the rules: \(rules)", hint: "try another --kind or --length", status: .usage)
    }

    static func invalidSite(_ text: String) -> CommandError {
        CommandError(
            "\"\(text)\" is no site", hint: "write it as https://example.com or example.com", status: .usage)
    }

    /// A site that is kept, and that no page will ever be.
    static func noPage(_ text: String) -> String {
        "\(text) is kept with the login and suggested nowhere: pages begin with https or http"
    }

    static func invalidField(_ text: String) -> CommandError {
        CommandError("\"\(text)\" is no field", hint: "write it as NAME=VALUE", status: .usage)
    }

    /// Somebody adds what is there already; several are named before.
    static func loginIsThere(_ login: Login, _ twins: [Overview]) -> CommandError {
        let place = login.sites.first?.host ?? login.title
        let user = login.user.isEmpty ? "without a user name" : "of \(login.user)"
        guard twins.count == 1, let twin = twins.first else {
            return CommandError(
                "\(twins.count) logins \(user) for \(place) are there already",
                hint:
                    "run \"latchkey-vault show ID\" with the identifier at the end of a line above, or name the new one "
                    + "with --title")
        }
        return CommandError(
            "a login \(user) for \(place) is there already",
            hint: "run \"latchkey-vault edit \(twin.id) --password\" to change it, or name the new one with --title")
    }

    /// - Parameter tooShortBeginning: It could be the beginning of an identifier, but is no word for one.
    static func nothingFits(_ query: String, inBin: Bool, tooShortBeginning: Bool = false) -> CommandError {
        let rest =
            tooShortBeginning ? "; of an identifier \(LoginFinder.shortestBeginning) characters and more do" : ""
        return CommandError(
            "no login \(inBin ? "in the bin " : "")fits \"\(query)\"",
            hint: "run \"latchkey-vault list\(inBin ? " --bin" : "")\"\(rest)", status: .nothingFound)
    }

    /// They are named before; which of them is meant only the person knows.
    ///
    /// The rest of the command is for the person to keep: `remove` without its `--passkey` would take the whole login.
    static func severalFit(_ query: String, count: Int) -> CommandError {
        CommandError(
            "\(count) logins fit \"\(query)\"",
            hint: "run the same with the identifier at the end of a line above in place of \"\(query)\"")
    }

    /// - Parameter command: What opens the vault with the recovery code instead.
    static func wrongPassphrase(or command: String) -> CommandError {
        CommandError("that is not the passphrase", hint: "run \"latchkey-vault \(command) --recovery\" if it is lost")
    }

    /// Sentences for the errors of the rooms below.
    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as VaultError: describe(error)
        case let error as RecoveryCode.Mistake: describe(error)
        case let error as ExchangeError: describe(error)
        case let error as RemoteError: CommandError(error)
        case let error as SystemError: CommandError(error.sentence, hint: error.hint)
        case WireError.connectionClosed:
            CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        case is WireError: CommandError("the agent sent what is not a message", hint: "update Latchkey")
        case is TerminalError: CommandError("the terminal cannot be used", hint: "use --passphrase-fd")
        default: nil
        }
    }

    private static func describe(_ error: VaultError) -> CommandError {
        switch error {
        case .wrongPassphrase: wrongPassphrase(or: "unlock")
        case .wrongRecoveryCode:
            CommandError("that is not this vault's recovery code", hint: "only the code that was made last opens it")
        case .wrongVaultKey: locked
        case .noSuchSlot:
            CommandError("the vault has no such way in", hint: "run \"latchkey-vault status\" to see which it has")
        case .damaged(let part):
            damaged(part, report(behind: error))
        case .changedUnderneath:
            CommandError("another copy of the vault took its place", hint: "look which copy is yours, and try again")
        case .notAVault: vaultFile(report(behind: error))
        case .alreadyExists: CommandError("there is a vault already", hint: "run \"latchkey-vault status\"")
        case .olderFormat(let version): CommandError("the vault has the old format \(version)")
        case .newerFormat(let version):
            CommandError("the vault has format \(version), which this version cannot read", hint: "update Latchkey")
        case .recordNotFound(let id):
            CommandError(
                "no login has the identifier \(id)", hint: "run \"latchkey-vault list\"", status: .nothingFound)
        case .recordRemoved(let id):
            CommandError("the login lies in the bin", hint: "run \"latchkey-vault restore \(id)\"")
        case .recordNotRemoved:
            CommandError("the login does not lie in the bin", hint: "run \"latchkey-vault list --bin\"")
        case .recordChanged: CommandError("somebody changed the login meanwhile", hint: "look at it and try again")
        case .tooLarge(let bytes, let limit): CommandError("the login has \(bytes) bytes; \(limit) are the most")
        case .tooManyMarks:
            CommandError("a text of the login has too many marks on one letter", hint: "write it with fewer")
        case .inboxFull(let limit):
            CommandError("\(limit) logins wait to be taken in", hint: "run \"latchkey-vault unlock\"")
        case .keyDerivationRefused: CommandError("the vault asks for more work than is allowed")
        case .keyDerivationFailed: CommandError("there was not enough memory to unlock the vault")
        case .storage(let failure):
            report(behind: error).map(vaultFile) ?? CommandError(failure.sentence, hint: failure.hint)
        }
    }

    private static func damaged(_ part: VaultPart, _ report: VaultFileReport?) -> CommandError {
        guard let report else { return CommandError("the vault is damaged (\(part.name))") }
        // What is seen from outside says more than the part that was read first.
        let message =
            report.condition == .plausible
            ? report.sentence.replacing(
                "the vault is damaged", with: "the vault is damaged (\(part.name))", maxReplacements: 1)
            : report.sentence
        return CommandError(message, hint: report.hint)
    }

    private static func describe(_ error: RecoveryCode.Mistake) -> CommandError {
        let sentence =
            switch error {
            case .tooShort(let missing): "\(missing) characters of the recovery code are missing"
            case .tooLong(let excess): "the recovery code has \(excess) characters too many"
            case .unknownCharacter(let place): "character \(place + 1) of the recovery code occurs in none"
            case .typo(let place?): "character \(place + 1) of the recovery code is wrong"
            case .typo(nil): "several characters of the recovery code are wrong"
            }
        return CommandError(sentence, hint: "type it as it was written down: 28 characters, in groups of four")
    }
}
