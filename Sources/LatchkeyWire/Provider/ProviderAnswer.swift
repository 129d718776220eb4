/// How a provider ended a request.
public enum ProviderAnswer: Hashable, Sendable {
    /// With the attributes for git, if git requested it and the provider has them.
    case password(user: String, password: String, git: GitCredentialDetails? = nil)
    /// With the seconds until the code expires; `nil` if the provider does not say.
    case oneTimeCode(String, expiresIn: Int? = nil)
    case text(String)
    case passkeyAssertion(PasskeyAssertion)
    case passkeyRegistration(PasskeyRegistration)
    case passwordSaved
    case generatedPasswords([GeneratedPassword])
    case configured
    /// The provider processed a report, or refilled the identity store.
    case reported
    /// The provider called a completion of another request, such as one for a code after a save.
    case other(String)
    /// `cancelRequest(withError:)`; an unknown error domain counts as a failure.
    case cancelled(domain: String, code: Int, explanation: ProviderExplanation? = nil)
}

// An answer is one flat object: `kind`, and the members of its kind.
extension ProviderAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, user, password, git, code, expiresIn, text, assertion, registration, passwords, name, domain,
            explanation
    }

    /// The names of answers in messages.
    package enum Kind: String, Codable, Sendable {
        case password, oneTimeCode, text, passkeyAssertion, passkeyRegistration, passwordSaved, generatedPasswords
        case configured, reported, other, cancelled
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(Kind.self, forKey: .kind) {
        case .password:
            self = try .password(
                user: members.decode(String.self, forKey: .user),
                password: members.decode(String.self, forKey: .password),
                git: members.decodeIfPresent(GitCredentialDetails.self, forKey: .git))
        case .oneTimeCode:
            self = try .oneTimeCode(
                members.decode(String.self, forKey: .code),
                expiresIn: members.decodeIfPresent(Int.self, forKey: .expiresIn))
        case .text: self = try .text(members.decode(String.self, forKey: .text))
        case .passkeyAssertion:
            self = try .passkeyAssertion(members.decode(PasskeyAssertion.self, forKey: .assertion))
        case .passkeyRegistration:
            self = try .passkeyRegistration(members.decode(PasskeyRegistration.self, forKey: .registration))
        case .passwordSaved: self = .passwordSaved
        case .generatedPasswords:
            self = try .generatedPasswords(members.decode([GeneratedPassword].self, forKey: .passwords))
        case .configured: self = .configured
        case .reported: self = .reported
        case .other: self = try .other(members.decode(String.self, forKey: .name))
        case .cancelled:
            self = try .cancelled(
                domain: members.decode(String.self, forKey: .domain), code: members.decode(Int.self, forKey: .code),
                // A malformed explanation does not invalidate the answer.
                explanation: try? members.decodeIfPresent(ProviderExplanation.self, forKey: .explanation))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .kind)
        switch self {
        case .password(let user, let password, let git):
            try members.encode(user, forKey: .user)
            try members.encode(password, forKey: .password)
            try members.encodeIfPresent(git, forKey: .git)
        case .oneTimeCode(let code, let expiresIn):
            try members.encode(code, forKey: .code)
            try members.encodeIfPresent(expiresIn, forKey: .expiresIn)
        case .text(let text): try members.encode(text, forKey: .text)
        case .passkeyAssertion(let assertion): try members.encode(assertion, forKey: .assertion)
        case .passkeyRegistration(let registration): try members.encode(registration, forKey: .registration)
        case .generatedPasswords(let passwords): try members.encode(passwords, forKey: .passwords)
        case .other(let name): try members.encode(name, forKey: .name)
        case .cancelled(let domain, let code, let explanation):
            try members.encode(domain, forKey: .domain)
            try members.encode(code, forKey: .code)
            try members.encodeIfPresent(explanation, forKey: .explanation)
        case .passwordSaved, .configured, .reported: break
        }
    }

    package var kind: Kind {
        switch self {
        case .password: .password
        case .oneTimeCode: .oneTimeCode
        case .text: .text
        case .passkeyAssertion: .passkeyAssertion
        case .passkeyRegistration: .passkeyRegistration
        case .passwordSaved: .passwordSaved
        case .generatedPasswords: .generatedPasswords
        case .configured: .configured
        case .reported: .reported
        case .other: .other
        case .cancelled: .cancelled
        }
    }
}
