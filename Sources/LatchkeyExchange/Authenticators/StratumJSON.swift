import LatchkeyCore

/// The unencrypted backup of Stratum, the former Authenticator Pro.
///
/// Icons are ignored.
public struct StratumJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("Authenticators"), .each]

    public init() {}

    public var identifier: String { "stratum-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("Authenticators.Secret", "Authenticators.Type")
    }

    // The code has the type, the algorithm and the secret.
    package static let completeMembers: Set<String>? = ["Type", "Algorithm", "Secret", "Icon"]

    /// The names of the categories of each secret: the backup has no other identifier of an entry.
    package static func context(of bytes: [UInt8]) throws -> [[UInt8]: [String]] {
        var names: [String: String] = [:]
        try JSONReader.forEach(at: [.key("Categories"), .each], in: bytes) { item in
            guard let category = try? item.value.get(), let id = category["Id"]?.string else { return }
            names[id] = category["Name"]?.string
        }
        var categories: [[UInt8]: [String]] = [:]
        try JSONReader.forEach(at: [.key("AuthenticatorCategories"), .each], in: bytes) { item in
            guard let link = try? item.value.get(), let secret = link["AuthenticatorSecret"]?.scalarText,
                let name = link["CategoryId"]?.string.flatMap({ names[$0] })
            else { return }
            categories[secret, default: []].append(name)
        }
        return categories
    }

    package static func row(
        of item: JSONValue, at place: JSONItem, in categories: [[UInt8]: [String]]
    ) -> ImportedRow? {
        let type = item["Type"]?.scalarText.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let secret = item["Secret"]?.scalarText ?? []
        // The app writes every number, and uses those of the entry's type only.
        let (isTimed, isCounted) = (type == "2", type == "1")
        var draft = AuthenticatorAccount(
            type: types[type] ?? type, secret: secret, issuer: item["Issuer"]?.string ?? "",
            name: item["Username"]?.string ?? "",
            algorithm: isTimed || isCounted ? algorithm(item["Algorithm"]) : nil,
            digits: isTimed || isCounted ? item["Digits"] : nil, period: isTimed ? item["Period"] : nil,
            counter: isCounted ? item["Counter"] : nil
        ).draft
        // Codes of Yandex and mOTP also need a PIN.
        if let pin = item["Pin"]?.scalarText { draft.addField("PIN", Secret(copying: pin), isConcealed: true) }
        for name in categories[secret] ?? [] { draft.addField("Category", Secret(name), isConcealed: false) }
        return draft.row(line: place.number)
    }

    private static let types = ["1": "hotp", "2": "totp", "3": "motp", "4": "steam", "5": "yandex"]

    /// The name of an algorithm that the backup writes as a number.
    private static func algorithm(_ number: JSONValue?) -> JSONValue? {
        let names = ["0": "SHA1", "1": "SHA256", "2": "SHA512"]
        guard let text = number?.scalarText.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        return names[text].map { .text(Array($0.utf8)) } ?? number
    }
}
