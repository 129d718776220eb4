/// What a provider answers to WebAuthn's extensions at sign-in.
public struct ASPasskeyAssertionCredentialExtensionOutput: Sendable {
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
