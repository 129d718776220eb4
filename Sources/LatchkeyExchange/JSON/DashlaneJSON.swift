import LatchkeyCore
import LatchkeyVault

/// The JSON that Dashlane exported before it exported a zip archive of CSV files.
///
/// The logins are under `AUTHENTIFIANT`. Notes and payment cards become entries of their kind. The items of all other
/// sections, such as passkeys, are refused.
public struct DashlaneJSON: JSONLoginFormat {
    private static let section = "AUTHENTIFIANT"

    package static let path: [JSONStep] = [.key(section), .each]

    /// The largest number of sections; Dashlane has about 20.
    private static let sectionLimit = 256

    public init() {}

    public var identifier: String { "dashlane-json" }

    package static let completeMembers: Set<String>? = [
        "id", "anonId", "spaceId", "sharedObject", "localeFormat", "lastUse", "strength", "status", "trustedUrlGroup",
        "appMetaData", "domainIcon", "creationDate", "creationDatetime", "userModificationDatetime", "lastBackupTime",
        "modificationDatetime", "numberUse", "autoLogin", "autoProtected", "subdomainOnly", "useFixedUrl", "checked",
        "limitedPermissions", "passwordModificationDate", "objectType", "type",
    ]

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has(Self.section)
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        let bytes = try source.readAll()
        try Self.read(bytes, body)
        let sections = try JSONReader.memberNames(of: bytes, limit: Self.sectionLimit).filter { $0 != Self.section }
        for section in sections {
            try JSONReader.forEach(at: [.key(section), .each], in: bytes) { item in
                var row = Self.row(of: item, in: section)
                row.part = section
                try body(row)
            }
        }
    }

    /// Makes a row of an item that is not a login.
    private static func row(of item: JSONItem, in section: String) -> ImportedRow {
        let value: JSONValue
        switch item.value {
        case .success(let found): value = found
        case .failure(let reason): return ImportedRow(line: item.number, content: .refused(reason))
        }
        var draft = LoginDraft()
        draft.title = value.itemTitle ?? ""
        switch section {
        case "SECURENOTE":
            draft.kind = .note
            draft.notes = value["content"]?.secret
            if let category = value["category"]?.string {
                draft.addField("Category", Secret(category), isConcealed: false)
            }
        case "PAYMENTMEANS_CREDITCARD":
            draft.kind = .card
            draft.takeDashlaneCard(value)
        default: return .refused(.notALogin, line: item.number, title: draft.title, kind: section.lowercased())
        }
        var row = draft.row(line: item.number)
        row.reportRest(of: value, except: (completeMembers ?? []).union(Self.cardMembers))
        return row
    }

    /// Members of a card that are stored in another form, or repeat a part of the number.
    private static let cardMembers: Set = ["expireMonth", "expireYear", "cardNumberLastDigits", "color"]

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        var draft = LoginDraft()
        draft.title = item["title"]?.string ?? ""
        let users = ["login", "secondaryLogin", "email"].compactMap { item[$0]?.string }.filter { !$0.isEmpty }
        draft.user = users.first ?? ""
        if let mail = item["email"]?.string, mail != draft.user {
            draft.addField("Email", Secret(mail), isConcealed: false)
        }
        if let second = item["secondaryLogin"]?.string, second != draft.user {
            draft.addField("Secondary login", Secret(second), isConcealed: false)
        }
        draft.password = item["password"]?.secret
        draft.code = item["otpSecret"]?.secret
        draft.notes = item["note"]?.secret
        let addresses = ["url", "userSelectedUrl", "domain"].compactMap { item[$0]?.string }.filter { !$0.isEmpty }
        if let address = addresses.first { draft.addresses = [address] }
        for address in Set(addresses.dropFirst()).subtracting(draft.addresses).sorted() {
            draft.addField(LoginDraft.FieldName.address, Secret(address), isConcealed: false)
        }
        if let category = item["category"]?.string { draft.addField("Category", Secret(category), isConcealed: false) }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    fileprivate mutating func takeDashlaneCard(_ card: JSONValue) {
        let members: [(CardField, String)] = [
            (.holder, "ownerName"), (.number, "cardNumber"), (.securityCode, "securityCode"), (.brand, "type"),
            (.bank, "bank"),
        ]
        for (field, name) in members { addCard(field, card[name]?.scalarText.map { Secret(copying: $0) }) }
        expiryMonth = card["expireMonth"]?.text ?? ""
        expiryYear = card["expireYear"]?.text ?? ""
        notes = [card["CCNote"], card["cCNote"], card["note"]].compactMap { $0?.secret }.first { !$0.isEmpty }
        for (name, member) in [
            ("Issue number", "issueNumber"), ("Valid from (month)", "startMonth"), ("Valid from (year)", "startYear"),
        ] {
            addField(name, Secret(copying: card[member]?.scalarText ?? []), isConcealed: false)
        }
    }
}

extension JSONValue {
    /// The name of an item of any kind; `nil` if it has none.
    fileprivate var itemTitle: String? {
        let names = [
            "title", "name", "addressName", "BankAccountName", "bankAccountName", "accountName", "emailName",
            "fullname", "lastName", "rpName", "rpId", "email", "website",
        ]
        return names.lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty }
    }
}
