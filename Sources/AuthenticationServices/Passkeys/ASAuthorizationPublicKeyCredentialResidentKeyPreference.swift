/// Whether a new credential is to be discoverable.
///
/// WebAuthn L3 §5.4.6.
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
    // The raw strings are WebAuthn's own words; Apple's are not in its reference, and every app compares constants.
    public static let discouraged = Self("discouraged")
    public static let preferred = Self("preferred")
    public static let required = Self("required")

    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
