/// Whether the new passkey can store a blob (WebAuthn L3 §10.1.5).
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput: Sendable {
    /// The output for a passkey that can store a blob.
    public static var supported: Self { Self(isSupported: true) }
    /// The output for a passkey that cannot store a blob.
    public static var unsupported: Self { Self(isSupported: false) }

    /// Whether the passkey can store a blob.
    public let isSupported: Bool

    init(isSupported: Bool) {
        self.isSupported = isSupported
    }
}
