/// The credential that a request asks for, with Apple's numbers.
public enum ASCredentialRequestType: Int, Sendable {
    /// ``ASPasswordCredentialRequest``, answered with a user name and password.
    case password = 0
    /// ``ASPasskeyCredentialRequest`` for a sign-in.
    case passkeyAssertion = 1
    /// ``ASPasskeyCredentialRequest`` for a new passkey.
    case passkeyRegistration = 2
    /// ``ASOneTimeCodeCredentialRequest``, answered with a code.
    case oneTimeCode = 3
}
