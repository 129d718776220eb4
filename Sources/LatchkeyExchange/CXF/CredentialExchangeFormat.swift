import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// FIDO's Credential Exchange Format 1.0, as an unencrypted JSON file.
///
/// An item is a login if it has a `basic-auth`, `totp`, `passkey` or `generated-password` credential; its other
/// credentials become fields. Other items with a `credit-card` are cards, and those with a `note` are notes. Items
/// with other credentials, such as identities, are refused. Latchkey writes values that the format cannot express into
/// an extension of the item, so that an export and import loses nothing.
public struct CredentialExchangeFormat: JSONLoginFormat {
    /// The name of Latchkey's extension of an item.
    static let extensionName = "org.latchkey.login"

    package static let path: [JSONStep] = [.key("accounts"), .each, .key("items"), .each]

    public init() {}

    public var identifier: String { "cxf" }
    public var hasOneRowPerLogin: Bool { true }
    public var mayBeOwnExport: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("accounts") && head.hasAny("exporterRpId", "exporter", "exporterDisplayName")
            || head.has("exporterRpId", "version")
    }

    package static let completeMembers: Set<String>? = [
        "id", "type", "fieldType", "extensions", "androidApps", "fido2Extensions", "integrityHash", "algorithm",
        "secret", "name",
    ]

    /// The titles of the collections, by account index and by item identifier.
    ///
    /// - Throws: ``ExchangeError/newerVersion`` for a major version above 1.
    package static func context(of bytes: [UInt8]) throws -> [Int: [String: [String]]] {
        try JSONReader.forEach(at: [.key("version"), .key("major")], in: bytes) { item in
            guard let major = try item.value.get().integer, major <= 1 else { throw ExchangeError.newerVersion }
        }
        var titles: [Int: [String: [String]]] = [:]
        try JSONReader.forEach(at: [.key("accounts"), .each, .key("collections"), .each], in: bytes) { item in
            guard let collection = try? item.value.get(), let account = item.places.first else { return }
            Self.collect(collection, into: &titles[account, default: [:]])
        }
        return titles
    }

    /// Collects titles recursively; the JSON reader limits the depth.
    private static func collect(_ collection: JSONValue, into titles: inout [String: [String]]) {
        if let title = collection["title"]?.string, !title.isEmpty {
            for item in collection["items"]?.elements ?? [] {
                if let id = item["item"]?.string { titles[id, default: []].append(title) }
            }
        }
        for below in collection["subCollections"]?.elements ?? [] { collect(below, into: &titles) }
    }

    package static func row(
        of item: JSONValue, at place: JSONItem, in collections: [Int: [String: [String]]]
    ) -> ImportedRow? {
        let credentials = item["credentials"]?.elements ?? []
        let kinds = credentials.compactMap { $0["type"]?.string }
        let own = (item["extensions"]?.elements ?? []).first { $0["name"]?.string == extensionName }
        guard let kind = own?["kind"].flatMap(EntryKind.init(written:)) ?? kind(of: kinds) else {
            let other = kinds.first { !["note", "custom-fields", "file"].contains($0) }
            return .refused(.notALogin, place, title: item["title"], kind: other ?? kinds.first)
        }
        var draft = LoginDraft()
        draft.kind = kind
        draft.title = item["title"]?.string ?? ""
        draft.addField("Subtitle", Secret(item["subtitle"]?.string ?? ""), isConcealed: false)
        draft.isFavorite = item["favorite"]?.isTrue ?? false
        if let created = item["creationAt"] { draft.take(created.date(), as: \.created) }
        draft.passwordSince = item["modifiedAt"]?.date()
        draft.addresses = (item["scope"]?["urls"]?.elements ?? []).compactMap(\.string)
        for app in item["scope"]?["androidApps"]?.elements ?? [] {
            if let bundle = app["bundleId"]?.string { draft.addresses.append("androidapp://\(bundle)") }
        }
        for credential in credentials { draft.take(credential) }
        let titles = place.places.first.flatMap { account in item["id"]?.string.flatMap { collections[account]?[$0] } }
        for title in titles ?? [] { draft.addField("Collection", Secret(title), isConcealed: false) }
        let tags = (item["tags"]?.elements ?? []).compactMap(\.string).joined(separator: ", ")
        draft.addField("Tags", Secret(tags), isConcealed: false)
        if let own { draft.takeOwnMembers(of: own) }
        let row = draft.row(line: place.number)
        return own.map { row.completed(with: $0) } ?? row
    }
}

