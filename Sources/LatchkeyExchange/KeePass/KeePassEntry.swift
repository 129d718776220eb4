import Foundation
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// An entry of a KeePass file, which becomes one row.
struct KeePassEntry {
    struct Text {
        let key: String
        let value: Secret
        let isProtected: Bool
    }

    /// The tag that marks a favorite by convention; KeePass has no field for it.
    static let favoriteTag = "Favorite"

    let line: Int
    /// The names of the groups that contain it, outermost first, without the root group.
    let group: [String]
    let isInBin: Bool
    var strings: [Text] = []
    var tags = ""
    var created: Date?
    var modified: Date?
    var expiry: Date?
    var expires = false
    /// The previous states, oldest first.
    var history: [KeePassEntry] = []
    var hasFiles = false
    /// Why the entry cannot be imported: a value is too long, or encrypted.
    var flaw: RefusalReason?

    init(line: Int, group: [String], isInBin: Bool) {
        self.line = line
        self.group = group
        self.isInBin = isInBin
    }

    var row: ImportedRow {
        if isInBin { return ImportedRow(line: line, content: .refused(.inBin)) }
        if let flaw { return ImportedRow(line: line, content: .refused(flaw)) }
        var draft = LoginDraft()
        draft.title = text("Title")
        draft.user = text("UserName")
        draft.password = secret("Password")
        draft.notes = secret("Notes")
        draft.addresses = addresses
        draft.created = created
        draft.history = pastPasswords
        // The oldest consecutive state with the current password is the change that set it.
        draft.passwordSince =
            (history + [self]).reversed().prefix { $0.secret("Password") == secret("Password") }
            .last?.modified
        var used = Set(["Title", "UserName", "Password", "Notes", "URL"] + addressKeys)
        if let (code, keys) = code {
            draft.code = code
            used.formUnion(keys)
        }
        if let passkey {
            draft.passkeys = [passkey]
            used.formUnion(KeePassPasskeyKey.all)
        } else if secret(KeePassPasskeyKey.credential) != nil, secret(KeePassPasskeyKey.privateKey) != nil {
            draft.notices.append(.passkeyKeyUnreadable)
        }
        for string in strings where !used.contains(string.key) {
            draft.addField(string.key, string.value, isConcealed: string.isProtected)
        }
        draft.addField("Group", Secret(group.joined(separator: "/")), isConcealed: false)
        let tags = tags.split(whereSeparator: ";,".contains).map(String.init)
        draft.isFavorite = tags.contains(Self.favoriteTag)
        let others = tags.filter { $0 != Self.favoriteTag }
        draft.addField("Tags", Secret(others.joined(separator: ", ")), isConcealed: false)
        if expires, let expiry { draft.addField("Expires", Secret(expiry.formatted(.iso8601)), isConcealed: false) }
        if hasFiles { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: line)
    }

    private func secret(_ key: String) -> Secret? {
        strings.first { $0.key == key && !$0.value.isEmpty }?.value
    }

    private func text(_ key: String) -> String { secret(key)?.reveal() ?? "" }

    /// The fields with further addresses: `KP2A_URL`, `KP2A_URL_1` and so on.
    private var addressKeys: [String] {
        strings.map(\.key).filter { $0.hasPrefix("KP2A_URL") }
    }

    private var addresses: [String] {
        var found: [String] = []
        for address in (["URL"] + addressKeys).map(text) where !address.isEmpty && !found.contains(address) {
            found.append(address)
        }
        return found
    }

    /// The passwords of previous states with the dates at which they were replaced, newest first.
    private var pastPasswords: [PastPassword] {
        let states = history + [self]
        var past: [PastPassword] = []
        for (old, new) in zip(states, states.dropFirst()) {
            guard let password = old.secret("Password"), password != new.secret("Password") else { continue }
            past.insert(
                PastPassword(password: password, replaced: new.modified ?? Date(timeIntervalSince1970: 0)), at: 0)
        }
        return Array(past.prefix(Login.historyLimit))
    }

