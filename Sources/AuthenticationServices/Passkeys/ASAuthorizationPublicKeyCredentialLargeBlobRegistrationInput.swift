/// How much a relying party wants a blob kept with the new passkey.
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput: Sendable {
    public enum SupportRequirement: Sendable {
        case required
        case preferred
    }

    public static var supportRequired: Self { Self(supportRequirement: .required) }
    public static var supportPreferred: Self { Self(supportRequirement: .preferred) }

    public var supportRequirement: SupportRequirement

    init(supportRequirement: SupportRequirement) {
        self.supportRequirement = supportRequirement
    }
}
