import LatchkeyCore
import LatchkeyVault

/// The JSON that Dashlane exported before it exported a zip archive of CSV files.
///
/// The logins are under `AUTHENTIFIANT`; all other members are ignored.
public struct DashlaneJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("AUTHENTIFIANT"), .each]

    public init() {}

    public var identifier: String { "dashlane-json" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        JSONHead(head)?.has("AUTHENTIFIANT") ?? false
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
        if let address = item["url"]?.string ?? item["domain"]?.string { draft.addresses = [address] }
        if let category = item["category"]?.string { draft.addField("Category", Secret(category), isConcealed: false) }
        return draft.row(line: place.number)
    }
}
