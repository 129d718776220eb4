import Foundation
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// The unencrypted JSON of Bitwarden and Vaultwarden, for a user's vault or an organization's.
///
/// Logins are imported completely, including passkeys. An address that is never matched becomes a field, which keeps
/// the login from its host. The rules "host", "starts with" and "exact" become an ``AddressRule``. A regular expression
/// becomes a field, with a notice. Attachments, which the file only names, are left out with a notice. Notes and cards
/// become entries of their kind. Identities, SSH keys and items in the bin are refused.
public struct BitwardenJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("items"), .each]

    public init() {}

    public var identifier: String { "bitwarden-json" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        // Scripts that filter an export keep `items` only.
        guard head.has("encrypted") else {
            return head.has("items.type", "items.name")
                && head.hasAny("items.login.username", "items.login.password", "items.login.uris", "items.secureNote")
        }
        return head["encrypted"] == .bool(false) && head.hasAny("items", "folders", "collections")
    }

    package static let completeMembers: Set<String>? = [
        "id", "organizationId", "folderId", "collectionIds", "type", "object", "key", "uriChecksum", "linkedId",
        "creationDate", "revisionDate", "deletedDate", "archivedDate", "passwordRevisionDate", "passwordHistory",
        "attachments", "credentialId", "keyType", "keyAlgorithm", "keyCurve", "keyValue", "userHandle", "counter",
        "discoverable", "expMonth", "expYear",
    ]

    /// The names of folders and collections by their identifiers.
    package static func context(of bytes: [UInt8]) throws -> [String: String] {
        var names: [String: String] = [:]
        for list in ["folders", "collections"] {
            try JSONReader.forEach(at: [.key(list), .each], in: bytes) { item in
                guard let folder = try? item.value.get(), let id = folder["id"]?.string else { return }
                names[id] = folder["name"]?.string
            }
        }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in names: [String: String]) -> ImportedRow? {
        let kinds: [Int64: EntryKind] = [1: .login, 2: .note, 3: .card]
        guard let kind = item["type"]?.integer.flatMap({ kinds[$0] }) else {
            let names: [Int64: String] = [4: "identity", 5: "SSH key"]
            return .refused(.notALogin, place, title: item["name"], kind: item["type"]?.integer.flatMap { names[$0] })
        }
        if item["deletedDate"] != nil { return .refused(.inBin, place, title: item["name"]) }
        let login = item["login"] ?? .null
        var draft = LoginDraft()
        draft.kind = kind
        draft.title = item["name"]?.string ?? ""
        if let card = item["card"] { draft.takeCard(card) }
        draft.user = login["username"]?.string ?? ""
        draft.password = login["password"]?.secret
        draft.code = login["totp"]?.secret
        draft.notes = item["notes"]?.secret
        for uri in login["uris"]?.elements ?? [] { draft.takeAddress(uri) }
        draft.isFavorite = item["favorite"]?.isTrue ?? false
        draft.asksEveryTime = item["reprompt"]?.isTrue ?? false
        draft.passwordSince = (login["passwordRevisionDate"] ?? item["revisionDate"])?.isoDate
        if let archived = item["archivedDate"]?.string { draft.addArchived(archived) }
        if let created = item["creationDate"] { draft.take(created.isoDate, as: \.created) }
        draft.history = (item["passwordHistory"]?.elements ?? []).pastPasswords(
            password: "password", date: { $0["lastUsedDate"]?.isoDate })
        for field in item["fields"]?.elements ?? [] { draft.takeField(field) }
        let folders = [item["folderId"]] + (item["collectionIds"]?.elements ?? [])
        for name in folders.compactMap({ $0?.string.flatMap { names[$0] } }) {
            draft.addField("Folder", Secret(name), isConcealed: false)
        }
        for passkey in login["fido2Credentials"]?.elements ?? [] { draft.takePasskey(passkey) }
        if item["attachments"] != nil { draft.notices.append(.attachmentLeftOut) }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    /// Adds an address by its rule.
    ///
    /// The rule is 0 for the site, 1 for the host, 2 for the start of the address, 3 for the exact address, 4 for a
    /// regular expression, and 5 for an address that is never matched.
    fileprivate mutating func takeAddress(_ uri: JSONValue) {
        guard let address = uri["uri"]?.string else { return }
        switch uri["match"]?.integer {
        case 5: return addField(Login.excludedAddressField, Secret(address), isConcealed: false)
        case 4:
            notices.append(.siteRuleIsPattern)
            return addField(FieldName.addressPattern, Secret(address), isConcealed: false)
        case 1: addresses.append(ruled(address, by: .host))
        case 2: addresses.append(ruled(address, by: .start))
        case 3: addresses.append(ruled(address, by: .exact))
        default: addresses.append(address)
        }
    }

    /// Adds a rule to the address, and `https` to a bare host.
    ///
    /// - Returns: The address unchanged if it is not on the web; a notice reports the rule.
    private mutating func ruled(_ address: String, by rule: AddressRule) -> String {
        let site = Site(address).flatMap { Site(rule.prefix + $0.url) }
        guard let site, site.rule != nil else {
            notices.append(.siteRuleLeftOut)
            return address
        }
        return site.text
    }

    fileprivate mutating func takePasskey(_ item: JSONValue) {
        guard let passkey = Passkey(bitwarden: item) else { return notices.append(.passkeyLeftOut) }
        passkeys.append(passkey)
        if let counter = item["counter"]?.scalarText, !counter.elementsEqual("0".utf8) {
            notices.append(.passkeyCounterLeftOut)
        }
        if let site = item["rpName"]?.string, site != passkey.description.relyingPartyIdentifier {
            addField(FieldName.passkeySite, Secret(site), isConcealed: false)
        }
    }

    fileprivate mutating func takeCard(_ card: JSONValue) {
        let members: [(CardField, String)] = [
            (.holder, "cardholderName"), (.brand, "brand"), (.number, "number"), (.securityCode, "code"),
        ]
        for (field, name) in members { addCard(field, card[name]?.secret) }
        expiryMonth = card["expMonth"]?.text ?? ""
        expiryYear = card["expYear"]?.text ?? ""
    }

    /// Adds a custom field.
    ///
    /// Its type is 0 for text, 1 for hidden text, 2 for a checkbox and 3 for a linked field.
    fileprivate mutating func takeField(_ field: JSONValue) {
        if field["type"]?.integer == 3 { return takeLink(field) }
        guard let value = field["value"]?.scalarText else { return }
        addField(
            field["name"]?.string ?? "", Secret(copying: value), isConcealed: field["type"]?.integer == 1)
    }
}

