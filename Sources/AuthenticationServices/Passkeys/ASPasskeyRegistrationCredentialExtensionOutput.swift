/// A provider's extension outputs at registration (WebAuthn L3 §10.1).
public struct ASPasskeyRegistrationCredentialExtensionOutput: Sendable {
    /// Whether the passkey can store a blob; `nil` if the request did not ask.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
    /// Whether the passkey has a pseudo-random function, and its outputs; `nil` if the request did not ask.
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

    /// Makes the outputs of a registration; `nil` for an extension without a result.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
