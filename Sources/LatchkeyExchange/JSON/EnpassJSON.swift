import Foundation
import LatchkeyCore
import LatchkeyVault

/// The JSON of Enpass.
///
/// An entry is a login if its category is a login or if it has a password. Cards, and notes without a password, become
/// entries of their kind; identities and all others are refused. The first field of each kind is the user, the
/// password and the code; all others become fields. Attachments are left out with a notice.
public struct EnpassJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("items"), .each]

    public init() {}

    public var identifier: String { "enpass-json" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head), !head.has("encrypted") else { return false }
        return head.has("folders", "folders.parent_uuid") || head.has("items", "items.template_type")
            || head.has("items", "items.fields", "items.uuid")
            || (head.has("folders", "items") && head.hasAny("items.category", "items.auto_submit", "items.archived"))
    }

    package static let completeMembers: Set<String>? = [
        "uuid", "icon", "template_type", "category", "subtitle", "type", "folders", "hash", "attachments", "history",
        "section",
    ]

    /// The names of the folders by identifier.
    package static func context(of bytes: [UInt8]) throws -> [String: String] {
        var names: [String: String] = [:]
        try JSONReader.forEach(at: [.key("folders"), .each], in: bytes) { item in
            guard let folder = try? item.value.get(), let id = folder["uuid"]?.string else { return }
            names[id] = folder["title"]?.string
        }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in folders: [String: String]) -> ImportedRow? {
        if item["trashed"]?.isTrue == true { return .refused(.inBin, place, title: item["title"]) }
        let fields = (item["fields"]?.elements ?? []).filter { $0["deleted"]?.isTrue != true }
        let kind = item["template_type"]?.string ?? item["category"]?.string ?? ""
        let hasPassword = fields.contains { $0["type"]?.string == "password" && $0["value"]?.scalarText != nil }
        let isForeign = kind.hasPrefix("creditcard") || kind.hasPrefix("identity")
        let isLogin = kind.hasPrefix("login") || kind.hasPrefix("password") || (hasPassword && !isForeign)
        let other: EntryKind? = kind.hasPrefix("creditcard") ? .card : kind.hasPrefix("note") ? .note : nil
        guard let entryKind = isLogin ? .login : other else {
            return .refused(.notALogin, place, title: item["title"], kind: item["category"]?.string)
        }
        var draft = LoginDraft()
        draft.kind = entryKind
        draft.title = item["title"]?.string ?? ""
        draft.notes = item["note"]?.secret
        draft.isFavorite = item["favorite"]?.isTrue ?? false
        draft.passwordSince = item["updated_at"]?.date()
        if let created = item["createdAt"] { draft.take(created.date(), as: \.created) }
        let hasUser = fields.contains { $0["type"]?.string == "username" && $0["value"]?.scalarText != nil }
        for field in fields { draft.take(field, hasUser: hasUser) }
        if item["archived"]?.isTrue == true { draft.addArchived("yes") }
        for name in (item["folders"]?.elements ?? []).compactMap({ $0.string.flatMap { folders[$0] } }) {
            draft.addField("Folder", Secret(name), isConcealed: false)
        }
        if !(item["attachments"]?.elements ?? []).isEmpty { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    fileprivate mutating func take(_ field: JSONValue, hasUser: Bool) {
        guard let value = field["value"]?.scalarText else { return }
        let type = field["type"]?.string
        if kind == .card, let part = type.flatMap({ Self.enpassCard[$0] }) {
            return addCard(part, Secret(copying: value))
        }
        switch type {
        case "section": return
        case "username" where user.isEmpty: user = String(decoding: value, as: UTF8.self)
        case "email" where user.isEmpty && !hasUser: user = String(decoding: value, as: UTF8.self)
        case "password" where password == nil:
            password = Secret(copying: value)
            passwordSince = field["value_updated_at"]?.date() ?? passwordSince
            history = (field["history"]?.elements ?? []).pastPasswords(
                password: "value", date: { $0["updated_at"]?.date() })
        case "totp" where code == nil: code = Secret(copying: value)
        case "url": addresses.append(String(decoding: value, as: UTF8.self))
        case ".Android#": addresses.append(Self.app(String(decoding: value, as: UTF8.self)))
        default:
            let label = field["label"]?.string ?? ""
            addField(
                label.isEmpty ? field["type"]?.string ?? "" : label, Secret(copying: value),
                isConcealed: field["sensitive"]?.isTrue ?? true)
        }
    }

    /// The types of a card's fields.
    private static let enpassCard: [String: CardField] = [
        "ccName": .holder, "ccNumber": .number, "ccExpiry": .expiry, "ccCvc": .securityCode, "ccPin": .pin,
        "ccType": .brand, "ccBankname": .bank,
    ]

    private static func app(_ text: String) -> String {
        text.contains("://") ? text : "androidapp://\(text)"
    }
}
