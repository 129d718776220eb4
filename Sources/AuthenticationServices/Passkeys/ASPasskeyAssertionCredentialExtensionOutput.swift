/// A provider's extension outputs at sign-in (WebAuthn L3 §10.1).
public struct ASPasskeyAssertionCredentialExtensionOutput: Sendable {
    /// The result of the operation on the blob; `nil` if none was requested.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    /// The outputs of the pseudo-random function; `nil` if the request had no salts, or without support.
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

    /// Makes the outputs of a sign-in; `nil` for an extension without a result.
    public init(
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
    ) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
