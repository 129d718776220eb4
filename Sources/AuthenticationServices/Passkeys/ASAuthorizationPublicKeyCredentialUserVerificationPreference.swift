/// Whether a relying party wants user verification (WebAuthn L3 §5.8.6).
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    // WebAuthn's strings: Apple's reference does not give its own, and apps compare with these constants.
    /// Verify the user if possible; the relying party also accepts a response without verification.
    public static let preferred = Self("preferred")
    /// Verify the user, or fail.
    public static let required = Self("required")
    /// The relying party does not want user verification.
    public static let discouraged = Self("discouraged")

    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a preference from WebAuthn's string; the same as `init(rawValue:)`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