    /// The one-time-code secret as a URI, and the names of the fields that contain it.
    private var code: (code: Secret, keys: [String])? {
        if let address = secret("otp") { return (Self.plainAddress(address), ["otp"]) }
        if let seed = secret("TOTP Seed") {
            // `30;6`, or `30;S` for Steam's.
            let settings = text("TOTP Settings").split(separator: ";").map(String.init)
            let address = Self.address(
                seed, period: settings.first ?? "30", digits: settings.dropFirst().first ?? "6", algorithm: "SHA1")
            return (address, ["TOTP Seed", "TOTP Settings"])
        }
        guard let seed = secret("TimeOtp-Secret-Base32") else { return nil }
        let algorithm = text("TimeOtp-Algorithm").filter { $0 != "-" }.dropFirst("HMAC".count)
        let (period, digits) = (text("TimeOtp-Period"), text("TimeOtp-Length"))
        let address = Self.address(
            seed, period: period.isEmpty ? "30" : period, digits: digits.isEmpty ? "6" : digits,
            algorithm: algorithm.isEmpty ? "SHA1" : String(algorithm))
        return (address, ["TimeOtp-Secret-Base32", "TimeOtp-Algorithm", "TimeOtp-Period", "TimeOtp-Length"])
    }

    /// Converts `key=SEED&step=30&size=6`, which the plugin KeeOtp writes, to a URI; returns other texts unchanged.
    private static func plainAddress(_ text: Secret) -> Secret {
        let written = text.reveal()
        guard written.hasPrefix("key=") else { return text }
        var parts: [String: String] = [:]
        for part in written.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1].removingPercentEncoding }
        }
        return address(
            Secret(parts["key"] ?? ""), period: parts["step"] ?? "30", digits: parts["size"] ?? "6",
            algorithm: parts["otpHashMode"] ?? "SHA1")
    }

    private static func address(_ seed: Secret, period: String, digits: String, algorithm: String) -> Secret {
        if digits == "S" { return Secret(joining: [Secret("steam://"), seed]) }
        return Secret(joining: [
            Secret("otpauth://totp/?secret="), seed,
            Secret("&period=\(period)&digits=\(digits)&algorithm=\(algorithm)"),
        ])
    }

    private var passkey: Passkey? {
        guard let id = Base64URL.decode(text(KeePassPasskeyKey.credential)).map({ Data($0) }), !id.isEmpty,
            let key = secret(KeePassPasskeyKey.privateKey).flatMap(PrivateKeyText.decode)
        else { return nil }
        return Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: text(KeePassPasskeyKey.relyingParty), credentialID: id,
                userHandle: Base64URL.decode(text(KeePassPasskeyKey.userHandle)).map({ Data($0) }) ?? Data(),
                userName: text(KeePassPasskeyKey.userName)),
            privateKey: key)
    }
}

/// The recycle bin of KeePassXC.
///
/// Its CSV has no other mark than the name of the group.
enum KeePassBin {
    /// The group's name in the most common languages of KeePassXC.
    private static let names: Set = [
        "Recycle Bin", "Papierkorb", "Corbeille", "Papelera de reciclaje", "Papelera", "Cestino", "Prullenbak",
        "Lixeira",
        "Reciclagem", "Papperskorgen", "Papirkurv", "Roskakori", "Kosz", "Koš", "Lomtár", "Корзина", "Кошик", "ゴミ箱",
        "回收站", "資源回收桶", "휴지통",
    ]

    /// Whether a path of groups, separated by slashes, is in the recycle bin.
    ///
    /// The bin is the root group or its child.
    static func contains(path: String) -> Bool {
        path.split(separator: "/").prefix(2).contains { names.contains(String($0)) }
    }
}

/// The names of the fields in which KeePassXC stores a passkey.
enum KeePassPasskeyKey {
    static let credential = "KPEX_PASSKEY_CREDENTIAL_ID"
    static let privateKey = "KPEX_PASSKEY_PRIVATE_KEY_PEM"
    static let relyingParty = "KPEX_PASSKEY_RELYING_PARTY"
    static let userName = "KPEX_PASSKEY_USERNAME"
    static let userHandle = "KPEX_PASSKEY_USER_HANDLE"

    static let all = [credential, privateKey, relyingParty, userName, userHandle]
}

/// The PEM encoding of a PKCS #8 private key (RFC 7468 §10).
enum PrivateKeyText {
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"

    static func decode(_ text: Secret) -> Secret? {
        let lines = text.reveal().split(whereSeparator: \.isNewline).map(String.init)
        guard lines.first == begin, lines.last == end, lines.count > 2 else { return nil }
        return Data(base64Encoded: lines.dropFirst().dropLast().joined()).map { Secret(copying: $0) }
    }

    static func encode(_ key: Secret) -> Secret {
        let body = key.revealBytes(as: Data.self).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return Secret("\(begin)\n\(body)\n\(end)")
    }
}
