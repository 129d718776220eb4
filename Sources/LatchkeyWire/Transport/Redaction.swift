// Messages that carry secrets say so when they are printed: a log line that names one by mistake then gives nothing away.

extension SavePasswordRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "SavePasswordRequest(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension GeneratedPassword: CustomStringConvertible, CustomReflectable {
    public var description: String { "GeneratedPassword(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension FilledCredential.Value: CustomStringConvertible, CustomReflectable {
    public var description: String { "FilledCredential.Value(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ProviderAnswer: CustomStringConvertible, CustomReflectable {
    /// The kind of answer, and of one without a secret all of it.
    public var description: String {
        switch self {
        case .password: "password(<redacted>)"
        case .oneTimeCode: "oneTimeCode(<redacted>)"
        case .text: "text(<redacted>)"
        case .passkeyAssertion: "passkeyAssertion(<redacted>)"
        case .passkeyRegistration: "passkeyRegistration(<redacted>)"
        case .generatedPasswords(let passwords): "generatedPasswords(\(passwords.count))"
        case .passwordSaved: "passwordSaved"
        case .configured: "configured"
        case .reported: "reported"
        case .other(let name): "other(\(name))"
        case .cancelled(let domain, let code, _): "cancelled(\(domain), \(code))"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PRFValues: CustomStringConvertible, CustomReflectable {
    public var description: String { "PRFValues(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SetKeychainItem.Parameters: CustomStringConvertible, CustomReflectable {
    public var description: String { "SetKeychainItem.Parameters(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension GetKeychainItem.Result: CustomStringConvertible, CustomReflectable {
    public var description: String { "GetKeychainItem.Result(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AuthenticateApp.Parameters: CustomStringConvertible, CustomReflectable {
    public var description: String { "AuthenticateApp.Parameters(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension GetGitCredential.Result: CustomStringConvertible, CustomReflectable {
    public var description: String { "GetGitCredential.Result(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension StoreGitCredential.Parameters: CustomStringConvertible, CustomReflectable {
    public var description: String { "StoreGitCredential.Parameters(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension EraseGitCredential.Parameters: CustomStringConvertible, CustomReflectable {
    public var description: String { "EraseGitCredential.Parameters(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension GitCredentialDetails: CustomStringConvertible, CustomReflectable {
    public var description: String { "GitCredentialDetails(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension GitContext: CustomStringConvertible, CustomReflectable {
    public var description: String { "GitContext(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
