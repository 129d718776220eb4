public import AuthenticationServices

/// How a provider ended a request.
///
/// Answers are compared by content; cancellations by domain and code alone. A description shows no secret.
public enum ProviderAnswer: @unchecked Sendable, Equatable {
    // `@unchecked`: some of Apple's credential classes are not Sendable; those here are read only.
    case password(ASPasswordCredential)
    case passkeyAssertion(ASPasskeyAssertionCredential)
    case passkeyRegistration(ASPasskeyRegistrationCredential)
    case oneTimeCode(ASOneTimeCodeCredential)
    case text(String)
    case passwordSaved
    case generatedPasswords([ASGeneratedPassword])
    case configured
    case cancelled(NSError)

    /// Makes the cancellation with one of Apple's codes.
    public static func cancelled(_ code: ASExtensionError.Code) -> ProviderAnswer {
        .cancelled(NSError(domain: ASExtensionErrorDomain, code: code.rawValue))
    }

    /// Apple's code of a cancellation; an error of a foreign domain counts as a failure.
    public var cancellation: ASExtensionError.Code? {
        guard case .cancelled(let error) = self else { return nil }
        return (error as? ASExtensionError)?.code ?? .failed
    }

    public static func == (one: ProviderAnswer, other: ProviderAnswer) -> Bool {
        switch (one, other) {
        case (.password(let one), .password(let other)): one == other
        case (.passkeyAssertion(let one), .passkeyAssertion(let other)): one == other
        case (.passkeyRegistration(let one), .passkeyRegistration(let other)): one == other
        case (.oneTimeCode(let one), .oneTimeCode(let other)): one == other
        case (.text(let one), .text(let other)): one == other
        case (.generatedPasswords(let one), .generatedPasswords(let other)): one == other
        case (.passwordSaved, .passwordSaved), (.configured, .configured): true
        case (.cancelled(let one), .cancelled(let other)): one.domain == other.domain && one.code == other.code
        default: false
        }
    }

    package init(_ answer: ExtensionAnswer) {
        switch answer {
        case .password(let credential): self = .password(credential)
        case .passkeyAssertion(let credential): self = .passkeyAssertion(credential)
        case .passkeyRegistration(let credential): self = .passkeyRegistration(credential)
        case .oneTimeCode(let credential): self = .oneTimeCode(credential)
        case .text(let text): self = .text(text)
        case .passwordSaved: self = .passwordSaved
        case .generatedPasswords(let passwords): self = .generatedPasswords(passwords)
        case .configured: self = .configured
        case .cancelled(let error): self = .cancelled(error as NSError)
        }
    }
}

extension ProviderAnswer: CustomStringConvertible {
    public var description: String {
        switch self {
        case .password(let credential): "\(credential)"
        case .passkeyAssertion(let credential): "\(credential)"
        case .passkeyRegistration(let credential): "\(credential)"
        case .oneTimeCode(let credential): "\(credential)"
        case .text: "text, <redacted>"
        case .passwordSaved: "password saved"
        case .generatedPasswords(let passwords): "generated passwords: \(passwords)"
        case .configured: "configured"
        case .cancelled(let error): "cancelled: \(error.domain) \(error.code)"
        }
    }
}
