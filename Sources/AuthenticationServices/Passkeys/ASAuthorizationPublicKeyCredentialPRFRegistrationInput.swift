/// The inputs of the pseudo-random function when a passkey is made.
///
/// The salts are hashed already, as in ``ASAuthorizationPublicKeyCredentialPRFAssertionInput``.
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput: Sendable {
    public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

    /// Asks for support alone, without a first evaluation.
    public static var checkForSupport: Self { Self(inputValues: nil) }

    public let shouldCheckForSupport: Bool
    public let inputValues: InputValues?

    init(inputValues: InputValues?) {
        self.shouldCheckForSupport = inputValues == nil
        self.inputValues = inputValues
    }

    public static func inputValues(_ inputValues: InputValues) -> Self {
        Self(inputValues: inputValues)
    }
}
