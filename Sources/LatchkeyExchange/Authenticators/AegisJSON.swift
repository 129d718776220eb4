import LatchkeyCore

/// The unencrypted vault of Aegis Authenticator.
///
/// Icons are ignored.
public struct AegisJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("db"), .key("entries"), .each]

    public init() {}

    public var identifier: String { "aegis-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("header", "header.slots", "header.params")
    }

    // The code has the type, the algorithm and the secret.
    package static let completeMembers: Set<String>? = [
        "uuid", "type", "algo", "secret", "groups", "icon", "icon_mime", "icon_hash",
    ]

    /// The names of the groups by identifier.
    ///
    /// - Throws: ``ExchangeError/unreadable(_:)`` if the vault is encrypted.
    package static func context(of bytes: [UInt8]) throws -> [String: String] {
        try JSONReader.forEach(at: [.key("header"), .key("slots"), .each], in: bytes) { _ in
            throw ExchangeError.unreadable(.encryptedAegis)
        }
        var names: [String: String] = [:]
        try JSONReader.forEach(at: [.key("db"), .key("groups"), .each], in: bytes) { item in
            guard let group = try? item.value.get(), let id = group["uuid"]?.string else { return }
            names[id] = group["name"]?.string
        }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in groups: [String: String]) -> ImportedRow? {
        let info = item["info"] ?? .null
        var draft = AuthenticatorAccount(
            type: item["type"]?.string ?? "totp", secret: info["secret"]?.scalarText ?? [],
            issuer: item["issuer"]?.string ?? "", name: item["name"]?.string ?? "", algorithm: info["algo"],
            digits: info["digits"], period: info["period"], counter: info["counter"]
        ).draft
        draft.notes = item["note"]?.secret
        draft.isFavorite = item["favorite"]?.isTrue ?? false
        // Codes of Yandex and mOTP also need a PIN.
        if let pin = info["pin"]?.scalarText { draft.addField("PIN", Secret(copying: pin), isConcealed: true) }
        // Before version 3 of the database, an entry has one group by name.
        let names = [item["group"]?.string] + (item["groups"]?.elements ?? []).map { $0.string.flatMap { groups[$0] } }
        for name in names.compactMap(\.self) { draft.addField("Group", Secret(name), isConcealed: false) }
        return draft.row(line: place.number)
    }
}
