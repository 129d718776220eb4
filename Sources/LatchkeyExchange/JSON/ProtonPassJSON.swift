import Foundation
import LatchkeyCore
import LatchkeyVault

/// The `data.json` of Proton Pass, alone or in the zip archive of the export.
///
/// If a login has a user name and an email address, the user name is the user, as when Proton Pass fills it. Notes and
/// cards become entries of their kind. Aliases, identities and items in the bin are refused. Passkeys are in a
/// proprietary format and left out with a notice.
public struct ProtonPassJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("vaults"), .each, .key("items"), .each]

    public init() {}

    public var identifier: String { "protonpass-json" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("vaults") && (head.has("userId") || head.has("version"))
            && head["encrypted"] != .bool(true)
    }

    package static let completeMembers: Set<String>? = [
        "itemId", "shareId", "itemUuid", "aliasEmail", "type", "platformSpecific", "passkeys", "files",
    ]

    /// The names of the vaults by position.
    package static func context(of bytes: [UInt8]) throws -> [Int: String] {
        var names: [Int: String] = [:]
        try JSONReader.forEach(at: [.key("vaults"), .each, .key("name")], in: bytes) { item in
            if let place = item.places.first { names[place] = (try? item.value.get())?.string }
        }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in vaults: [Int: String]) -> ImportedRow? {
        let (data, content) = (item["data"] ?? .null, item["data"]?["content"] ?? .null)
        let title = data["metadata"]?["name"]
        let kinds: [String: EntryKind] = ["login": .login, "note": .note, "creditCard": .card]
        guard let kind = data["type"]?.string.flatMap({ kinds[$0] }) else {
            return .refused(.notALogin, place, title: title, kind: data["type"]?.string)
        }
        if item["state"]?.integer == 2 { return .refused(.inBin, place, title: title) }
        var draft = LoginDraft()
        draft.kind = kind
        draft.title = title?.string ?? ""
        if kind == .card { draft.takeProtonCard(content) }
        draft.notes = data["metadata"]?["note"]?.secret
        draft.takeUser(content)
        draft.password = content["password"]?.secret
        draft.code = content["totpUri"]?.secret
        draft.addresses = (content["urls"]?.elements ?? []).compactMap(\.string)
        for app in data["platformSpecific"]?["android"]?["allowedApps"]?.elements ?? [] {
            if let name = app["packageName"]?.string { draft.addresses.append("androidapp://\(name)") }
        }
        for field in data["extraFields"]?.elements ?? [] { draft.takeField(field) }
        draft.isFavorite = item["pinned"]?.isTrue ?? false
        draft.passwordSince = item["modifyTime"]?.date()
        if let created = item["createTime"] { draft.take(created.date(), as: \.created) }
        if let vault = place.places.first.flatMap({ vaults[$0] }) {
            draft.addField("Vault", Secret(vault), isConcealed: false)
        }
        if !(content["passkeys"]?.elements ?? []).isEmpty { draft.notices.append(.passkeyLeftOut) }
        if !(item["files"]?.elements ?? []).isEmpty { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    /// The members of a Proton Pass card.
    private static let protonCard: [(field: CardField, member: String)] = [
        (.holder, "cardholderName"), (.number, "number"), (.expiry, "expirationDate"),
        (.securityCode, "verificationNumber"), (.pin, "pin"), (.bank, "bank"),
    ]

    /// Adds the values of a card; the card's type is a number that only Proton Pass uses.
    mutating func takeProtonCard(_ content: JSONValue) {
        for (field, member) in Self.protonCard {
            addCard(field, content[member]?.scalarText.map { Secret(copying: $0) })
        }
    }

    /// Sets the values of a card from the JSON in its note, as Proton Pass writes it to CSV; another note stays as it
    /// is.
    mutating func takeProtonNote(_ cell: ArraySlice<UInt8>) {
        guard kind == .card, let content = try? JSONReader.value(of: Array(cell)), !content.members.isEmpty,
            content.members.allSatisfy({ $0.value.elements.isEmpty && $0.value.members.isEmpty })
        else {
            notes = Secret(copying: cell)
            return
        }
        takeProtonCard(content)
        notes = content["note"]?.secret
        let known = Set(Self.protonCard.map(\.member) + ["note", "cardType"])
        for member in content.members where !known.contains(member.key) {
            addField(member.key, Secret(copying: member.value.scalarText ?? []), isConcealed: true)
        }
    }

    /// Sets the user from the user name or the email address.
    ///
    /// Versions before 1.22 have a user name only.
    fileprivate mutating func takeUser(_ content: JSONValue) {
        let name = [content["itemUsername"], content["username"]].compactMap { $0?.string }.first { !$0.isEmpty }
        let mail = content["itemEmail"]?.string ?? ""
        user = name ?? mail
        if name != nil { addField("Email", Secret(mail), isConcealed: false) }
    }

    fileprivate mutating func takeField(_ field: JSONValue) {
        let name = field["fieldName"]?.string ?? ""
        let kind = field["type"]?.string
        let data = field["data"]
        guard let value = (data?["totpUri"] ?? data?["content"] ?? data?["timestamp"])?.scalarText else { return }
        if kind == "totp", code?.isEmpty ?? true {
            code = Secret(copying: value)
        } else {
            addField(name, Secret(copying: value), isConcealed: !["text", "timestamp"].contains(kind))
        }
    }
}
