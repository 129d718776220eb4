package import AuthenticationServices
package import LatchkeyPasswords
package import LatchkeyCore
import LatchkeyMatching

/// The kinds of new passwords, named as in Apple's API.
package enum NewPasswordKind: String, CaseIterable, Hashable, Sendable {
    case strong, alphanumeric, passphrase

    var appleKind: ASGeneratedPassword.Kind {
        switch self {
        case .strong: .strong
        case .alphanumeric: .alphanumeric
        case .passphrase: .passphrase
        }
    }
}

/// Generates passwords that a site accepts.
package struct PasswordOffer: Sendable {
    package let rules: PasswordRules
    package let siteName: String
    package let host: String?

    /// Takes the rules of the page's password fields; without any, the known rules of the site.
    ///
    /// Text without a valid rule counts as no rules. Page rules that limit only the length are often just the field's
    /// bounds, so they are combined with the site's known rules unless the two contradict each other.
    package init(_ request: ASGeneratePasswordsRequest) {
        let page = PasswordRules(
            allOf: request.passwordFieldPasswordRules, request.confirmPasswordFieldPasswordRules)
        let known = page.intersecting(PasswordRules(request.passwordRulesFromQuirks ?? ""))
        let isOfLengthsOnly = page.requirements.isEmpty && page.allowed == nil
        let canBeKept = (try? PasswordGenerator(rules: known).makeStrongPassword()) != nil
        rules = page == PasswordRules() || (isOfLengthsOnly && canBeKept) ? known : page
        let service = request.serviceIdentifier
        siteName = service.displayName ?? service.identifier
        host = service.type == .app ? nil : try? PageURL(service.identifier).host.text
    }

    /// Creates an offer without a page.
    package init(rules: PasswordRules) {
        self.rules = rules
        siteName = ""
        host = nil
    }

    /// One password of each kind that the rules allow.
    package var passwords: [ASGeneratedPassword] {
        NewPasswordKind.allCases.compactMap { kind in
            guard let password = try? password(kind) else { return nil }
            return ASGeneratedPassword(kind: kind.appleKind, value: password.reveal())
        }
    }

    /// Generates one password.
    ///
    /// - Parameters:
    ///   - length: The number of characters; `nil` for the rules' default. Ignored for a passphrase.
    ///   - words: The number of words of a passphrase; `nil` for the default.
    package func password(
        _ kind: NewPasswordKind, length: Int? = nil, words: Int? = nil
    ) throws(PasswordGenerationError) -> Secret {
        switch kind {
        case .strong: return try PasswordGenerator(rules: rules.ofLength(length)).makeStrongPassword()
        case .alphanumeric: return try PasswordGenerator(rules: rules.ofLength(length)).makeAlphanumericPassword()
        case .passphrase:
            return try PasswordGenerator(rules: rules)
                .makePassphrase(Passphrase(wordCount: words ?? Passphrase.defaultWordCount))
        }
    }
}

extension PasswordRules {
    /// The same rules, restricted to passwords of one length; unchanged for `nil`.
    package func ofLength(_ length: Int?) -> PasswordRules {
        guard let length else { return self }
        return intersecting(PasswordRules("minlength: \(length); maxlength: \(length)"))
    }
}
