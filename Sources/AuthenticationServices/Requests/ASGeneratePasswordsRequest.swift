public import Foundation

/// A request for generated passwords that a form accepts.
///
/// Rules are in the syntax of Apple's `passwordrules` attribute.
open class ASGeneratePasswordsRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The service with the form.
    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    /// The rules of the field for the new password; `nil` if it has none.
    open private(set) var passwordFieldPasswordRules: String?
    /// The rules of the field that repeats the password; `nil` if it has none.
    open private(set) var confirmPasswordFieldPasswordRules: String?
    /// The rules for the site in the list of known sites' password rules; `nil` if it is not in the list.
    open private(set) var passwordRulesFromQuirks: String?

    /// Makes a request, for tests; on Linux the agent sends the form's rules.
    public init(
        serviceIdentifier: ASCredentialServiceIdentifier, passwordFieldPasswordRules: String?,
        confirmPasswordFieldPasswordRules: String?, passwordRulesFromQuirks: String?
    ) {
        self.serviceIdentifier = serviceIdentifier
        self.passwordFieldPasswordRules = passwordFieldPasswordRules
        self.confirmPasswordFieldPasswordRules = confirmPasswordFieldPasswordRules
        self.passwordRulesFromQuirks = passwordRulesFromQuirks
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let service = coder.value(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
            let password = coder.optionalText(forKey: "passwordFieldPasswordRules"),
            let confirmation = coder.optionalText(forKey: "confirmPasswordFieldPasswordRules"),
            let quirks = coder.optionalText(forKey: "passwordRulesFromQuirks")
        else { return nil }
        self.serviceIdentifier = service
        self.passwordFieldPasswordRules = password
        self.confirmPasswordFieldPasswordRules = confirmation
        self.passwordRulesFromQuirks = quirks
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(value: serviceIdentifier, forKey: "serviceIdentifier")
        coder.encode(text: passwordFieldPasswordRules, forKey: "passwordFieldPasswordRules")
        coder.encode(text: confirmPasswordFieldPasswordRules, forKey: "confirmPasswordFieldPasswordRules")
        coder.encode(text: passwordRulesFromQuirks, forKey: "passwordRulesFromQuirks")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}
