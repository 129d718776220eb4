/// What a relying party asks of WebAuthn's extensions when a passkey is made.
public struct ASPasskeyRegistrationCredentialExtensionInput: Sendable {
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?

    // The shape of this initializer is not in Apple's reference; it is that of the three types beside it.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
