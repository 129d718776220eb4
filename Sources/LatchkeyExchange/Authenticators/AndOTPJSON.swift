import LatchkeyCore

/// The unencrypted backup of andOTP: an array of accounts.
public struct AndOTPJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.each]

    public init() {}

    public var identifier: String { "andotp-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(ofArray: head) else { return false }
        return head.has("secret", "type", "label") && head.hasAny("thumbnail", "algorithm", "last_used")
    }

    // The code has the type, the algorithm and the secret.
    package static let completeMembers: Set<String>? = ["type", "algorithm", "secret", "thumbnail"]

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        var draft = AuthenticatorAccount(
            type: item["type"]?.string ?? "totp", secret: item["secret"]?.scalarText ?? [],
            issuer: item["issuer"]?.string ?? "", name: item["label"]?.string ?? "", algorithm: item["algorithm"],
            digits: item["digits"], period: item["period"], counter: item["counter"]
        ).draft
        for tag in (item["tags"]?.elements ?? []).compactMap(\.string) {
            draft.addField("Tag", Secret(tag), isConcealed: false)
        }
        // Zero means that the account was never used.
        if let used = item["last_used"], used.integer != 0 {
            draft.take(used.date(unitsPerSecond: 1000), as: \.lastUsed)
        }
        return draft.row(line: place.number)
    }
}
