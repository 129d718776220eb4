import Foundation
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault
import LatchkeyVaultProvider

/// The output of `--json` of the commands for several logins.
struct LoginsOutput: Encodable {
    let logins: [LoginOutput]

    init(_ overviews: [Overview]) { logins = overviews.map { LoginOutput($0) } }
}

/// A login, note or card as it is printed; secrets only with `--reveal`.
struct LoginOutput: Encodable {
    var id: String
    /// `note`, `card` or `unknown`; `nil` for a login.
    var kind: String?
    var title: String
    var user: String
    var sites: [String]
    /// The kinds of secrets it has: `password`, `oneTimeCode`, `passkey`, `notes`.
    var contents: [String]
    var isFavorite: Bool
    var asksEveryTime: Bool
    /// `true` if git stored the password and no page gets it; otherwise `nil`.
    var onlyForGit: Bool?
    /// `true` if a server rejected the password when git used it; otherwise `nil`.
    var rejectedByGit: Bool?
    /// The addresses that rejected it; only with `show`.
    var rejectedByGitAt: [String]?
    var created: String
    var changed: String
    var lastUsed: String?
    var removed: String?
    /// `nil` if it has none.
    var passkeys: [PasskeyOutput]?
    var fields: [Field]?
    /// The page on which users change the site's password.
    var changePasswordURL: String?
    /// How hard the password is to guess, from 0 to 4.
    var passwordScore: Int?
    /// The same in words.
    var passwordStrength: String?
    /// Old passwords, newest first; only with `--history`.
    var history: [Past]?
    // Only with --reveal.
    var password: String?
    var oneTimeCode: String?
    var notes: String?

    struct Field: Encodable {
        var name: String
        /// `nil` for a concealed field without `--reveal`.
        var value: String?
    }

    struct Past: Encodable {
        /// The argument of `edit --from-history`.
        var number: Int
        var replaced: String
        /// Only with `--reveal`.
        var password: String?
    }

    init(_ overview: Overview) {
        id = overview.id.description
        kind = overview.kind == .login ? nil : overview.kind.word ?? "unknown"
        title = overview.title
        user = overview.user
        sites = overview.sites.map(\.text)
        contents = overview.contents.names
        isFavorite = overview.isFavorite
        asksEveryTime = overview.asksEveryTime
        onlyForGit = overview.contents.contains(.onlyForGit) ? true : nil
        rejectedByGit = overview.contents.contains(.rejectedByGit) ? true : nil
        created = JSONDate.text(overview.created)
        changed = JSONDate.text(overview.changed)
        lastUsed = overview.lastUsed.map { JSONDate.text($0) }
        removed = overview.removed.map { JSONDate.text($0) }
        passkeys = PasskeyOutput.all(of: overview)
    }

    init(_ record: Record, revealing: Bool, withHistory: Bool = false) {
        self.init(record.overview)
        let login = record.login
        fields = login.fields.map { field in
            Field(name: field.name, value: revealing || !field.isConcealed ? field.value.reveal() : nil)
        }
        rejectedByGitAt = record.gitRejections.isEmpty ? nil : record.gitRejections
        let known = [login.title, login.user] + login.sites.map(\.host)
        if let strength = login.password.map({ PasswordStrength(of: $0, knowing: known) }) {
            passwordScore = strength.score
            passwordStrength = strength.word + (strength.reason.map { ": \($0)" } ?? "")
        }
        if withHistory {
            history = login.history.enumerated().map { place, past in
                Past(
                    number: place + 1, replaced: JSONDate.text(past.replaced),
                    password: revealing ? past.password.reveal() : nil)
            }
        }
        guard revealing else { return }
        password = login.password?.reveal()
        oneTimeCode = login.oneTimeCode?.reveal()
        notes = login.notes?.reveal()
    }

    /// The lines of the table.
    var lines: [String] {
        var table = Table()
        table.add("title", title)
        if let kind { table.add("kind", kind) }
        if !user.isEmpty { table.add("user", user) }
        for site in sites { table.add("site", site) }
        if contents.contains("password") { table.add("password", password ?? Self.hidden) }
        if let passwordStrength { table.add("strength", passwordStrength) }
        if onlyForGit != nil { table.add("git", "stored by git; web pages do not get the password") }
        for place in rejectedByGitAt ?? [] { table.add("git", "rejected at \(Host.displayText(of: place))") }
        if contents.contains("oneTimeCode") { table.add("code", oneTimeCode ?? Self.hidden) }
        for passkey in passkeys ?? [] { table.add("passkey \(passkey.number)", passkey.line) }
        if contents.contains("notes") { Self.add("notes", notes ?? Self.hidden, to: &table) }
        for field in fields ?? [] { Self.add(field.name, field.value ?? Self.hidden, to: &table) }
        for past in history ?? [] {
            table.add("old password \(past.number)", "\(past.password ?? Self.hidden), until \(past.replaced)")
        }
        if isFavorite { table.add("favorite", "yes") }
        if asksEveryTime { table.add("asks", "every time") }
        if let changePasswordURL { table.add("change at", changePasswordURL) }
        table.add("changed", changed)
        if let lastUsed { table.add("used", lastUsed) }
        if let removed { table.add("in the bin since", removed) }
        table.add("id", id)
        return table.lines
    }

    /// Adds a row for each line of a text.
    private static func add(_ name: String, _ text: String, to table: inout Table) {
        // A newline at the end does not start another line.
        let lines = DisplayText.lines(text.hasSuffix("\n") || text.hasSuffix("\r\n") ? String(text.dropLast()) : text)
        for (number, line) in lines.enumerated() { table.add(number == 0 ? name : "", line) }
    }

    private static let hidden = "******** (shown with --reveal)"
}

extension EntryKind {
    /// The kind's word, also for a kind of a later version.
    var shownWord: String { word ?? "unknown kind" }
}

extension Overview.Contents {
    var names: [String] {
        let all: [(Overview.Contents, String)] = [
            (.password, "password"), (.oneTimeCode, "oneTimeCode"), (.passkey, "passkey"), (.notes, "notes"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
