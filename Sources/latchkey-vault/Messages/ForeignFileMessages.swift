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

    static let columnsForm = CommandError(
        "--columns takes a list such as title=Name,username=Login,password=Secret",
        hint: "the values are \(CSVMapping.Value.allCases.map(\.rawValue).joined(separator: ", "))", status: .usage)

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
        }
    }
}
