public import FoundationEssentials

/// One call of a provider's entry method: which one, and what it is handed.
public enum ProviderRequest: Hashable, Sendable {
    case provideWithoutUserInteraction(CredentialIdentity)
    case prepareToProvide(CredentialIdentity)
    case prepareCredentialList([ServiceIdentifier])
    /// The list while a page waits for a passkey: it may answer with a password or with an assertion.
    case prepareCredentialListWithPasskeys([ServiceIdentifier], PasskeyRequestParameters)
    case prepareOneTimeCodeList([ServiceIdentifier])
    case prepareTextToInsert
    case assertPasskeyWithoutUserInteraction(PasskeyAssertionRequest)
    case prepareToAssertPasskey(PasskeyAssertionRequest)
    case preparePasskeyRegistration(PasskeyRegistrationRequest)
    /// Automatic upgrade: never with an interface, whatever comes of it.
    case registerPasskeyWithoutUserInteraction(PasskeyRegistrationRequest)
    case saveWithoutUserInteraction(SavePasswordRequest)
    case prepareToSave(SavePasswordRequest)
    case generateWithoutUserInteraction(GeneratePasswordsRequest)
    case prepareToGenerate(GeneratePasswordsRequest)
    case prepareConfiguration
    case report(CredentialReport)
    /// Asks for every identity again, after the store was lost; our own addition.
    case refillIdentityStore

    /// Whether the provider's sheet may be shown.
    public var showsInterface: Bool {
        switch self {
        case .prepareToProvide, .prepareCredentialList, .prepareCredentialListWithPasskeys, .prepareOneTimeCodeList,
            .prepareTextToInsert, .prepareToAssertPasskey, .preparePasskeyRegistration, .prepareToSave,
            .prepareToGenerate, .prepareConfiguration:
            true
        case .provideWithoutUserInteraction, .assertPasskeyWithoutUserInteraction,
            .registerPasskeyWithoutUserInteraction, .saveWithoutUserInteraction, .generateWithoutUserInteraction,
            .report, .refillIdentityStore:
            false
        }
    }
}

/// A password that a form submitted or a generator made (`ASSavePasswordRequest`).
public struct SavePasswordRequest: Codable, Hashable, Sendable {
    public enum Event: String, Codable, Sendable {
        case userInitiated
        case formDidDisappear
        case generatedPasswordFilled
    }

    public var serviceIdentifier: ServiceIdentifier
    public var user: String
    public var password: String
    public var title: String?
    public var sessionID: String
    public var event: Event
    public var passwordKind: String?

    public init(
        serviceIdentifier: ServiceIdentifier, user: String, password: String, title: String? = nil, sessionID: String,
        event: Event, passwordKind: String? = nil
    ) {
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.password = password
        self.title = title
        self.sessionID = sessionID
        self.event = event
        self.passwordKind = passwordKind
    }
}

/// What a new password must satisfy (`ASGeneratePasswordsRequest`), in the `passwordrules` grammar.
public struct GeneratePasswordsRequest: Codable, Hashable, Sendable {
    public var serviceIdentifier: ServiceIdentifier
    public var passwordFieldPasswordRules: String?
    public var confirmPasswordFieldPasswordRules: String?
    public var passwordRulesFromQuirks: String?

    public init(
        serviceIdentifier: ServiceIdentifier, passwordFieldPasswordRules: String? = nil,
        confirmPasswordFieldPasswordRules: String? = nil, passwordRulesFromQuirks: String? = nil
    ) {
        self.serviceIdentifier = serviceIdentifier
        self.passwordFieldPasswordRules = passwordFieldPasswordRules
        self.confirmPasswordFieldPasswordRules = confirmPasswordFieldPasswordRules
        self.passwordRulesFromQuirks = passwordRulesFromQuirks
    }
}

/// A password that a provider made (`ASGeneratedPassword`).
public struct GeneratedPassword: Codable, Hashable, Sendable {
    public var kind: String
    public var value: String

    public init(kind: String, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// A site's word about an account (the `report…` family).
public enum CredentialReport: Hashable, Sendable {
    case publicKeyCredentialUpdate(relyingParty: String, userHandle: Data, newName: String)
    case unknownPublicKeyCredential(relyingParty: String, credentialID: Data)
    case allAcceptedPublicKeyCredentials(relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data])
    case unusedPasswordCredential(domain: String, user: String)
}

/// What the provider learns of the asker beyond Apple's API.
public struct RequestContext: Codable, Hashable, Sendable {
    /// The program that asks, as it named itself.
    public var program: String
    /// The origin in the address bar, where a page asks.
    public var topLevelOrigin: String?
    /// The origin of the frame with the field, where a page asks.
    public var frameOrigin: String?
    /// The origins of the documents around the frame, nearest first; nothing where the asker knows no frames.
    public var ancestorOrigins: [String]?
    /// The page, and every document around it, came over a secure connection.
    public var isSecure: Bool
    /// The grade of the suggestion that was picked.
    public var grade: Grade?
    public var language: String?
    /// What git says, where git asks.
    public var git: GitContext?
    /// Domains whose logins the page may be given beside its own site's, where the provider's list is opened for it.
    public var affiliatedDomains: [String]?
    /// What becomes of the credential; nothing for a fill.
    public var purpose: RequestPurpose?
    /// The site is known to take a one-time code behind the password, in one field; only where something is saved.
    public var appendsCodeToPassword: Bool?
    /// A private window asks: the provider remembers nothing of it, not even that the login was used.
    public var isPrivate: Bool?

    public init(
        program: String, topLevelOrigin: String? = nil, frameOrigin: String? = nil, ancestorOrigins: [String]? = nil,
        isSecure: Bool = false, grade: Grade? = nil, language: String? = nil, git: GitContext? = nil,
        affiliatedDomains: [String]? = nil, purpose: RequestPurpose? = nil, appendsCodeToPassword: Bool? = nil,
        isPrivate: Bool? = nil
    ) {
        self.program = program
        self.topLevelOrigin = topLevelOrigin
        self.frameOrigin = frameOrigin
        self.ancestorOrigins = ancestorOrigins
        self.isSecure = isSecure
        self.grade = grade
        self.language = language
        self.git = git
        self.affiliatedDomains = affiliatedDomains
        self.purpose = purpose
        self.appendsCodeToPassword = appendsCodeToPassword
        self.isPrivate = isPrivate
    }
}

/// What becomes of a credential, so that sheets can say it.
public enum RequestPurpose: String, Codable, CaseIterable, Sendable {
    /// It goes into a field, or to the program that asks.
    case fill
    /// It goes into the clipboard.
    case copy
    /// A person reads it.
    case reveal
}

/// How a provider ended a request: exactly one of these.
public enum ProviderAnswer: Hashable, Sendable {
    /// With what git keeps beside a password, where git asks and the provider has it.
    case password(user: String, password: String, git: GitCredentialDetails? = nil)
    /// With the seconds that the code is good for, where the provider says.
    case oneTimeCode(String, expiresIn: Int? = nil)
    case text(String)
    case passkeyAssertion(PasskeyAssertion)
    case passkeyRegistration(PasskeyRegistration)
    case passwordSaved
    case generatedPasswords([GeneratedPassword])
    case configured
    /// A report was taken in, or the identity store refilled; nothing comes back.
    case reported
    /// The provider called a completion that no request of this kind has, such as a code for a saved password.
    case other(String)
    /// `cancelRequest(withError:)`. A foreign domain counts as a failure.
    case cancelled(domain: String, code: Int, explanation: ProviderExplanation? = nil)
}
