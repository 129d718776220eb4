/// A signature algorithm, by its number in the IANA registry "COSE Algorithms" (RFC 9053 §2, RFC 8812 §2).
package struct COSEAlgorithm: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// ECDSA with SHA-256; WebAuthn allows the curve P-256 only (WebAuthn L3 §5.8.5).
    package static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA; WebAuthn allows Ed25519 only.
    package static let edDSA = COSEAlgorithm(rawValue: -8)
    package static let es384 = COSEAlgorithm(rawValue: -35)
    package static let es512 = COSEAlgorithm(rawValue: -36)
    package static let ed448 = COSEAlgorithm(rawValue: -53)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    package static let rs256 = COSEAlgorithm(rawValue: -257)

    /// The algorithms of Latchkey's passkeys.
    package static let supported: Set<COSEAlgorithm> = [.es256, .edDSA, .rs256]

    /// The first supported algorithm of a relying party's list, which is ordered by preference.
    ///
    /// `nil` if none is supported (WebAuthn L3 §5.4, `pubKeyCredParams`).
    package static func chosen(from requested: [COSEAlgorithm]) -> COSEAlgorithm? {
        requested.first(where: supported.contains)
    }

    package var description: String {
        switch self {
        case .es256: "ES256"
        case .edDSA: "EdDSA"
        case .es384: "ES384"
        case .es512: "ES512"
        case .ed448: "Ed448"
        case .rs256: "RS256"
        default: "COSE algorithm \(rawValue)"
        }
    }
}
