/// The extension inputs of a passkey request, by the request's kind.
public enum ASPasskeyCredentialExtensionInput: Sendable {
    case none
    case assertion(ASPasskeyAssertionCredentialExtensionInput)
    case registration(ASPasskeyRegistrationCredentialExtensionInput)
}
