import LatchkeyCore

/// The unencrypted JSON of Proton Authenticator.
public struct ProtonAuthenticatorJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("entries"), .each]

    public init() {}

    public var identifier: String { "proton-authenticator-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("entries", "entries.content")
            && head.hasAny("entries.content.uri", "entries.content.entry_type")
    }

    // The code has the URI.
    package static let completeMembers: Set<String>? = ["id", "uri", "entry_type"]

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        guard let address = item["content"]?["uri"]?.secret, !address.isEmpty else {
            return .refused(.notACode, place, title: item["content"]?["name"])
        }
        var draft = LoginDraft(codeAddress: address, name: item["content"]?["name"]?.string)
        draft.notes = item["note"]?.secret
        return draft.row(line: place.number)
    }
}