extension CredentialExchangeFormat {
    /// The kind of an item by the types of its credentials; `nil` for an item that is not imported.
    private static func kind(of types: [String]) -> EntryKind? {
        if types.contains(where: ["basic-auth", "totp", "passkey", "generated-password"].contains) { return .login }
        if types.contains("credit-card") { return .card }
        let isNote = types.contains("note") && types.allSatisfy(["note", "custom-fields", "file"].contains)
        return isNote ? .note : nil
    }
}

extension LoginDraft {
    /// The members of a `credit-card` credential.
    static let exchangedCard: [(field: CardField, member: String)] = [
        (.holder, "fullName"), (.number, "number"), (.expiry, "expiryDate"), (.securityCode, "verificationNumber"),
        (.pin, "pin"), (.brand, "cardType"),
    ]

    fileprivate mutating func take(_ credential: JSONValue) {
        switch credential["type"]?.string {
        case "credit-card" where kind == .card: takeCard(credential)
        case "basic-auth": takeBasic(credential)
        case "generated-password" where password == nil: password = credential["password"]?.secret
        case "totp": takeCode(credential)
        case "passkey":
            if let passkey = Passkey(exchanged: credential) {
                passkeys.append(passkey)
            } else {
                notices.append(.passkeyLeftOut)
            }
        case "note" where notes == nil:
            notes = (credential["content"]?["value"] ?? credential["content"])?.secret
        case "custom-fields":
            let label = credential["label"]?.string ?? ""
            for field in credential["fields"]?.elements ?? [] { take(field, name: "", of: label) }
        case "file": notices.append(.attachmentLeftOut)
        case let kind: takeRest(credential, kind ?? "")
        }
    }

    /// Adds a `basic-auth` credential: the first is the user and password, all others become fields.
    private mutating func takeBasic(_ credential: JSONValue) {
        let (name, secret) = (credential["username"]?.fieldValue, credential["password"]?.fieldValue)
        if user.isEmpty, password == nil {
            user = name.map { String(decoding: $0, as: UTF8.self) } ?? ""
            password = secret.map { Secret(copying: $0) }
        } else {
            if let name { addField("Username", Secret(copying: name), isConcealed: false) }
            if let secret { addField("Password", Secret(copying: secret), isConcealed: true) }
        }
    }

    private mutating func takeCard(_ credential: JSONValue) {
        for (field, member) in Self.exchangedCard {
            addCard(field, credential[member]?.fieldValue.map { Secret(copying: $0) })
        }
        let known = Set(Self.exchangedCard.map(\.member) + ["type", "id", "extensions"])
        for member in credential.members where !known.contains(member.key) {
            take(member.value, name: member.key, of: "")
        }
    }

