import LatchkeyExchange
import LatchkeyTerminal
import LatchkeyWire

extension Messages {
    /// Describes an error whose hint is a command with the file's name.
    ///
    /// - Parameter path: The command's argument; `-` for stdin.
    static func describe(_ error: ExchangeError, importing path: String) -> CommandError {
        switch error {
        case .unreadable(let file): return file.error(for: path == "-" ? "FILE" : ShellWord.path(path))
        case .unknownColumns(let count):
            let example = "--columns title=1,username=2,password=3"
            return CommandError(
                "the file looks like CSV, but no supported program exports its \(count) columns",
                hint: path == "-"
                    ? "name or number the columns, for example \(example)"
                    : "run \"head -n 1 \(ShellWord.path(path))\" to see its columns, then name or number them, for "
                        + "example \(example)")
        case .missingColumns(let names):
            return CommandError(
                names.count == 1
                    ? "the file has no column \"\(names[0])\""
                    : "the file has no columns \(names.map { "\"\($0)\"" }.joined(separator: ", "))",
                hint: path == "-"
                    ? "name the columns with --columns, for example --columns title=Name,password=Secret"
                    : "run \"head -n 1 \(ShellWord.path(path))\" to see the columns, and name them with --columns")
        case .wrongGuess(let mapping, let unfit, let rows):
            return CommandError(
                "the guessed columns \(mapping.description) do not fit: \(unfit) of \(rows) rows were refused or have "
                    + "neither a password nor a one-time code; nothing was imported",
                hint: "run \"latchkey-vault import \(path == "-" ? "-" : ShellWord.path(path)) "
                    + "--columns \(ShellWord.quoting(mapping.description))\" with the right names")
        default: return describe(error)
        }
    }

    /// Describes an invalid argument of `--columns`.
    static func invalidColumns(_ mistake: CSVMapping.Mistake) -> CommandError {
        let message =
            switch mistake {
            case .notAPair(let word): "--columns has \"\(word)\", which is not VALUE=COLUMN"
            case .unknownValues(let words):
                "--columns does not accept \(words.map { "\"\($0)\"" }.joined(separator: " or "))"
            case .repeatedValue(let value): "--columns has the value \"\(value.rawValue)\" twice"
            }
        return CommandError(
            message,
            hint: "write it as title=Name,username=Login,password=Secret; the values are "
                + CSVMapping.Value.allCases.map(\.rawValue).joined(separator: ", "),
            status: .usage)
    }

    static let columnsWithFormat = CommandError(
        "--columns belongs to the format csv", hint: "omit --format, or give --format csv", status: .usage)

    static func guessed(_ mapping: CSVMapping) -> String {
        "guessed the columns \(mapping.description); other columns become fields"
    }
}

extension UnreadableFile {
    /// - Parameter word: The file as a word of a shell command.
    fileprivate func error(for word: String) -> CommandError {
        let export = "export it again in the app without encryption"
        switch self {
        case .kdbx:
            return CommandError(
                "the file is a KeePass database, which only KeePass programs open",
                hint: "run \"latchkey-vault unlock\", then "
                    + "\"keepassxc-cli export -f xml \(word) | latchkey-vault import -\"")
        case .kdb:
            return CommandError(
                "the file is a database of KeePass 1, which only KeePass programs open",
                hint: "open it in KeePassXC, save it as a new database, and import that database's XML")
        case .encryptedAegis: return CommandError("the file is an encrypted vault of Aegis", hint: export)
        case .encryptedTwoFAS: return CommandError("the file is an encrypted backup of 2FAS", hint: export)
        case .encryptedProtonAuthenticator:
            return CommandError("the file is an encrypted export of Proton Authenticator", hint: export)
        case .encryptedEnte:
            return CommandError(
                "the file is an encrypted export of Ente Auth",
                hint: "run \"ente auth decrypt \(word) codes.txt\", then \"latchkey-vault import codes.txt\"")
        case .encryptedStratum: return CommandError("the file is an encrypted backup of Stratum", hint: export)
        case .openPGPMessage:
            return CommandError(
                "the file is encrypted with OpenPGP",
                hint: "run \"latchkey-vault unlock\", then \"gpg --decrypt \(word) | latchkey-vault import -\"")
        case .firefoxLogins, .database, .latchkeyVault, .onePasswordInterchange, .onePasswordVault, .gnomeKeyring,
            .kwallet, .passwordSafe, .buttercup, .passboltAccountKit, .openPGPKey, .psono:
            return storeError(for: word)
        }
    }

    /// The error for a file in which a program keeps its passwords, rather than an export.
    private func storeError(for word: String) -> CommandError {
        let addByHand = "and add them with \"latchkey-vault add\""
        return switch self {
        case .firefoxLogins:
            CommandError(
                "the file is Firefox's own password store, which only Firefox opens",
                hint: "open about:logins in Firefox, choose \"Export Passwords\" in its menu, and import that file")
        case .latchkeyVault:
            CommandError(
                "the file is a vault of Latchkey, not an export",
                hint: "to replace the vault with it, run \"latchkey-vault restore-backup \(word)\"")
        case .onePasswordInterchange:
            CommandError(
                "the file is a 1PIF export of 1Password", hint: "export it again in 1Password, as 1PUX or CSV")
        case .onePasswordVault:
            CommandError(
                "this is an encrypted vault of 1Password, not an export",
                hint: "export it in 1Password as 1PUX, or import it in KeePassXC and export that database as XML")
        case .gnomeKeyring:
            CommandError(
                "the file is a GNOME keyring, which has no export",
                hint: "look up its passwords in \"Passwords and Keys\" (seahorse), \(addByHand)")
        case .kwallet:
            CommandError(
                "the file is a wallet of KWallet, whose export Latchkey does not read",
                hint: "look up its passwords in KWalletManager, \(addByHand)")
        case .passwordSafe:
            CommandError(
                "the file is a Password Safe database, which Latchkey cannot read",
                hint: "choose File, Export To, Plain Text in Password Safe, and import that file")
        case .buttercup:
            CommandError(
                "the file is a vault of Buttercup, which only Buttercup opens",
                hint: "export the vault in Buttercup as CSV, and import that file")
        case .passboltAccountKit:
            CommandError(
                "the file is an account kit of Passbolt, which has no passwords",
                hint: "export the passwords in Passbolt as CSV, and import that file")
        case .openPGPKey:
            CommandError(
                "the file is an OpenPGP private key, such as Passbolt's recovery kit, and has no passwords",
                hint: "export the passwords in Passbolt as CSV, and import that file")
        case .psono:
            CommandError(
                "the file is a JSON export of Psono, which Latchkey cannot read",
                hint: "export the passwords in Psono as KDBX, run \"latchkey-vault unlock\", then "
                    + "\"keepassxc-cli export -f xml export.kdbx | latchkey-vault import -\"")
        default:
            CommandError(
                "the file is a database of a program, such as the password store of Chromium",
                hint: "export the passwords in the program's settings as CSV, and import that file")
        }
    }
}
