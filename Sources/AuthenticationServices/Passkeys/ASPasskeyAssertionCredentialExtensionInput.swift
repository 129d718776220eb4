/// A relying party's extension inputs at sign-in (WebAuthn L3 §10.1).
public struct ASPasskeyAssertionCredentialExtensionInput: Sendable {
    /// The operation on the passkey's blob; `nil` if the relying party did not request one.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
    /// The salts for the passkey's pseudo-random function; `nil` if the relying party sent none.
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?

    /// Makes the inputs of a sign-in, for tests; on Linux the agent sends the browser's.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
