/// Whether a passkey's use needs the person verified.
///
/// WebAuthn L3 §5.8.6.
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    // The raw strings are WebAuthn's own words; Apple's are not in its reference, and every app compares constants.
    public static let preferred = Self("preferred")
    public static let required = Self("required")
    public static let discouraged = Self("discouraged")

    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
