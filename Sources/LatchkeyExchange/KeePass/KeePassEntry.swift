import Foundation
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// An entry of a KeePass file, which becomes one row.
struct KeePassEntry {
    struct Text {
        let key: String
        var value: Secret
        let isProtected: Bool
    }

    /// The tag that marks a favorite by convention; KeePass has no field for it.
    static let favoriteTag = "Favorite"

    let line: Int
    /// The names of the groups that contain it, outermost first, without the root group.
    let group: [String]
    let isInBin: Bool
    /// In Base64, as written in the file.
    var identifier: [UInt8] = []
    var strings: [Text] = []
    var tags = ""
    var overrideURL = ""
    /// The default key sequence of auto-type, and the sequences of windows.
    var autoType: [(window: String?, sequence: String)] = []
    /// Data of plug-ins and of other programs.
    var customData: [(key: String, value: String)] = []
    var created: Date?
    var modified: Date?
    var expiry: Date?
    var expires = false
    /// The previous states, oldest first.
    var history: [KeePassEntry] = []
    var hasFiles = false
    /// Whether a value can contain a reference; only such an entry waits for the end of the file.
    var mayHaveReferences = false
    /// Whether a reference names no entry.
    var hasUnknownReference = false
    /// Why the entry cannot be imported: a value is too long, or encrypted.
    var flaw: RefusalReason?

    init(line: Int, group: [String], isInBin: Bool) {
        self.line = line
        self.group = group
        self.isInBin = isInBin
    }

    var row: ImportedRow {
        if isInBin { return .refused(.inBin, line: line, title: text("Title")) }
        if let flaw { return .refused(flaw, line: line, title: text("Title")) }
        let own = KeePassOwnData(of: self)
        var draft = LoginDraft()
        draft.title = text("Title")
        draft.user = text("UserName")
        draft.password = secret("Password")
        draft.notes = secret("Notes")
        draft.addresses = addresses
        draft.created = created
        draft.history = own?.dated(pastPasswords) ?? pastPasswords
        // The oldest consecutive state with the current password is the change that set it.
        draft.passwordSince =
            (history + [self]).reversed().prefix { $0.secret("Password") == secret("Password") }
            .last?.modified
        var used = Set(["Title", "UserName", "Password", "Notes", "URL"] + addressKeys)
        switch KeePassCode(of: self) {
        case .code(let code, let keys):
            draft.code = code
            used.formUnion(keys)
        case .invalid: draft.notices.append(.codeKeptAsField)
        case nil: break
        }
        if let passkey {
            draft.passkeys = [passkey]
            used.formUnion(KeePassPasskeyKey.all)
        } else if passkeyID != nil, secret(KeePassPasskeyKey.privateKey) != nil {
            draft.notices.append(.passkeyKeyUnreadable)
        }
        if hasUnknownReference { draft.notices.append(.referenceKeptAsText) }
        for string in strings where !used.contains(string.key) {
            draft.addField(fieldName(of: string.key), string.value, isConcealed: string.isProtected)
        }
        draft.addField("Group", Secret(group.joined(separator: "/")), isConcealed: false)
        let tags = tags.split(whereSeparator: ";,".contains).map(String.init)
        draft.isFavorite = tags.contains(Self.favoriteTag)
        let others = tags.filter { $0 != Self.favoriteTag }
        draft.addField("Tags", Secret(others.joined(separator: ", ")), isConcealed: false)
        if expires, let expiry, own?.passwordExpiry == nil {
            draft.addField("Expires", Secret(expiry.formatted(.iso8601)), isConcealed: false)
        }
        addProgramFields(to: &draft)
        if hasFiles { draft.notices.append(.attachmentLeftOut) }
        own?.complete(&draft)
        var row = draft.row(line: line)
        KeePassOwnData.addGitMembers(of: self, to: &row)
        return own?.completed(row) ?? row
    }

