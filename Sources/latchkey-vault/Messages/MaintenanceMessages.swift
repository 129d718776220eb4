import Foundation
import LatchkeyExchange
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

extension Messages {
    static func rejectedByGit(_ id: RecordIdentifier) -> String {
        "git does not receive the password where it was rejected, until you change it or run "
            + "\"latchkey-vault edit \(id) --git-approve\""
    }

    static func fileExists(_ path: String) -> CommandError {
        CommandError("\(path) already exists", hint: "choose another file, or a folder")
    }

    static func noBackup(_ name: String) -> CommandError {
        CommandError(
            "there is no backup named \(name)", hint: "run \"latchkey-vault backup --list\"", status: .nothingFound)
    }

    /// Describes why a file cannot be used as a backup.
    static func unusableBackup(_ path: String, _ error: VaultError) -> CommandError {
        let hint = "run \"latchkey-vault backup --list\" to list the backups"
        return switch error {
        case .newerFormat(let version):
            CommandError("\(path) has format \(version), which this version cannot read", hint: "update Latchkey")
        case .damaged(let part): CommandError("\(path) is damaged (\(part.name))", hint: hint)
        default: CommandError("\(path) is not a backup of a vault", hint: hint)
        }
    }

    /// The error for a path that must be a folder; `nil` if it is one.
    static func problem(withFolder path: String) -> CommandError? {
        // The innermost path that exists is the one that is in the way.
        var existing = URL(filePath: path).standardizedFileURL
        while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
            existing.deleteLastPathComponent()
        }
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: existing.path, isDirectory: &isFolder)
        guard exists, !isFolder.boolValue else {
            if existing.path == URL(filePath: path).standardizedFileURL.path { return nil }
            return CommandError(
                "there is no folder \(path)", hint: "run \"mkdir -p \(ShellWord.path(path))\"", status: .usage)
        }
        return CommandError(
            "\(existing.path) is a file, not a folder",
            hint: "name another folder, or run \"\(ShellWord.movingAside(existing.path))\" first", status: .usage)
    }

    /// The error for a destination that does not exist and may be meant as a folder or as a file.
    static func backupFolderOrFile(_ path: String) -> CommandError {
        let (folder, file) = (ShellWord.path(path), ShellWord.path(path + ".sqlite"))
        return CommandError(
            "there is no folder \(path)",
            hint: "run \"mkdir \(folder) && latchkey-vault backup \(folder)\" for a folder, "
                + "or \"latchkey-vault backup \(file)\" for a file",
            status: .usage)
    }

    static func backupNotWritten(_ path: String) -> CommandError {
        CommandError(
            "\(path) cannot be written", hint: "choose a folder that you can write to, or omit the destination")
    }

    static func noPastPassword(_ number: Int, of count: Int, _ id: String) -> CommandError {
        CommandError(
            count == 0
                ? "the login has no old passwords" : "there is no old password \(number); the login has \(count)",
            hint: "run \"latchkey-vault show \(id) --history\"", status: .nothingFound)
    }

    static func noField(_ name: String, _ overview: Overview, _ names: [String]) -> CommandError {
        CommandError(
            "\(overview.listTitle) has no field \"\(name)\"",
            hint: "name one of its fields: \(names.joined(separator: ", "))", status: .nothingFound)
    }

    static func noPasskey(_ number: Int, of count: Int, _ id: String) -> CommandError {
        CommandError(
            count == 0 ? "the login has no passkeys" : "there is no passkey \(number); the login has \(count)",
            hint: "run \"latchkey-vault show \(id)\"", status: .nothingFound)
    }

    /// The error for a part that only logins have.
    static func partOfLoginsOnly(
        _ part: String, _ overview: Overview, status: ExitStatus
    ) -> CommandError {
        let kind = overview.kind.word.map { "a \($0)" } ?? "an entry of an unknown kind"
        return CommandError(
            "\"\(overview.listTitle)\" is \(kind), which has no \(part)",
            hint: "run \"latchkey-vault edit \(overview.id) --concealed-field NAME\" to store the value as a field",
            status: status)
    }

    /// Describes what was restored from the bin, and where it is now.
    static func restored(_ binned: Overview, _ change: Change) -> String {
        guard let passkey = binned.passkeys.first, binned.takenFrom != nil else {
            return "restored \"\(binned.listTitle)\""
        }
        let user = passkey.userName.isEmpty ? binned.user : passkey.userName
        let name = "the passkey \(user.isEmpty ? "for \(passkey.relyingPartyIdentifier)" : "of \(user)")"
        guard case .changed(_, let login) = change else {
            return "restored \(name) as a separate login: its original login is gone or belongs to another account"
        }
        let isHidden = login.hiddenPasskeys.contains(passkey.credentialID)
        return "restored \(name) to \"\(login.listTitle)\"\(isHidden ? "; it is still not offered" : "")"
    }

    /// The error for a vault's file that is not the latest one that Latchkey has seen, with the known dates.
    static func replacedVault(_ replaced: ReplacedVault) -> CommandError {
        let changed = ReplacedVault.text(of: replaced.changed)
        let change =
            switch replaced.change {
            case .rolledBack: "is older than the one that Latchkey used last"
            case .forked: "is a copy without the changes that Latchkey saw last"
            case .anotherVault: "is another vault than the one that Latchkey used last"
            case .fileReplaced: "was replaced"
            case .notComparable: "cannot be compared with Latchkey's record of its latest state"
            }
        guard let seen = replaced.seen.map(ReplacedVault.text(of:)) else {
            return CommandError(
                "the vault's file \(change): the record cannot be read; this file was changed on \(changed)",
                hint: "if you last changed the vault on this date, run \"latchkey-vault accept\"; "
                    + "\"latchkey doctor\" shows the problem",
                status: .locked)
        }
        return CommandError(
            "the vault's file \(change): this file was changed on \(changed); Latchkey saw the latest one on \(seen)",
            hint: "if you replaced the file, run \"latchkey-vault accept\"; otherwise run "
                + "\"latchkey-vault backup --list\", then \"latchkey-vault restore-backup NAME\"",
            status: .locked)
    }

    static func noInboxEntry(_ name: String) -> CommandError {
        CommandError(
            "no inbox entry has the identifier \(name)", hint: "run \"latchkey-vault inbox\"",
            status: .nothingFound)
    }

    /// Describes an error in the user's list of sites that support codes or passkeys.
    static func secondFactors(_ mistake: SecondFactorList.Mistake, in path: String) -> CommandError {
        let hint = "write it as {\"example.com\": [\"code\", \"passkey\"]}"
        return switch mistake {
        case .unreadable: CommandError("\(path) cannot be read", hint: hint)
        case .tooLong(let limit): CommandError("\(path) has more than \(limit) bytes", hint: hint)
        case .notSites: CommandError("\(path) is not a JSON object of sites", hint: hint)
        case .domain(let name):
            CommandError("\(path): \"\(name)\" is not a registrable domain such as example.com", hint: hint)
        case .factor(let word, let name): CommandError("\(path): unknown value \"\(word)\" for \(name)", hint: hint)
        }
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    static func logins(_ count: Int) -> String { count == 1 ? "1 login" : "\(count) logins" }

    /// Counts logins and, if there are any, entries of other kinds.
    static func logins(_ count: Int, others: Int) -> String {
        others == 0
            ? logins(count) : "\(logins(count)) and \(others == 1 ? "1 other entry" : "\(others) other entries")"
    }
}
