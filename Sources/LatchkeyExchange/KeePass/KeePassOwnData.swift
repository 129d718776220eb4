import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault

/// The dates and marks of a login that KeePass has no place for, as an item of the entry's custom data.
///
/// KeePass and KeePassXC keep the item when they save the entry. It has no secrets. After a change of the entry by another
/// program it no longer describes the entry, and is ignored.
struct KeePassOwnData {
    static let key = "org.latchkey.login"

    private let item: JSONValue

    /// `nil` if the entry has none, or was changed since.
    init?(of entry: KeePassEntry) {
        guard let item = Self.item(of: entry), let modified = entry.modified,
            item["modified"]?.integer == Self.seconds(modified)
        else { return nil }
        self.item = item
    }

    /// Marks the row as git's, also if the entry was changed since, so that no page gets the password.
    static func addGitMembers(of entry: KeePassEntry, to row: inout ImportedRow) {
        guard let item = item(of: entry), case .login(var login) = row.content else { return }
        row.isOnlyForGit = item["isOnlyForGit"]?.isTrue ?? false
        login.authenticationType = item["authenticationType"]?.string
        row.content = .login(login)
    }

    private static func item(of entry: KeePassEntry) -> JSONValue? {
        entry.customData.first { $0.key == key }.flatMap { try? JSONReader.value(of: Array($0.value.utf8)) }
    }

    /// The item's value for a login.
    static func text(of exported: ExportedLogin) -> String {
        let login = exported.login
        var writer = JSONWriter()
        writer.object { writer in
            writer.member(login.kind)
            writer.member("modified", seconds(exported.changed))
            writer.member("created", exported.created.milliseconds)
            writer.member("changed", exported.changed.milliseconds)
            if login.password != nil { writer.member("passwordSince", exported.passwordSince.milliseconds) }
            if let lastUsed = exported.lastUsed { writer.member("lastUsed", lastUsed.milliseconds) }
            if let expiry = login.passwordExpiry { writer.member("passwordExpiry", expiry.milliseconds) }
            if let type = login.authenticationType { writer.member("authenticationType", type) }
            if exported.isOnlyForGit { writer.member("isOnlyForGit", true) }
            if login.asksEveryTime { writer.member("asksEveryTime", true) }
            if let passkey = login.passkeys.first?.description {
                if let created = passkey.created { writer.member("passkeyCreated", created.milliseconds) }
                if let lastUsed = passkey.lastUsed { writer.member("passkeyLastUsed", lastUsed.milliseconds) }
                if let name = passkey.displayName { writer.member("passkeyDisplayName", name) }
            }
            if let code = login.countedCode {
                if let issuer = code.issuer { writer.member("issuer", issuer) }
                if !code.account.isEmpty { writer.member("account", code.account) }
            }
            if login.hasSiteRules {
                writer.key("sites")
                writer.array(login.sites.map(\.text))
            }
            if !login.history.isEmpty {
                writer.key("history")
                writer.array { writer in for past in login.history { writer.write(past.replaced.milliseconds) } }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    var passwordExpiry: Date? { item["passwordExpiry"]?.date(unitsPerSecond: 1000) }

    /// The old passwords with their dates to the millisecond.
    func dated(_ history: [PastPassword]) -> [PastPassword] {
        let dates = (item["history"]?.elements ?? []).map { $0.date(unitsPerSecond: 1000) }
        guard dates.count == history.count else { return history }
        return zip(history, dates).map { past, date in
            PastPassword(password: past.password, replaced: date ?? past.replaced)
        }
    }

    func complete(_ draft: inout LoginDraft) {
        draft.kind = item["kind"].flatMap(EntryKind.init(written:)) ?? .login
        draft.created = item["created"]?.date(unitsPerSecond: 1000) ?? draft.created
        draft.passwordSince = item["passwordSince"]?.date(unitsPerSecond: 1000) ?? draft.passwordSince
        draft.lastUsed = item["lastUsed"]?.date(unitsPerSecond: 1000)
        if let sites = item["sites"]?.elements { draft.addresses = sites.compactMap(\.string) }
        draft.passwordExpiry = passwordExpiry
        draft.asksEveryTime = item["asksEveryTime"]?.isTrue ?? false
        if !draft.passkeys.isEmpty {
            draft.passkeys[0].description.created = item["passkeyCreated"]?.date(unitsPerSecond: 1000)
            draft.passkeys[0].description.lastUsed = item["passkeyLastUsed"]?.date(unitsPerSecond: 1000)
            let user = draft.passkeys[0].description.userName
            draft.passkeys[0].description.rename(to: user, displayName: item["passkeyDisplayName"]?.string)
        }
        let (issuer, account) = (item["issuer"]?.string, item["account"]?.string)
        guard issuer != nil || account != nil else { return }
        guard let code = draft.code.flatMap({ try? OneTimeCodeSecret(parsing: $0) }) else { return }
        let named = try? OneTimeCodeSecret(
            key: code.key, algorithm: code.algorithm, movingFactor: code.movingFactor, format: code.format,
            issuer: issuer, account: account ?? "")
        draft.code = named?.address ?? draft.code
    }

    func completed(_ row: ImportedRow) -> ImportedRow {
        guard case .login = row.content else { return row }
        var row = row
        row.changed = item["changed"]?.date(unitsPerSecond: 1000)
        return row
    }

    private static func seconds(_ date: Date) -> Int64 { date.milliseconds / 1000 }
}
