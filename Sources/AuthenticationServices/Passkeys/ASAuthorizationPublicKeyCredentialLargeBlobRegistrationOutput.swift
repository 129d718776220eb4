/// Whether a blob can be kept with the new passkey.
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput: Sendable {
    public static var supported: Self { Self(isSupported: true) }
    public static var unsupported: Self { Self(isSupported: false) }

    public let isSupported: Bool

    init(isSupported: Bool) {
        self.isSupported = isSupported
    }
}