    /// The field's name in a login: keys are unique in KeePass, so an export numbers the further excluded addresses.
    private func fieldName(of key: String) -> String {
        let name = Login.excludedAddressField
        guard key.hasPrefix(name + " "), Int(key.dropFirst(name.count + 1)) != nil else { return key }
        return name
    }

    /// Adds fields for what only KeePass and its browser extension use.
    private func addProgramFields(to draft: inout LoginDraft) {
        draft.addField("Override URL", Secret(overrideURL), isConcealed: false)
        for (window, sequence) in autoType {
            let name = window == nil ? "Auto-Type" : "Auto-Type window"
            let parts = [window, sequence].compactMap(\.self).filter { !$0.isEmpty }
            draft.addField(name, Secret(parts.joined(separator: ": ")), isConcealed: false)
        }
        for (key, value) in customData where key != KeePassOwnData.key && key != Self.modificationKey {
            draft.addField(key, Secret(value), isConcealed: false)
        }
    }

    /// The date at which KeePassXC last changed the data of other programs.
    private static let modificationKey = "_LAST_MODIFIED"

    func secret(_ key: String) -> Secret? {
        strings.first { $0.key == key && !$0.value.isEmpty }?.value
    }

    func text(_ key: String) -> String { secret(key)?.reveal() ?? "" }

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
        return past
    }

    private var passkeyID: Data? {
        // KeePassXC prefers the older name, which Strongbox writes.
        [KeePassPasskeyKey.generatedUserID, KeePassPasskeyKey.credential].lazy
            .compactMap { Base64URL.decode(text($0)).map { Data($0) } }.first { !$0.isEmpty }
    }

    private var passkey: Passkey? {
        guard let id = passkeyID, let key = secret(KeePassPasskeyKey.privateKey).flatMap(PrivateKeyText.decode) else {
            return nil
        }
        let olderName = text(KeePassPasskeyKey.olderUserName)
        return Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: text(KeePassPasskeyKey.relyingParty), credentialID: id,
                userHandle: Base64URL.decode(text(KeePassPasskeyKey.userHandle)).map({ Data($0) }) ?? Data(),
                userName: olderName.isEmpty ? text(KeePassPasskeyKey.userName) : olderName),
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

/// The names of the fields in which KeePassXC and Strongbox store a passkey.
enum KeePassPasskeyKey {
    static let credential = "KPEX_PASSKEY_CREDENTIAL_ID"
    static let privateKey = "KPEX_PASSKEY_PRIVATE_KEY_PEM"
    static let relyingParty = "KPEX_PASSKEY_RELYING_PARTY"
    static let userName = "KPEX_PASSKEY_USERNAME"
    static let userHandle = "KPEX_PASSKEY_USER_HANDLE"
    /// The credential ID in files of Strongbox and of early versions of KeePassXC.
    static let generatedUserID = "KPEX_PASSKEY_GENERATED_USER_ID"
    /// The user name in files of Strongbox.
    static let olderUserName = "KPXC_PASSKEY_USERNAME"

    static let all = [
        credential, privateKey, relyingParty, userName, userHandle, generatedUserID, olderUserName,
    ]
}

/// The PEM encoding of a PKCS #8 private key (RFC 7468 §10).
enum PrivateKeyText {
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"

    /// Decodes the text with any line ends or none; Strongbox writes a single line.
    static func decode(_ text: Secret) -> Secret? {
        let text = text.reveal().trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(begin), text.hasSuffix(end), text.utf8.count > begin.utf8.count + end.utf8.count else {
            return nil
        }
        let body = text.utf8.dropFirst(begin.utf8.count).dropLast(end.utf8.count)
        let letters = body.filter { !" \t\r\n".utf8.contains($0) }
        return Data(base64Encoded: Data(letters)).map { Secret(copying: $0) }
    }

    static func encode(_ key: Secret) -> Secret {
        let body = key.revealBytes(as: Data.self).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return Secret("\(begin)\n\(body)\n\(end)")
    }
}
