import LatchkeyCore
import LatchkeyVault

/// The JSON of Keeper.
///
/// A record is a login if its type is a login, or if it has a user or a password. Other cards and notes become entries
/// of their kind; all other records, such as identities, are refused. Custom fields become fields, one for each of
/// their parts. Attached files and passkeys are left out with a notice.
public struct KeeperJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("records"), .each]

    public init() {}

    public var identifier: String { "keeper-json" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head), head.hasAny("records", "shared_folders") else { return false }
        return head.hasAny("records.$type", "records.login_url", "records.custom_fields", "shared_folders.path")
            || (head.has("records", "shared_folders") && !head.has("items"))
    }

    // `references` has identifiers of other records. A notice reports passkeys and attached files.
    package static let completeMembers: Set<String>? = ["uid", "$type", "references", "attachments", "$passkey::1"]

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        let type = item["$type"]?.string ?? "login"
        let isLogin = type == "login" || item["login"]?.scalarText != nil || item["password"]?.scalarText != nil
        let kinds: [String: EntryKind] = ["bankCard": .card, "encryptedNotes": .note]
        guard let kind = isLogin ? .login : kinds[type] else {
            return .refused(.notALogin, place, title: item["title"], kind: type)
        }
        var draft = LoginDraft()
        draft.kind = kind
        draft.title = item["title"]?.string ?? ""
        draft.user = String(decoding: item["login"]?.scalarText ?? [], as: UTF8.self)
        draft.password = item["password"]?.scalarText.map { Secret(copying: $0) }
        draft.notes = item["notes"]?.secret
        if let address = item["login_url"]?.string { draft.addresses.append(address) }
        draft.passwordSince = item["last_modified"]?.date()
        if kind == .login, type != "login" { draft.addField("Type", Secret(type), isConcealed: false) }
        for member in item["custom_fields"]?.members ?? [] {
            draft.take(KeeperFieldName(member.key), member.value)
        }
        for folder in item["folders"]?.elements ?? [] {
            for (member, field) in [("folder", "Folder"), ("shared_folder", "Shared folder")] {
                if let name = folder[member]?.string { draft.addField(field, Secret(name), isConcealed: false) }
            }
        }
        if !(item["attachments"]?.elements ?? []).isEmpty { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: place.number)
    }
}

/// The name of a custom field: `$type:label:number`, where label and number are optional, or a label only.
private struct KeeperFieldName {
    /// The types whose values are not hidden in Keeper.
    private static let openTypes: Set = [
        "text", "multiline", "email", "phone", "url", "name", "address", "host", "date", "birthDate", "expirationDate",
    ]

    /// `nil` if the file does not say.
    let type: String?
    let name: String

    init(_ key: String) {
        guard key.hasPrefix("$") else {
            (type, name) = (nil, key)
            return
        }
        var parts = key.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let kind = parts.removeFirst()
        // A label may contain colons.
        if let last = parts.last, Int(last) != nil { parts.removeLast() }
        let label = parts.joined(separator: ":")
        type = kind
        name = [label, kind].first { !$0.isEmpty } ?? "Field"
    }

    var isConcealed: Bool { !Self.openTypes.contains(type ?? "") }
}

extension LoginDraft {
    fileprivate mutating func take(_ name: KeeperFieldName, _ value: JSONValue) {
        if kind == .card, takeCard(name, value) { return }
        switch name.type {
        case "note" where kind == .note && notes == nil && value.string != nil: notes = value.secret
        case "oneTimeCode" where code == nil && value.string != nil: code = value.secret
        case "url" where value.string != nil: addresses.append(value.string ?? "")
        case "passkey": notices.append(.passkeyLeftOut)
        default: addFields(name.name, value, isConcealed: name.isConcealed)
        }
    }

    /// Adds the values of a payment card.
    ///
    /// - Returns: `false` if the field is an ordinary one.
    private mutating func takeCard(_ name: KeeperFieldName, _ value: JSONValue) -> Bool {
        let text = value.scalarText.map { Secret(copying: $0) }
        switch (name.type, name.name) {
        case ("pinCode", _) where text != nil: addCard(.pin, text)
        case ("text", "cardholderName") where text != nil: addCard(.holder, text)
        case ("paymentCard", _) where text == nil:
            let members: [String: CardField] = [
                "cardNumber": .number, "cardExpirationDate": .expiry, "cardSecurityCode": .securityCode,
            ]
            // A field may have one card or several.
            for member in (value.elements + [value]).flatMap(\.members) {
                if let field = members[member.key], let text = member.value.scalarText {
                    addCard(field, Secret(copying: text))
                } else {
                    addFields(member.key, member.value, isConcealed: true)
                }
            }
        default: return false
        }
        return true
    }

    /// Adds a field for each scalar in a value; the scanner bounds the depth.
    private mutating func addFields(_ name: String, _ value: JSONValue, isConcealed: Bool) {
        if let text = value.scalarText { return addField(name, Secret(copying: text), isConcealed: isConcealed) }
        for element in value.elements { addFields(name, element, isConcealed: isConcealed) }
        for member in value.members { addFields("\(name): \(member.key)", member.value, isConcealed: isConcealed) }
    }
}
