/// A submitted or generated password to save (`ASSavePasswordRequest`).
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

/// The rules for new passwords (`ASGeneratePasswordsRequest`), in the `passwordrules` grammar.
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

/// A password that a provider generated (`ASGeneratedPassword`).
public struct GeneratedPassword: Codable, Hashable, Sendable {
    public var kind: String
    public var value: String

    public init(kind: String, value: String) {
        self.kind = kind
        self.value = value
    }
}
