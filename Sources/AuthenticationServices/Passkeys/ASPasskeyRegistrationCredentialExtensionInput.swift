/// A relying party's extension inputs at registration (WebAuthn L3 §10.1).
public struct ASPasskeyRegistrationCredentialExtensionInput: Sendable {
    /// Whether the passkey should store a blob; `nil` if the relying party did not ask.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
    /// The request for a pseudo-random function; `nil` if the relying party did not ask.
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?

    // Apple's reference does not have this initializer; it is like that of the other three types.
    /// Makes the inputs of a registration, for tests; on Linux the agent sends the browser's.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
