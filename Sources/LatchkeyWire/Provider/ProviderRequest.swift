/// One call of a provider's entry method, with its arguments.
///
/// A new call needs a case here, a case and traits of ``Kind``, its coding in `ProviderRequest+Coding.swift`, and the
/// call itself in `ProviderRuntime`. The compiler reports each place that lacks it.
public enum ProviderRequest: Hashable, Sendable {
    case provideWithoutUserInteraction(CredentialIdentity)
    case prepareToProvide(CredentialIdentity)
    case prepareCredentialList([ServiceIdentifier])
    /// The list while a page waits for a passkey: the answer is a password or an assertion.
    case prepareCredentialListWithPasskeys([ServiceIdentifier], PasskeyRequestParameters)
    case prepareOneTimeCodeList([ServiceIdentifier])
    case prepareTextToInsert
    case assertPasskeyWithoutUserInteraction(PasskeyAssertionRequest)
    case prepareToAssertPasskey(PasskeyAssertionRequest)
    case preparePasskeyRegistration(PasskeyRegistrationRequest)
    /// The automatic upgrade of a password; it never shows an interface.
    case registerPasskeyWithoutUserInteraction(PasskeyRegistrationRequest)
    case saveWithoutUserInteraction(SavePasswordRequest)
    case prepareToSave(SavePasswordRequest)
    case generateWithoutUserInteraction(GeneratePasswordsRequest)
    case prepareToGenerate(GeneratePasswordsRequest)
    case prepareConfiguration
    case report(CredentialReport)
    /// Requests all identities again after the store was lost. Apple's API has no such request.
    case refillIdentityStore

    /// Whether the provider's sheet may be shown.
    public var showsInterface: Bool { kind.traits.showsInterface }
}

extension ProviderRequest {
    /// The calls, by their names in messages.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case provideWithoutUserInteraction, prepareToProvide, prepareCredentialList, prepareCredentialListWithPasskeys
        case prepareOneTimeCodeList, prepareTextToInsert, assertPasskeyWithoutUserInteraction, prepareToAssertPasskey
        case preparePasskeyRegistration, registerPasskeyWithoutUserInteraction, saveWithoutUserInteraction
        case prepareToSave, generateWithoutUserInteraction, prepareToGenerate, prepareConfiguration, report
        case refillIdentityStore
    }

    /// The properties of a call that the agent uses.
    package struct Traits: Sendable {
        /// The word for the call in the activity log.
        package let logName: String
        /// Whether the provider's sheet may be shown.
        package let showsInterface: Bool
        /// The answers that complete the call, in addition to a cancellation.
        package let answers: [ProviderAnswer.Kind]

        fileprivate init(_ logName: String, showsInterface: Bool = false, answers: ProviderAnswer.Kind...) {
            self.logName = logName
            self.showsInterface = showsInterface
            self.answers = answers
        }
    }
}

extension ProviderRequest.Kind {
    package var traits: ProviderRequest.Traits {
        typealias Traits = ProviderRequest.Traits
        return switch self {
        case .provideWithoutUserInteraction: Traits("fill", answers: .password, .oneTimeCode)
        case .prepareToProvide: Traits("fill", showsInterface: true, answers: .password, .oneTimeCode)
        case .prepareCredentialList: Traits("list", showsInterface: true, answers: .password)
        case .prepareCredentialListWithPasskeys:
            Traits("list", showsInterface: true, answers: .password, .passkeyAssertion)
        case .prepareOneTimeCodeList: Traits("list", showsInterface: true, answers: .oneTimeCode)
        case .prepareTextToInsert: Traits("insert text", showsInterface: true, answers: .text)
        case .assertPasskeyWithoutUserInteraction: Traits("sign in", answers: .passkeyAssertion)
        case .prepareToAssertPasskey: Traits("sign in", showsInterface: true, answers: .passkeyAssertion)
        case .preparePasskeyRegistration: Traits("create passkey", showsInterface: true, answers: .passkeyRegistration)
        case .registerPasskeyWithoutUserInteraction: Traits("upgrade to passkey", answers: .passkeyRegistration)
        case .saveWithoutUserInteraction: Traits("save", answers: .passwordSaved)
        case .prepareToSave: Traits("save", showsInterface: true, answers: .passwordSaved)
        case .generateWithoutUserInteraction: Traits("generate", answers: .generatedPasswords)
        case .prepareToGenerate: Traits("generate", showsInterface: true, answers: .generatedPasswords)
        case .prepareConfiguration: Traits("configure", showsInterface: true, answers: .configured)
        case .report: Traits("report", answers: .reported)
        case .refillIdentityStore: Traits("refill", answers: .reported)
        }
    }
}
