/// How an authenticator is attached to the client device (WebAuthn L3 §5.4.5).
public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
    /// The authenticator is part of the device; providers are platform authenticators.
    case platform = 0
    /// The authenticator can be moved between devices, such as a USB security key.
    case crossPlatform = 1
}
