/// Whether a relying party wants an attestation of the authenticator (WebAuthn L3 §5.4.7).
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Hashable, Sendable {
    // WebAuthn's strings: Apple's reference does not give its own, and apps compare with these constants.
    /// The relying party does not want an attestation.
    public static let none = Self("none")
    /// The relying party wants the authenticator's own attestation statement.
    public static let direct = Self("direct")
    /// The relying party accepts an attestation that the client has anonymized.
    public static let indirect = Self("indirect")
    /// The relying party wants an attestation that may identify the device.
    public static let enterprise = Self("enterprise")

    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a kind from WebAuthn's string; the same as `init(rawValue:)`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
