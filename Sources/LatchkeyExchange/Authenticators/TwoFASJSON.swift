import LatchkeyCore
import LatchkeyPasswords

/// The unencrypted backup of 2FAS Authenticator (`.2fas`).
///
/// Icons and badges are ignored.
public struct TwoFASJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("services"), .each]

    public init() {}

    public var identifier: String { "2fas-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("servicesEncrypted")
            || (head.has("services") && head.hasAny("schemaVersion", "services.otp", "services.secret"))
    }

    // The code has the type, the algorithm and the secret.
    package static let completeMembers: Set<String>? = [
        "secret", "algorithm", "tokenType", "source", "link", "groupId", "icon", "badge",
    ]

    /// The names of the groups by identifier.
    ///
    /// - Throws: ``ExchangeError/unreadable(_:)`` if the backup is encrypted.
    package static func context(of bytes: [UInt8]) throws -> [String: String] {
        try JSONReader.forEach(at: [.key("servicesEncrypted")], in: bytes) { item in
            if case .success(let value) = item.value, value.scalarText == nil { return }
            throw ExchangeError.unreadable(.encryptedTwoFAS)
        }
        var names: [String: String] = [:]
        try JSONReader.forEach(at: [.key("groups"), .each], in: bytes) { item in
            guard let group = try? item.value.get(), let id = group["id"]?.string else { return }
            names[id] = group["name"]?.string
        }
        return names
    }

    package static func row(of item: JSONValue, at place: JSONItem, in groups: [String: String]) -> ImportedRow? {
        let code = item["otp"] ?? .null
        let label = code["label"]?.string ?? ""
        let name = [code["account"]?.string, label].compactMap(\.self).first { !$0.isEmpty } ?? ""
        let title = item["name"]?.string ?? ""
        let issuer = code["issuer"]?.string ?? ""
        var draft = AuthenticatorAccount(
            type: code["tokenType"]?.string ?? "totp", secret: item["secret"]?.scalarText ?? [],
            issuer: issuer.isEmpty ? title : issuer, name: name, algorithm: code["algorithm"], digits: code["digits"],
            period: code["period"], counter: code["counter"]
        ).draft
        if !title.isEmpty { draft.title = title }
        if label != name { draft.addField("Label", Secret(label), isConcealed: false) }
        if let link = code["link"]?.secret { draft.takeLink(link) }
        if let group = item["groupId"]?.string.flatMap({ groups[$0] }) {
            draft.addField("Group", Secret(group), isConcealed: false)
        }
        return draft.row(line: place.number)
    }
}

extension LoginDraft {
    /// Keeps the link from which 2FAS read the code, if it contains something else.
    fileprivate mutating func takeLink(_ link: Secret) {
        do {
            let (linked, own) = (try CodeAddress(link), try CodeAddress(code ?? Secret("")))
            if linked.otherParameters.isEmpty, linked.code.isSameAccount(as: own.code) { return }
        } catch {
            // An invalid link is kept.
        }
        addField("Link", link, isConcealed: true)
    }
}

extension OneTimeCodeSecret {
    /// Whether the codes are equal; the counter increases with each code.
    fileprivate func isSameAccount(as other: OneTimeCodeSecret) -> Bool {
        key == other.key && algorithm == other.algorithm && format == other.format && issuer == other.issuer
            && account == other.account
    }
}
