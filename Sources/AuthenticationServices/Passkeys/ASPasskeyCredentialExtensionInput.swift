/// The extension inputs of a passkey request.
public enum ASPasskeyCredentialExtensionInput: Sendable {
    /// The request has no extension inputs.
    case none
    /// The inputs of a sign-in.
    case assertion(ASPasskeyAssertionCredentialExtensionInput)
    /// The inputs of a registration.
    case registration(ASPasskeyRegistrationCredentialExtensionInput)
}
