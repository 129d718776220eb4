/// What a credential request asks for.
public enum ASCredentialRequestType: Int, Sendable {
    case password = 0
    case passkeyAssertion = 1
    case passkeyRegistration = 2
    case oneTimeCode = 3
}
