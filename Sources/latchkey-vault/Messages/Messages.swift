import AuthenticationServices
import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// The program's messages: errors with a hint, and notes.
enum Messages {
    /// Describes the state of the vault's file.
    static func vaultFile(_ report: VaultFileReport?) -> CommandError {
        guard let report else { return CommandError("there is no vault yet", hint: "run \"latchkey-vault create\"") }
        return CommandError(report.sentence, hint: report.hint)
    }

    /// The state of the vault's file, if it explains the error.
    private static func report(behind error: VaultError) -> VaultFileReport? {
        VaultAccess(file: .shared).report(behind: error)
    }
    static func emptyPassphrase(descriptor: Int32) -> CommandError {
        CommandError(
            "the passphrase from descriptor \(descriptor) is empty",
            hint: "redirect a file that contains the passphrase, for example \(descriptor)<passphrase", status: .usage)
    }

    static let locked = CommandError("the vault is locked", hint: "run \"latchkey-vault unlock\"", status: .locked)
    static let noTerminal = CommandError(
        "there is no terminal to ask for a passphrase on", hint: "use --passphrase-fd", status: .locked)
    static let noTerminalForNewPassphrase = CommandError(
        "there is no terminal to ask for the new passphrase on", hint: "use --new-passphrase-fd", status: .locked)
    static let emptyLogin = CommandError(
        "the name of the login is empty", hint: "run \"latchkey-vault list\" to see the logins", status: .usage)
    static let descriptorHint = "open it in the shell, such as: latchkey-vault unlock --passphrase-fd 3 3<FILE"
    static func passphraseRefused(_ reason: String) -> CommandError {
        CommandError(reason, hint: "use four unrelated words", status: .usage)
    }
    static let passphraseIsWeak =
        "this passphrase is easy to guess; run \"latchkey-vault passwd\" to change it to four unrelated words"
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
            "the field \(name) is secret, but other programs can read arguments",
            hint: "use --concealed-field \(name), or --field-fd \(name)=3 3<FILE", status: .usage)
    }

    static func invalidFieldDescriptor(_ text: String) -> CommandError {
        CommandError("\"\(text)\" is not a field and a descriptor", hint: "write it as NAME=3 3<FILE", status: .usage)
    }

    static func descriptorGivenTwice(_ number: Int32) -> CommandError {
        CommandError(
            "descriptor \(number) is used for two secrets", hint: "give each secret its own descriptor", status: .usage)
    }

    /// Describes why the vault's folder cannot be created.
    static func noFolder(_ cause: (any Error)?) -> CommandError {
        let hint = "set HOME or XDG_DATA_HOME to a folder that you can write to"
        switch cause as? SystemError {
        case .noHome?, .symbolicLink?, .wrongOwner?, .openToOthers?:
            if let cause, let described = describe(cause) { return described }
        case let error? where error.hint == nil: return CommandError(error.sentence, hint: hint)
        default: break
        }
        return CommandError("the vault's folder cannot be created", hint: hint)
    }

    static func noSuchPassword(_ rules: PasswordRules) -> CommandError {
        CommandError(
            "no password of this kind and length meets the rules: \(rules)", hint: "try another --kind or --length",
            status: .usage)
    }

    static func invalidSite(_ text: String) -> CommandError {
        CommandError(
            "\"\(text)\" is not a valid site", hint: "write it as https://example.com or example.com", status: .usage)
    }

    /// - Parameter isExclusion: Whether the text names a host where the login is never suggested.
    static func unknownRule(_ text: String, isExclusion: Bool) -> CommandError {
        CommandError(
            "\"\(text)\" is not a web address with a rule",
            hint: isExclusion
                ? "to exclude a host, use --field \"\(Login.excludedAddressField)=https://HOST\""
                : "put host+, start+ or exact+ before https:// or http://", status: .usage)
    }

    static func invalidHost(_ text: String) -> CommandError {
        CommandError(
            "the host or port of \"\(text)\" is not valid",
            hint: "write a host without wildcards; https://example.com also matches its subdomains", status: .usage)
    }

    static func matchesExactPathOnly(_ site: Site) -> String {
        "\(site.text) matches only its exact path, because it has a query or fragment"
    }

    static func ruleWithoutEffect(_ site: Site, because other: Site) -> String {
        "the rule of \(site.text) has no effect: \(other.text) matches the whole site"
    }

    /// The note about a site that no web page can have.
    /// - Parameter isForGit: Whether git can ask for it, for example for `smtp`.
    static func neverSuggested(_ text: String, isForGit: Bool) -> String {
        isForGit
            ? "\(text) is saved, but only git can get it: web pages use https or http"
            : "\(text) is saved but never suggested: web pages use https or http"
    }

    static func invalidField(_ text: String) -> CommandError {
        CommandError("\"\(text)\" is not a field with a value", hint: "write it as NAME=VALUE", status: .usage)
    }

    /// The error for a login that already exists; several are listed before.
    static func loginExists(_ login: Login, _ duplicates: [Overview]) -> CommandError {
        let place = login.sites.first?.host ?? login.title
        let user = login.user.isEmpty ? "without a user name" : "of \(login.user)"
        guard duplicates.count == 1, let duplicate = duplicates.first else {
            return CommandError(
                "\(duplicates.count) logins \(user) for \(place) already exist",
                hint:
                    "run \"latchkey-vault show ID\" with an identifier from the list above, or use --title to add "
                    + "another one")
        }
        return CommandError(
            "a login \(user) for \(place) already exists",
            hint:
                "run \"latchkey-vault edit \(duplicate.id) --password\" to change it, or use --title to add another one"
        )
    }

    /// - Parameter isShortIdentifier: Whether the query may be an identifier with too few characters.
    static func noMatch(_ query: String, inBin: Bool, isShortIdentifier: Bool = false) -> CommandError {
        let rest =
            isShortIdentifier ? "; identifiers can be shortened to \(LoginFinder.shortestBeginning) characters" : ""
        return CommandError(
            "no login \(inBin ? "in the bin " : "")matches \"\(query)\"",
            hint: "run \"latchkey-vault list\(inBin ? " --bin" : "")\"\(rest)", status: .nothingFound)
    }

    /// The error for an ambiguous query; the logins are listed before.
    ///
    /// The hint does not repeat the command: `remove` without its `--passkey` would remove the whole login.
    static func severalMatch(_ query: String, count: Int) -> CommandError {
        CommandError(
            "\(count) logins match \"\(query)\"",
            hint: "run the command again with more words, or with an identifier from the list above")
    }

    /// - Parameter command: The command that accepts the recovery code instead.
    static func wrongPassphrase(or command: String) -> CommandError {
        CommandError("wrong passphrase", hint: "if you forgot it, run \"latchkey-vault \(command) --recovery\"")
    }

    /// Describes errors of the libraries; `nil` for other errors.
    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as VaultError: describe(error)
        case let error as RecoveryCode.Mistake: describe(error)
        case let error as ExchangeError: describe(error)
        case let error as RemoteError: CommandError(error)
        case let error as SystemError: CommandError(error.sentence, hint: error.hint)
        case WireError.connectionClosed:
            CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        case is WireError: CommandError("the agent sent an invalid message", hint: "update Latchkey")
        case is TerminalError: CommandError("the terminal cannot be used", hint: "use --passphrase-fd")
        default: nil
        }
    }

    private static func describe(_ error: VaultError) -> CommandError {
        switch error {
        case .wrongPassphrase: wrongPassphrase(or: "unlock")
        case .wrongRecoveryCode:
            CommandError("wrong recovery code", hint: "only the vault's newest recovery code works")
        case .wrongVaultKey: locked
        case .noSuchSlot:
            CommandError(
                "this unlock method is not set up for this vault",
                hint: "run \"latchkey-vault unlock --recovery\" to use the recovery code, or without --recovery to use "
                    + "the passphrase")
        case .damaged(let part):
            damaged(part, report(behind: error))
        case .changedUnderneath(.notComparable):
            CommandError(
                "Latchkey's record of the vault's latest state cannot be read", hint: "run \"latchkey doctor\"")
        case .changedUnderneath:
            CommandError(
                "the vault's file was replaced by another copy",
                hint: "check which copy is current, then run the command again")
        case .notAVault: vaultFile(report(behind: error))
        case .alreadyExists: CommandError("a vault already exists", hint: "run \"latchkey-vault status\"")
        case .olderFormat(let version): CommandError("the vault has format \(version), which is too old")
        case .newerFormat(let version):
            CommandError("the vault has format \(version), which this version cannot read", hint: "update Latchkey")
        case .recordNotFound(let id):
            CommandError(
                "no login has the identifier \(id)", hint: "run \"latchkey-vault list\"", status: .nothingFound)
        case .recordRemoved(let id):
            CommandError("the login is in the bin", hint: "run \"latchkey-vault restore \(id)\"")
        case .recordNotRemoved:
            CommandError("the login is not in the bin", hint: "run \"latchkey-vault list --bin\"")
        case .recordChanged:
            CommandError("another program changed the login", hint: "check the login, then run the command again")
        case .tooLarge(let bytes, let limit): CommandError("the login has \(bytes) bytes; the limit is \(limit)")
        case .unknownData:
            CommandError(
                "the vault has data of a later version, which cannot be sealed with a new key", hint: "update Latchkey")
        case .tooManyMarks:
            CommandError("a letter in the login has too many accents", hint: "use fewer accents")
        case .inboxFull(let limit):
            CommandError("the inbox is full (\(limit) entries)", hint: "run \"latchkey-vault unlock\"")
        case .keyDerivationRefused:
            CommandError("the vault's key-derivation settings exceed Latchkey's limits")
        case .keyDerivationFailed: CommandError("not enough memory to unlock the vault")
        case .storage(let failure):
            report(behind: error).map(vaultFile) ?? CommandError(failure.sentence, hint: failure.hint)
        }
    }

    private static func damaged(_ part: VaultPart, _ report: VaultFileReport?) -> CommandError {
        guard let report else { return CommandError("the vault is damaged (\(part.name))") }
        // The state of the file explains more than the part that was read first.
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
            case .unknownCharacter(let place): "character \(place + 1) is not used in recovery codes"
            case .typo(let place?): "character \(place + 1) of the recovery code is wrong"
            case .typo(nil): "several characters of the recovery code are wrong"
            }
        return CommandError(sentence, hint: "type it as it was written down: 28 characters, in groups of four")
    }
}
