/// What a provider answers to WebAuthn's extensions when a passkey is made.
public struct ASPasskeyRegistrationCredentialExtensionOutput: Sendable {
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
