package import AuthenticationServices
package import LatchkeyPasswords
package import LatchkeyCore
import LatchkeyMatching

/// The kinds of new passwords, as Apple names them.
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

/// The new passwords that a site takes.
package struct PasswordOffer: Sendable {
    /// What the password must have.
    package let rules: PasswordRules
    /// What to call the site.
    package let siteName: String
    package let host: String?

    /// Reads what the page says of both its fields; what is known of the site counts where the page says nothing.
    ///
    /// Text that has no rule in it counts as nothing said. A page that says how long a password is, and nothing of its
    /// characters, has often only the bounds of its field: what is known of the site counts beside them, unless the two
    /// contradict each other.
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

    /// An offer for no page.
    package init(rules: PasswordRules) {
        self.rules = rules
        siteName = ""
        host = nil
    }

    /// One password of each kind that the rules let be made.
    package var passwords: [ASGeneratedPassword] {
        NewPasswordKind.allCases.compactMap { kind in
            guard let password = try? password(kind) else { return nil }
            return ASGeneratedPassword(kind: kind.appleKind, value: password.reveal())
        }
    }

    /// Makes one password.
    ///
    /// - Parameters:
    ///   - length: how many characters; nothing for what the rules leave open. Words have a number of their own.
    ///   - words: how many words a passphrase has.
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
    /// The same rules for passwords of one length.
    package func ofLength(_ length: Int?) -> PasswordRules {
        guard let length else { return self }
        return intersecting(PasswordRules("minlength: \(length); maxlength: \(length)"))
    }
}
