/// A credential that a provider returned for a field.
public struct FilledCredential: Codable, Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case password(user: String, password: String)
        /// With the seconds until the code expires; `nil` if the provider did not say.
        case code(String, expiresIn: Int? = nil)
        case text(String)
    }

    public var provider: ProviderIdentifier
    public var value: Value

    public init(provider: ProviderIdentifier, value: Value) {
        self.provider = provider
        self.value = value
    }
}

// A value is one flat object: `kind`, and the members of its kind.
extension FilledCredential.Value: Codable {
    private enum CodingKeys: String, CodingKey { case kind, user, password, code, expiresIn, text }

    private enum Kind: String, Codable { case password, code, text }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(Kind.self, forKey: .kind) {
        case .password:
            self = try .password(
                user: members.decode(String.self, forKey: .user),
                password: members.decode(String.self, forKey: .password))
        case .code:
            self = try .code(
                members.decode(String.self, forKey: .code),
                expiresIn: members.decodeIfPresent(Int.self, forKey: .expiresIn))
        case .text: self = try .text(members.decode(String.self, forKey: .text))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .password(let user, let password):
            try members.encode(Kind.password, forKey: .kind)
            try members.encode(user, forKey: .user)
            try members.encode(password, forKey: .password)
        case .code(let code, let expiresIn):
            try members.encode(Kind.code, forKey: .kind)
            try members.encode(code, forKey: .code)
            try members.encodeIfPresent(expiresIn, forKey: .expiresIn)
        case .text(let text):
            try members.encode(Kind.text, forKey: .kind)
            try members.encode(text, forKey: .text)
        }
    }
}
