public import AuthenticationServices

/// The way in which a provider ended a request.
///
/// Answers are equal if their contents are; cancellations if their domains and codes are. The description has no
/// secret.
public enum ProviderAnswer: @unchecked Sendable, Equatable {
    // `@unchecked`: some of Apple's credential classes are not Sendable; they are only read here.
    /// The provider gave a user name and password.
    case password(ASPasswordCredential)
    /// The provider signed in with a passkey.
    case passkeyAssertion(ASPasskeyAssertionCredential)
    /// The provider created a passkey.
    case passkeyRegistration(ASPasskeyRegistrationCredential)
    /// The provider gave a one-time code.
    case oneTimeCode(ASOneTimeCodeCredential)
    /// The provider gave text to insert.
    case text(String)
    /// The provider saved the password.
    case passwordSaved
    /// The provider generated passwords, in its order of preference.
    case generatedPasswords([ASGeneratedPassword])
    /// The user finished the configuration.
    case configured
    /// The provider cancelled the request with this error.
    case cancelled(NSError)

    /// A cancellation with one of Apple's codes, for comparisons.
    public static func cancelled(_ code: ASExtensionError.Code) -> ProviderAnswer {
        .cancelled(NSError(domain: ASExtensionErrorDomain, code: code.rawValue))
    }

    /// Apple's code of a cancellation, `failed` for an error of another domain; `nil` for any other answer.
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