    private mutating func takeCode(_ credential: JSONValue) {
        guard let seed = credential["secret"]?.secret else { return }
        let algorithm = credential["algorithm"]?.string?.uppercased() ?? "SHA1"
        var address = [
            Secret("otpauth://totp/?secret="), seed,
            Secret("&period=\(credential["period"]?.integer ?? 30)&digits=\(credential["digits"]?.integer ?? 6)"),
            Secret("&algorithm=" + (algorithm.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")),
        ]
        if let made = OneTimeCodeSecret(exchanged: credential, seed: seed) { address = [made.address] }
        let text = Secret(joining: address)
        if code == nil { code = text } else { addField(FieldName.code, text, isConcealed: true) }
    }

    /// Adds a field for each member of a credential that is not part of a login.
    private mutating func takeRest(_ credential: JSONValue, _ kind: String) {
        for member in credential.members where !["type", "id", "extensions"].contains(member.key) {
            take(member.value, name: member.key, of: kind)
        }
    }

    private mutating func take(_ field: JSONValue, name: String, of group: String) {
        guard let value = field.fieldValue else { return }
        let label = field["label"]?.string ?? name
        let names = [group, label].filter { !$0.isEmpty }
        let kind = field["fieldType"]?.string ?? "concealed-string"
        addField(names.joined(separator: ": "), Secret(copying: value), isConcealed: kind == "concealed-string")
    }

    /// Sets the values of Latchkey's extension, which are exact where the format's members are not.
    fileprivate mutating func takeOwnMembers(of own: JSONValue) {
        if let sites = own["sites"]?.elements { addresses = sites.compactMap(\.string) }
        password = own["password"]?.writtenSecret ?? password
        notes = own["notes"]?.writtenSecret ?? notes
        // An invalid secret would become a field here; `completed(with:)` sets it unchanged.
        if let written = own["oneTimeCode"]?.writtenSecret, (try? OneTimeCodeSecret(parsing: written)) != nil {
            code = written
        }
        created = own["created"]?.date(unitsPerSecond: 1000) ?? created
        lastUsed = own["lastUsed"]?.date(unitsPerSecond: 1000)
        passwordSince = own["passwordSince"]?.date(unitsPerSecond: 1000) ?? passwordSince
        asksEveryTime = own["asksEveryTime"]?.isTrue ?? false
        guard let all = own["fields"]?.elements else { return }
        removeFields()
        fields = all.compactMap { field in
            field["value"]?.writtenSecret.map {
                CustomField(
                    name: field["name"]?.string ?? "", value: $0, isConcealed: field["isConcealed"]?.isTrue ?? true)
            }
        }
    }
}

extension ImportedRow {
    /// The row with the values of Latchkey's extension that a ``LoginDraft`` cannot hold.
    fileprivate func completed(with own: JSONValue) -> ImportedRow {
        guard case .login(var login) = content else { return self }
        login.readOwnMembers(of: own)
        login.takePasskeyMembers(of: own)
        login.password = own["password"]?.writtenSecret ?? login.password
        login.notes = own["notes"]?.writtenSecret ?? login.notes
        login.oneTimeCode = own["oneTimeCode"]?.writtenSecret ?? login.oneTimeCode
        var row = self
        row.content = .login(login)
        row.changed = own["changed"]?.date(unitsPerSecond: 1000)
        row.isOnlyForGit = own["isOnlyForGit"]?.isTrue ?? false
        return row
    }
}

extension Login {
    fileprivate mutating func takePasskeyMembers(of own: JSONValue) {
        func names(_ member: String) -> Set<String> { Set((own[member]?.elements ?? []).compactMap(\.string)) }
        let (hidden, replaced) = (names("hiddenPasskeys"), names("replacedPasskeys"))
        for index in passkeys.indices {
            let description = passkeys[index].description
            func date(_ member: String) -> Date? {
                own[member]?[description.exchangedName]?.date(unitsPerSecond: 1000)
            }
            passkeys[index].description.created = date("passkeysCreated")
            passkeys[index].description.lastUsed = date("passkeysLastUsed")
            if hidden.contains(description.exchangedName) { hiddenPasskeys.insert(description.credentialID) }
            if replaced.contains(description.exchangedName) { replacedPasskeys.insert(description.credentialID) }
        }
    }
}

extension JSONValue {
    /// The value of an editable field; some programs write the value alone.
    fileprivate var fieldValue: [UInt8]? { self["value"]?.scalarText ?? scalarText }
}

extension OneTimeCodeSecret {
    /// Reads a `totp` credential; `nil` if its values are invalid.
    fileprivate init?(exchanged item: JSONValue, seed: Secret) {
        let name = item["algorithm"]?.string?.uppercased() ?? "SHA1"
        guard let key = unsafe seed.withBytes({ unsafe Base32.decode($0) }), let algorithm = Algorithm(rawValue: name),
            let period = Int(exactly: item["period"]?.integer ?? 30),
            let digits = Int(exactly: item["digits"]?.integer ?? 6)
        else { return nil }
        let made = try? OneTimeCodeSecret(
            key: key, algorithm: algorithm, movingFactor: .time(period: period), format: .decimal(digits: digits),
            issuer: item["issuer"]?.string, account: item["username"]?.string ?? "")
        guard let made else { return nil }
        self = made
    }
}

extension Passkey {
    fileprivate init?(exchanged item: JSONValue) {
        guard let party = item["rpId"]?.string, !party.isEmpty,
            let id = item["credentialId"]?.string.flatMap(Base64URL.decode).map({ Data($0) }), !id.isEmpty,
            let key = item["key"]?.string.flatMap(Base64URL.decode)
        else { return nil }
        self.init(
            description: PasskeyDescription(
                relyingPartyIdentifier: party, credentialID: id,
                userHandle: item["userHandle"]?.string.flatMap(Base64URL.decode).map({ Data($0) }) ?? Data(),
                userName: item["username"]?.string ?? "", displayName: item["userDisplayName"]?.string),
            privateKey: Secret(copying: key))
        takeExtensions(item["fido2Extensions"])
    }

    /// Adds the PRF secrets and the large blob.
    ///
    /// Invalid ones are ignored, because the passkey works without them.
    private mutating func takeExtensions(_ item: JSONValue?) {
        if let secrets = item?["hmacCredentials"], secrets["algorithm"]?.string == Self.exchangedAlgorithm,
            let verified = secrets["credWithUV"]?.base64URLSecret,
            let unverified = secrets["credWithoutUV"]?.base64URLSecret
        {
            prfSecrets = PasskeyPRFSecrets(verified: verified, unverified: unverified)
        }
        if let packed = item?["largeBlob"]?["data"]?.string.flatMap(Base64URL.decode),
            let blob = try? Inflater.inflate(packed[...], limit: Passkey.largeBlobByteLimit)
        {
            largeBlob = Secret(copying: blob)
        }
    }
}
