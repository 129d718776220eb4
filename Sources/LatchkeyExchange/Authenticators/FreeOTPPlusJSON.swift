import LatchkeyCore
import LatchkeyPasswords

/// The JSON of FreeOTP+, whose keys are arrays of signed bytes.
///
/// Images are ignored.
public struct FreeOTPPlusJSON: JSONLoginFormat {
    package static let path: [JSONStep] = [.key("tokens"), .each]

    public init() {}

    public var identifier: String { "freeotp-json" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head.has("tokenOrder") || (head.has("tokens") && head.hasAny("tokens.issuerExt", "tokens.issuerInt"))
    }

    // The code has the type and the algorithm.
    package static let completeMembers: Set<String>? = ["type", "algo", "image", "imageAlt"]

    package static func row(of item: JSONValue, at place: JSONItem, in context: Void) -> ImportedRow? {
        var key: [UInt8] = []
        for element in item["secret"]?.elements ?? [] {
            guard let byte = element.integer, (-128...255).contains(byte) else {
                return .refused(.notACode, place, title: item["label"])
            }
            key.append(UInt8(truncatingIfNeeded: byte))
        }
        let prefix = item["issuerExt"]?.string ?? ""
        let issuer = item["issuerInt"]?.string ?? ""
        var draft = AuthenticatorAccount(
            type: item["type"]?.string ?? "totp", secret: Base32.encode(Secret(copying: key)),
            issuer: issuer.isEmpty ? prefix : issuer, name: item["label"]?.string ?? "", algorithm: item["algo"],
            digits: item["digits"], period: item["period"], counter: item["counter"].map(Self.nextCounter)
        ).draft
        if prefix != issuer, !issuer.isEmpty { draft.addField("Issuer", Secret(prefix), isConcealed: false) }
        // The names that the user chose in the app.
        for (member, field) in [("issuerAlt", "Issuer in FreeOTP+"), ("labelAlt", "Label in FreeOTP+")] {
            if let name = item[member]?.string { draft.addField(field, Secret(name), isConcealed: false) }
        }
        return draft.row(line: place.number)
    }

    /// FreeOTP+ stores the counter of the last code.
    private static func nextCounter(_ counter: JSONValue) -> JSONValue {
        guard let last = counter.integer, last < .max else { return counter }
        return .number(String(last + 1))
    }
}
