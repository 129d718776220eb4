import LatchkeyCore
import LatchkeyVault

/// The JSON that Dashlane exported before it exported a zip archive of CSV files.
///
/// The logins are under `AUTHENTIFIANT`. The items of all other sections, such as notes, cards and passkeys, are refused.
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
                let title = (try? item.value.get())?.itemTitle ?? ""
                try body(
                    ImportedRow(
                        line: item.number, content: .refused(.notALogin), title: title, kind: section.lowercased(),
                        part: section))
            }
        }
    }

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
