public import Foundation

/// A wish for new passwords that a form takes.
///
/// The rules are in Apple's `passwordrules` grammar.
open class ASGeneratePasswordsRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    open private(set) var passwordFieldPasswordRules: String?
    open private(set) var confirmPasswordFieldPasswordRules: String?
    /// Rules that are known of the site, apart from what its form says.
    open private(set) var passwordRulesFromQuirks: String?

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
