import LatchkeyCore

/// The client data of a ceremony, whose hash the authenticator signs (WebAuthn L3 §5.8.1).
package struct ClientData: Hashable, Sendable {
    package let type: Ceremony
    package let challenge: [UInt8]
    /// The origin of the requesting document, as the browser serializes it (HTML, "ASCII serialization of an origin").
    package let origin: String
    /// Whether the document has an ancestor with another origin.
    package let isCrossOrigin: Bool
    /// The origin of the top-level document; `nil` unless ``isCrossOrigin``.
    package let topOrigin: String?

    package enum Ceremony: String, Hashable, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    package init(type: Ceremony, challenge: [UInt8], origin: String, isCrossOrigin: Bool, topOrigin: String?) {
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.isCrossOrigin = isCrossOrigin
        self.topOrigin = topOrigin
    }

    /// The JSON with the exact bytes of the specification, so that a verifier needs no parser (§5.8.1.1).
    ///
    /// - Parameter more: Additional members, in order.
    package func json(adding more: [(name: String, value: String)] = []) -> String {
        var text = #"{"type":"# + Self.quoted(type.rawValue)
        text += #","challenge":"# + Self.quoted(String(decoding: Base64URL.encode(challenge), as: UTF8.self))
        text += #","origin":"# + Self.quoted(origin)
        text += #","crossOrigin":"# + (isCrossOrigin ? "true" : "false")
        if let topOrigin { text += #","topOrigin":"# + Self.quoted(topOrigin) }
        for member in more { text += "," + Self.quoted(member.name) + ":" + Self.quoted(member.value) }
        return text + "}"
    }

    /// A JSON string as "CCDToString" writes it (§5.8.1.1).
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": quoted += #"\""#
            case "\\": quoted += #"\\"#
            case "\u{0}"..<"\u{20}":
                let digits = String(character.value, radix: 16)
                quoted += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }
}
