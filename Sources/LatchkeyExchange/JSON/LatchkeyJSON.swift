import Foundation
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault
import LatchkeyWebAuthn

/// Latchkey's JSON format, which contains every value of a login; Docs/export-format.md describes it.
public struct LatchkeyJSON: JSONLoginFormat {
    /// The value of the member `format`.
    static let format = "latchkey-vault"
    /// Increases only if an older reader would misunderstand the file.
    static let version: Int64 = 1

    package static let path: [JSONStep] = [.key("logins"), .each]

    public init() {}

    public var identifier: String { "latchkey-json" }
    public var hasOneRowPerLogin: Bool { true }
    public var mayBeOwnExport: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        JSONHead(head)?["format"] == .text(Array(Self.format.utf8))
    }

    /// - Throws: ``ExchangeError/newerVersion`` if the file's version is missing or above ``version``.
    package static func context(of bytes: [UInt8]) throws {
        try JSONReader.forEach(at: [.key("version")], in: bytes) { item in
            guard let version = try item.value.get().integer, version <= Self.version else {
                throw ExchangeError.newerVersion
            }
        }
    }

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        let title = item["title"]
        guard let login = Login(latchkey: item) else {
            let kind = item["kind"].flatMap { EntryKind(written: $0) == nil ? $0.text : nil }
            return .refused(.notALogin, place, title: title, kind: kind)
        }
        guard login.sites.count + login.fields.count + login.passkeys.count <= LoginDraft.partLimit else {
            return .refused(.tooLong, place, title: title)
        }
        guard login.isStreamSafe else { return .refused(.tooManyMarks, place) }
        let surplus = (item["history"]?.elements.count ?? 0) - Login.historyLimit
        var row = ImportedRow(
            line: place.number, content: .login(login), created: item["created"]?.date(unitsPerSecond: 1000),
            lastUsed: item["lastUsed"]?.date(unitsPerSecond: 1000),
            passwordSince: (item["passwordSince"] ?? item["changed"])?.date(unitsPerSecond: 1000),
            notices: surplus > 0 ? [.historyShortened(surplus)] : [])
        row.changed = item["changed"]?.date(unitsPerSecond: 1000)
        row.isOnlyForGit = item["isOnlyForGit"]?.isTrue ?? false
        return row
    }

    /// Writes logins as one file.
    static func write(_ logins: [ExportedLogin], at date: Date) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", format)
            writer.member("version", version)
            writer.member("exported", date.milliseconds)
            writer.key("logins")
            writer.array { writer in
                for login in logins {
                    writer.newLine()
                    writer.object { login.write(to: &$0) }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension ExportedLogin {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member(login.kind)
        writer.member("title", login.title)
        writer.member("user", login.user)
        if let password = login.password {
            writer.member("password", password)
            writer.member("passwordSince", passwordSince.milliseconds)
        }
        writer.key("sites")
        writer.array(login.sites.map(\.text))
        if let code = login.oneTimeCode { writer.member("oneTimeCode", code) }
        writer.key("passkeys")
        writer.array { writer in
            for passkey in login.passkeys {
                let id = passkey.description.credentialID
                writer.object { writer in
                    passkey.write(to: &writer)
                    if login.hiddenPasskeys.contains(id) { writer.member("isHidden", true) }
                    if login.replacedPasskeys.contains(id) { writer.member("isReplaced", true) }
                }
            }
        }
        if let notes = login.notes { writer.member("notes", notes) }
        writer.key("fields")
        writer.array { writer in
            for field in login.fields {
                writer.object { writer in
                    writer.member("name", field.name)
                    writer.member("value", field.value)
                    writer.member("isConcealed", field.isConcealed)
                }
            }
        }
        writer.member("isFavorite", login.isFavorite)
        writer.member("asksEveryTime", login.asksEveryTime)
        login.writeHistory(to: &writer)
        login.writeGitMembers(to: &writer)
        if isOnlyForGit { writer.member("isOnlyForGit", true) }
        writer.member("created", created.milliseconds)
        writer.member("changed", changed.milliseconds)
        if let lastUsed { writer.member("lastUsed", lastUsed.milliseconds) }
    }
}

extension Login {
    /// Writes the history, which CXF cannot express either.
    func writeHistory(to writer: inout JSONWriter) {
        writer.key("history")
        writer.array { writer in
            for past in history {
                writer.object { writer in
                    writer.member("password", past.password)
                    writer.member("replaced", past.replaced.milliseconds)
                }
            }
        }
    }

    func writeGitMembers(to writer: inout JSONWriter) {
        if let passwordExpiry { writer.member("passwordExpiry", passwordExpiry.milliseconds) }
        if let oauthRefreshToken { writer.member("oauthRefreshToken", oauthRefreshToken) }
        if let authenticationType { writer.member("authenticationType", authenticationType) }
    }

    /// Reads the members that ``writeHistory(to:)`` and ``writeGitMembers(to:)`` write.
    mutating func readOwnMembers(of item: JSONValue) {
        history = (item["history"]?.elements ?? []).compactMap { past in
            past["password"]?.writtenSecret.map { password in
                PastPassword(
                    password: password,
                    replaced: past["replaced"]?.date(unitsPerSecond: 1000) ?? Date(timeIntervalSince1970: 0))
            }
        }
        history = Array(history.prefix(Login.historyLimit))
        passwordExpiry = item["passwordExpiry"]?.date(unitsPerSecond: 1000)
        oauthRefreshToken = item["oauthRefreshToken"]?.writtenSecret
        authenticationType = item["authenticationType"]?.string
    }

    fileprivate init?(latchkey item: JSONValue) {
        guard case .object = item, let title = item["title"]?.string, !title.isEmpty else { return nil }
        let sites = (item["sites"]?.elements ?? []).map { $0.string.flatMap(Site.init) }
        let passkeys = (item["passkeys"]?.elements ?? []).map(Passkey.init(latchkey:))
        guard !sites.contains(nil), !passkeys.contains(where: { $0 == nil }) else { return nil }
        guard let kind = item["kind"].map(EntryKind.init(written:)) ?? .login else { return nil }
        self.init(
            kind: kind, title: title, user: item["user"]?.string ?? "", password: item["password"]?.writtenSecret,
            sites: sites.compactMap(\.self), oneTimeCode: item["oneTimeCode"]?.writtenSecret,
            passkeys: passkeys.compactMap(\.self), notes: item["notes"]?.writtenSecret,
            isFavorite: item["isFavorite"]?.isTrue ?? false, asksEveryTime: item["asksEveryTime"]?.isTrue ?? false)
        fields = (item["fields"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.string, let value = field["value"]?.writtenSecret else { return nil }
            return CustomField(name: name, value: value, isConcealed: field["isConcealed"]?.isTrue ?? true)
        }
        readOwnMembers(of: item)
        let all = item["passkeys"]?.elements ?? []
        func marked(_ member: String) -> Set<Data> {
            Set(zip(self.passkeys, all).filter { $1[member]?.isTrue ?? false }.map(\.0.description.credentialID))
        }
        hiddenPasskeys = marked("isHidden")
        replacedPasskeys = marked("isReplaced")
    }

    /// Whether ``StreamSafeText`` allows every text that can be displayed.
    var isStreamSafe: Bool {
        ([title, user] + sites.map(\.text) + fields.map(\.name)
            + passkeys.flatMap { [$0.description.relyingPartyIdentifier, $0.description.userName] }).allSatisfy(
                StreamSafeText.allows)
    }
}

extension Passkey {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("relyingPartyIdentifier", description.relyingPartyIdentifier)
        writer.member("credentialID", base64URL: description.credentialID)
        writer.member("userHandle", base64URL: description.userHandle)
        writer.member("userName", description.userName)
        if let displayName = description.displayName { writer.member("userDisplayName", displayName) }
        writer.member("privateKey", base64URL: privateKey.revealBytes())
        writeOwnMembers(to: &writer)
    }

    fileprivate init?(latchkey item: JSONValue) {
        guard let party = item["relyingPartyIdentifier"]?.string,
            let id = item["credentialID"]?.string.flatMap(Base64URL.decode).map({ Data($0) }),
            let handle = item["userHandle"]?.string.flatMap(Base64URL.decode).map({ Data($0) }),
            let key = item["privateKey"]?.string.flatMap(Base64URL.decode)
        else { return nil }
        self.init(
            description: PasskeyDescription(
                relyingPartyIdentifier: party, credentialID: id, userHandle: handle,
                userName: item["userName"]?.string ?? "", displayName: item["userDisplayName"]?.string),
            privateKey: Secret(copying: key))
        readOwnMembers(of: item)
    }

    /// Writes the members that no other format has.
    private func writeOwnMembers(to writer: inout JSONWriter) {
        if let created = description.created { writer.member("created", created.milliseconds) }
        if let lastUsed = description.lastUsed { writer.member("lastUsed", lastUsed.milliseconds) }
        if let prfSecrets {
            writer.key("prfSecrets")
            writer.object { writer in
                writer.member("verified", base64URL: prfSecrets.verified.revealBytes())
                writer.member("unverified", base64URL: prfSecrets.unverified.revealBytes())
            }
        }
        if let largeBlob { writer.member("largeBlob", base64URL: largeBlob.revealBytes()) }
    }

    private mutating func readOwnMembers(of item: JSONValue) {
        description.created = item["created"]?.date(unitsPerSecond: 1000)
        description.lastUsed = item["lastUsed"]?.date(unitsPerSecond: 1000)
        let secrets = item["prfSecrets"]
        if let verified = secrets?["verified"]?.base64URLSecret,
            let unverified = secrets?["unverified"]?.base64URLSecret
        {
            prfSecrets = PasskeyPRFSecrets(verified: verified, unverified: unverified)
        }
        largeBlob = item["largeBlob"]?.base64URLSecret.flatMap { $0.count <= Passkey.largeBlobByteLimit ? $0 : nil }
    }
}

extension JSONValue {
    /// The bytes of a Base64url text; `nil` for other values.
    var base64URLSecret: Secret? { string.flatMap(Base64URL.decode).map { Secret(copying: $0) } }

    /// A secret as ``JSONWriter`` writes it: a text, or an object with the Base64url of bytes that are not UTF-8.
    var writtenSecret: Secret? {
        secret ?? self["base64url"]?.string.flatMap(Base64URL.decode).map { Secret(copying: $0) }
    }
}
