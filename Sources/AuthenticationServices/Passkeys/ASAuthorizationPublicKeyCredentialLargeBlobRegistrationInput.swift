/// Whether a relying party needs a new passkey that can store a blob (WebAuthn L3 §10.1.5).
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput: Sendable {
    /// How strongly the relying party wants support for blobs.
    public enum SupportRequirement: Sendable {
        /// The registration must fail without support.
        case required
        /// The passkey may be created without support.
        case preferred
    }

    /// An input that requires support.
    public static var supportRequired: Self { Self(supportRequirement: .required) }
    /// An input that prefers support.
    public static var supportPreferred: Self { Self(supportRequirement: .preferred) }

    /// Whether support is required or preferred.
    public var supportRequirement: SupportRequirement

    init(supportRequirement: SupportRequirement) {
        self.supportRequirement = supportRequirement
    }
}
