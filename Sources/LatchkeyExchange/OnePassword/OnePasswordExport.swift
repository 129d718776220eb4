import Foundation
import LatchkeyCore
import LatchkeyVault

/// The `export.data` of 1Password, alone or in the zip archive of a 1PUX export.
///
/// Credit cards become cards. Of the other items, one with a user, a password or a code is a login, for example an
/// email account; other notes become notes, and all others are refused. Fields of sections become fields, except for
/// the first code. The people who share an item are not imported. Files and passkeys are left out with a notice.
public struct OnePasswordExport: JSONLoginFormat {
    package static let path: [JSONStep] = [
        .key("accounts"), .each, .key("vaults"), .each, .key("items"), .each,
    ]

    public init() {}

    public var identifier: String { "1password-1pux" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("accounts") && (head.has("accounts.attrs") || head.has("accounts.vaults"))
    }

    package static let completeMembers: Set<String>? = [
        "uuid", "categoryUuid", "state", "id", "name", "designation", "fieldType", "htmlAction", "htmlMethod",
        "htmlName", "subtitle", "ainfo", "icons", "label", "inputTraits", "placeholder", "clipboardAction", "provider",
        "passwordHistory", "documentAttributes", "file", "passkey", "passkeys", "categoryAttributes", "b5UserUUID",
        "watchtowerExclusions", "loginFields",
    ]

    /// The categories of items that become entries of their own kind.
    private static let kinds: [String: EntryKind] = ["002": .card, "003": .note]

    /// The names of the categories of other items that are usually not logins.
    private static let categories = [
        "004": "identity", "006": "document", "100": "software license",
        "101": "bank account", "103": "driver license", "104": "outdoor license", "105": "membership",
        "106": "passport", "107": "reward program", "108": "social security number", "109": "wireless router",
        "113": "medical record", "114": "SSH key", "115": "crypto wallet",
    ]

