/// A request for the pseudo-random function of a new passkey (WebAuthn L3 §10.1.4).
///
/// The salts are already hashed, as in ``ASAuthorizationPublicKeyCredentialPRFAssertionInput``.
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput: Sendable {
    /// One or two salts, of the same type as at sign-in.
    public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

    /// A request that only asks whether the function is supported, without salts.
    public static var checkForSupport: Self { Self(inputValues: nil) }

    /// Whether the request has no salts and only asks for support.
    public let shouldCheckForSupport: Bool
    /// The salts to evaluate immediately; `nil` if the request only asks for support.
    public let inputValues: InputValues?

    init(inputValues: InputValues?) {
        self.shouldCheckForSupport = inputValues == nil
        self.inputValues = inputValues
    }

    /// Makes a request that also evaluates the function for these salts.
    public static func inputValues(_ inputValues: InputValues) -> Self {
        Self(inputValues: inputValues)
    }
}
