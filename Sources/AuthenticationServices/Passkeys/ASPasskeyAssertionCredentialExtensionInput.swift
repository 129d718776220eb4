/// What a relying party asks of WebAuthn's extensions at sign-in.
public struct ASPasskeyAssertionCredentialExtensionInput: Sendable {
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?

    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
