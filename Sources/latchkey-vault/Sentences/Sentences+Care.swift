import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

// Backups, bin and history.
extension Sentences {
    static func rejectedByGit(_ id: RecordIdentifier) -> String {
        "git is not given the password where it was rejected, until it changes or you say "
            + "\"latchkey-vault edit \(id) --git-approve\""
    }

    static func fileExists(_ path: String) -> CommandError {
        CommandError("\(path) is there already", hint: "name another file, or a folder")
    }

    static func noBackup(_ name: String) -> CommandError {
        CommandError(
            "there is no backup \(name)", hint: "run \"latchkey-vault backup --list\"", status: .nothingFound)
    }

    /// What is wrong with a file that was given as a backup; the vault itself is as it was.
    static func unusableBackup(_ path: String, _ error: VaultError) -> CommandError {
        let hint = "run \"latchkey-vault backup --list\" to see those beside the vault"
        return switch error {
        case .newerFormat(let version):
            CommandError("\(path) has format \(version), which this version cannot read", hint: "update Latchkey")
        case .damaged(let part): CommandError("\(path) is damaged (\(part.name))", hint: hint)
        default: CommandError("\(path) is no backup of a vault", hint: hint)
        }
    }

    static func noFolderForBackup(_ path: String) -> CommandError {
        CommandError("there is no folder \(path)", hint: "run \"mkdir -p \(ShellWord.path(path))\"")
    }

    static func backupNotWritten(_ path: String) -> CommandError {
        CommandError("\(path) cannot be written", hint: "name a folder that you can write, or run it without a place")
    }

    static func noPastPassword(_ number: Int, of count: Int, _ id: String) -> CommandError {
        CommandError(
            count == 0
                ? "the login has no old passwords" : "the login has no old password \(number), only \(count)",
            hint: "run \"latchkey-vault show \(id) --history\"", status: .nothingFound)
    }

    static func noPasskey(_ number: Int, of count: Int, _ id: String) -> CommandError {
        CommandError(
            count == 0 ? "the login has no passkeys" : "the login has no passkey \(number), only \(count)",
            hint: "run \"latchkey-vault show \(id)\"", status: .nothingFound)
    }

    /// What came out of the bin, and where it is now.
    static func restored(_ binned: Overview, _ change: Change) -> String {
        guard let passkey = binned.passkeys.first, binned.takenFrom != nil else {
            return "\"\(binned.listTitle)\" is back"
        }
        let user = passkey.userName.isEmpty ? binned.user : passkey.userName
        let name = "the passkey \(user.isEmpty ? "for \(passkey.relyingPartyIdentifier)" : "of \(user)")"
        guard case .changed(_, let login) = change else {
            return "\(name) is back as a login of its own: the one that it came from is gone, or of another account"
        }
        let isHidden = login.hiddenPasskeys.contains(passkey.credentialID)
        return "\(name) is back in \"\(login.listTitle)\"\(isHidden ? ", and not offered, as before" : "")"
    }

    static func noInboxEntry(_ name: String) -> CommandError {
        CommandError(
            "no entry of the inbox has the identifier \(name)", hint: "run \"latchkey-vault inbox\"",
            status: .nothingFound)
    }

    /// What is wrong with the person's list of what sites take.
    static func secondFactors(_ mistake: SecondFactorList.Mistake, in path: String) -> CommandError {
        let hint = "write it as {\"example.com\": [\"code\", \"passkey\"]}"
        return switch mistake {
        case .unreadable: CommandError("\(path) cannot be read", hint: hint)
        case .tooLong(let limit): CommandError("\(path) has more than \(limit) bytes", hint: hint)
        case .notSites: CommandError("\(path) is no object of sites", hint: hint)
        case .domain(let name): CommandError("\(path): \"\(name)\" is no site's whole domain", hint: hint)
        case .factor(let word, let name): CommandError("\(path): \"\(word)\" of \(name) is unknown", hint: hint)
        }
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    static func logins(_ count: Int) -> String { count == 1 ? "1 login" : "\(count) logins" }
}
