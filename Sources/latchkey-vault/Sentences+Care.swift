import LatchkeyCommandLine

// Backups, bin and history.
extension Sentences {
    static func fileExists(_ path: String) -> CommandError {
        CommandError("\(path) is there already", hint: "name another file, or a folder")
    }

    static func noBackup(_ name: String) -> CommandError {
        CommandError(
            "there is no backup \(name)", hint: "run \"latchkey-vault backup --list\"", status: .nothingFound)
    }

    static func noPastPassword(_ number: Int, of count: Int, _ id: String) -> CommandError {
        CommandError(
            count == 0
                ? "the login has no old passwords" : "the login has no old password \(number), only \(count)",
            hint: "run \"latchkey-vault show \(id) --history\"", status: .nothingFound)
    }

    static func logins(_ count: Int) -> String { count == 1 ? "1 login" : "\(count) logins" }
}