extension LoginDraft {
    /// Adds a field that describes a linked field: Bitwarden fills it from the user name or password; Latchkey does
    /// not.
    private mutating func takeLink(_ field: JSONValue) {
        let target: String
        switch field["linkedId"]?.integer {
        case 100: target = "the user name"
        case 101: target = "the password"
        default: return notices.append(.fieldLeftOut)
        }
        addField(field["name"]?.string ?? "", Secret("linked to \(target)"), isConcealed: false)
    }

    /// Records in a field and a notice that the login was archived in the exporting program.
    mutating func addArchived(_ value: String) {
        addField("Archived", Secret(value), isConcealed: false)
        notices.append(.wasArchived)
    }
}

extension Passkey {
    /// Reads a passkey.
    ///
    /// Its credential ID is a UUID, or `b64.` and Base64url; `nil` if a member is missing or invalid.
    fileprivate init?(bitwarden item: JSONValue) {
        guard let rp = item["rpId"]?.string, let written = item["credentialId"]?.string,
            let key = item["keyValue"]?.string.flatMap(Base64URL.decode)
        else { return nil }
        let id: Data?
        if written.hasPrefix("b64.") {
            id = Base64URL.decode(String(written.dropFirst(4))).map { Data($0) }
        } else {
            id = UUID(uuidString: written).map { uuid in unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Data($0) } }
        }
        guard let id, !id.isEmpty, !key.isEmpty, !rp.isEmpty else { return nil }
        self.init(
            description: PasskeyDescription(
                relyingPartyIdentifier: rp, credentialID: id,
                userHandle: item["userHandle"]?.string.flatMap(Base64URL.decode).map({ Data($0) }) ?? Data(),
                userName: item["userName"]?.string ?? "", displayName: item["userDisplayName"]?.string,
                created: item["creationDate"]?.isoDate),
            privateKey: Secret(copying: key))
    }
}

extension [JSONValue] {
    /// The previous passwords, newest first; a password without a date is the oldest.
    func pastPasswords(password: String, date: (JSONValue) -> Date?) -> [PastPassword] {
        let found = compactMap { entry -> PastPassword? in
            guard let secret = entry[password]?.secret, !secret.isEmpty else { return nil }
            return PastPassword(password: secret, replaced: date(entry) ?? Date(timeIntervalSince1970: 0))
        }
        return found.sorted { $0.replaced > $1.replaced }
    }
}