    /// The names of the vaults by the positions of account and vault.
    package static func context(of bytes: [UInt8]) throws -> [[Int]: String] {
        var names: [[Int]: String] = [:]
        let path: [JSONStep] = [.key("accounts"), .each, .key("vaults"), .each, .key("attrs"), .key("name")]
        try JSONReader.forEach(at: path, in: bytes) { names[$0.places] = (try? $0.value.get())?.string }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in vaults: [[Int]: String]) -> ImportedRow? {
        // Early versions wrap each item in an object.
        let item = item["item"] ?? item
        if item["trashed"]?.isTrue == true || ["deleted", "trashed"].contains(item["state"]?.string) {
            return .refused(.inBin, place, title: item["overview"]?["title"])
        }
        let (overview, details) = (item["overview"] ?? .null, item["details"] ?? .null)
        var draft = LoginDraft()
        draft.kind = item["categoryUuid"]?.string.flatMap { kinds[$0] } ?? .login
        draft.title = overview["title"]?.string ?? ""
        draft.notes = details["notesPlain"]?.secret
        let more = (overview["urls"]?.elements ?? []).compactMap { $0["url"]?.string }
        for address in [overview["url"]?.string].compactMap(\.self) + more where !draft.addresses.contains(address) {
            draft.addresses.append(address)
        }
        for url in overview["urls"]?.elements ?? [] {
            // 1Password names each address "website" unless the user does.
            guard let label = url["label"]?.string, !["", "website"].contains(label.lowercased()) else { continue }
            draft.addField(label, Secret(url["url"]?.string ?? ""), isConcealed: false)
        }
        draft.isFavorite = (item["favIndex"]?.integer ?? 0) != 0
        if let created = item["createdAt"] { draft.take(created.date(), as: \.created) }
        draft.passwordSince = item["updatedAt"]?.date()
        draft.history = (details["passwordHistory"]?.elements ?? []).pastPasswords(
            password: "value", date: { $0["time"]?.date() })
        let hasFiles = draft.takeFields(of: details)
        // 1Password's passkeys are in a proprietary format.
        let hasPasskey = [details, overview].contains {
            $0["passkey"] != nil || $0["passkeys"]?.elements.isEmpty == false
        }
        if hasPasskey { draft.notices.append(.passkeyLeftOut) }
        let isLogin = !draft.user.isEmpty || draft.password != nil || draft.code != nil || draft.hasLostPasskey
        if isLogin, draft.kind == .note { draft.kind = .login }
        guard isLogin || draft.kind != .login else {
            let kind = item["categoryUuid"]?.string.flatMap { categories[$0] }
            return .refused(.notALogin, place, title: overview["title"], kind: kind)
        }
        let tags = (overview["tags"]?.elements ?? []).compactMap(\.string)
        draft.addField("Tags", Secret(tags.joined(separator: ", ")), isConcealed: false)
        if item["state"]?.string == "archived" { draft.addArchived("yes") }
        if let vault = vaults[Array(place.places.prefix(2))] {
            draft.addField("Vault", Secret(vault), isConcealed: false)
        }
        if hasFiles { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    fileprivate var hasLostPasskey: Bool { notices.contains(.passkeyLeftOut) }

    /// Adds the fields of the form and of the sections.
    ///
    /// Returns whether there are files.
    fileprivate mutating func takeFields(of details: JSONValue) -> Bool {
        for field in details["loginFields"]?.elements ?? [] { takeFormField(field) }
        password = password ?? details["password"]?.secret
        var hasFiles = details["documentAttributes"] != nil
        for section in details["sections"]?.elements ?? [] {
            for field in section["fields"]?.elements ?? [] {
                if take(field, of: section["title"]?.string ?? "") { hasFiles = true }
            }
        }
        return hasFiles
    }

    private mutating func takeFormField(_ field: JSONValue) {
        if field["value"]?["credentialId"] != nil { notices.append(.passkeyLeftOut) }
        guard let value = field["value"]?.scalarText else { return }
        switch field["designation"]?.string {
        case "username" where user.isEmpty: user = String(decoding: value, as: UTF8.self)
        case "password" where password == nil: password = Secret(copying: value)
        default:
            // Buttons, checkboxes and similar elements of the form have no useful value.
            guard let kind = field["fieldType"]?.string, !["B", "I", "C", "R", "S"].contains(kind) else { return }
            let name = [field["name"], field["id"]].compactMap { $0?.string }.first { !$0.isEmpty } ?? "Field"
            addField(name, Secret(copying: value), isConcealed: kind == "P")
        }
    }

    /// Adds a field of a section.
    ///
    /// Returns `true` for a file, which is not imported.
    private mutating func take(_ field: JSONValue, of section: String) -> Bool {
        guard let (kind, value) = field["value"]?.members.first.map({ ($0.key, $0.value) }) else { return false }
        if kind == "file" { return true }
        if kind == "passkey" || value["credentialId"] != nil {
            notices.append(.passkeyLeftOut)
            return false
        }
        let id = field["id"]?.string ?? ""
        if self.kind == .card, let part = Self.onePasswordCard[id] {
            addCard(part, Secret(copying: Self.text(of: value, kind: kind)))
            return false
        }
        // Items of other categories have user and password in a section with these identifiers; an email account has
        // `pop_username` and `pop_password`.
        if let text = value.scalarText {
            if kind == "totp", code == nil {
                code = Secret(copying: text)
                return false
            }
            if id == "username" || id.hasSuffix("_username"), user.isEmpty {
                user = String(decoding: text, as: UTF8.self)
                return false
            }
            if ["password", "credential"].contains(id) || id.hasSuffix("_password"), kind == "concealed",
                password == nil
            {
                password = Secret(copying: text)
                return false
            }
        }
        let title = field["title"]?.string ?? ""
        let name = [section, title.isEmpty ? id : title].filter { !$0.isEmpty }.joined(separator: ": ")
        let isConcealed = ["concealed", "totp", "creditCardNumber", "sshKey"].contains(kind)
        addField(
            name.isEmpty ? kind : name, Secret(copying: Self.text(of: value, kind: kind)), isConcealed: isConcealed)
        return false
    }

    /// The identifiers of a credit card's fields.
    private static let onePasswordCard: [String: CardField] = [
        "cardholder": .holder, "ccnum": .number, "cvv": .securityCode, "expiry": .expiry, "pin": .pin, "type": .brand,
        "bank": .bank,
    ]

    /// The readable text of a section's value.
    private static func text(of value: JSONValue, kind: String) -> [UInt8] {
        if kind == "date", let date = value.date() {
            return Array(date.formatted(Date.ISO8601FormatStyle().year().month().day()).utf8)
        }
        // Such as 203012.
        if kind == "monthYear", let number = value.integer, number > 99_999, number <= 999_999,
            (1...12).contains(number % 100)
        {
            return Array("\(number / 100)-\(number % 100 < 10 ? "0" : "")\(number % 100)".utf8)
        }
        if let mail = value["email_address"]?.scalarText { return mail }
        if let text = value.scalarText { return text }
        let parts = value.members.compactMap { $0.value.scalarText }
        return Array(parts.joined(separator: Array(", ".utf8)))
    }
}
