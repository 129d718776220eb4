/// Whether a relying party wants a discoverable credential (WebAuthn L3 §5.4.6).
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
    // WebAuthn's strings: Apple's reference does not give its own, and apps compare with these constants.
    /// The relying party prefers a credential that is not discoverable.
    public static let discouraged = Self("discouraged")
    /// The relying party prefers a discoverable credential.
    public static let preferred = Self("preferred")
    /// The relying party accepts only a discoverable credential; all passkeys are.
    public static let required = Self("required")

    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a preference from WebAuthn's string; the same as `init(rawValue:)`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
