// A request is one flat object: `kind`, and the argument of the entry method under its name in Apple's API.

extension ProviderRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, credentialIdentity, serviceIdentifiers, requestParameters, passkeyAssertion, passkeyRegistration
        case savePasswordRequest, generatePasswordsRequest, report
    }

    private enum Kind: String, Codable {
        case provideWithoutUserInteraction, prepareToProvide, prepareCredentialList, prepareCredentialListWithPasskeys
        case prepareOneTimeCodeList, prepareTextToInsert, assertPasskeyWithoutUserInteraction, prepareToAssertPasskey
        case preparePasskeyRegistration, registerPasskeyWithoutUserInteraction, saveWithoutUserInteraction
        case prepareToSave, generateWithoutUserInteraction, prepareToGenerate, prepareConfiguration, report
        case refillIdentityStore
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value { try members.decode(Value.self, forKey: key) }
        switch try members.decode(Kind.self, forKey: .kind) {
        case .provideWithoutUserInteraction: self = try .provideWithoutUserInteraction(member(.credentialIdentity))
        case .prepareToProvide: self = try .prepareToProvide(member(.credentialIdentity))
        case .prepareCredentialList: self = try .prepareCredentialList(member(.serviceIdentifiers))
        case .prepareCredentialListWithPasskeys:
            self = try .prepareCredentialListWithPasskeys(member(.serviceIdentifiers), member(.requestParameters))
        case .prepareOneTimeCodeList: self = try .prepareOneTimeCodeList(member(.serviceIdentifiers))
        case .prepareTextToInsert: self = .prepareTextToInsert
        case .assertPasskeyWithoutUserInteraction:
            self = try .assertPasskeyWithoutUserInteraction(member(.passkeyAssertion))
        case .prepareToAssertPasskey: self = try .prepareToAssertPasskey(member(.passkeyAssertion))
        case .preparePasskeyRegistration: self = try .preparePasskeyRegistration(member(.passkeyRegistration))
        case .registerPasskeyWithoutUserInteraction:
            self = try .registerPasskeyWithoutUserInteraction(member(.passkeyRegistration))
        case .saveWithoutUserInteraction: self = try .saveWithoutUserInteraction(member(.savePasswordRequest))
        case .prepareToSave: self = try .prepareToSave(member(.savePasswordRequest))
        case .generateWithoutUserInteraction:
            self = try .generateWithoutUserInteraction(member(.generatePasswordsRequest))
        case .prepareToGenerate: self = try .prepareToGenerate(member(.generatePasswordsRequest))
        case .prepareConfiguration: self = .prepareConfiguration
        case .report: self = try .report(member(.report))
        case .refillIdentityStore: self = .refillIdentityStore
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .kind)
        switch self {
        case .provideWithoutUserInteraction(let identity), .prepareToProvide(let identity):
            try members.encode(identity, forKey: .credentialIdentity)
        case .prepareCredentialList(let services), .prepareOneTimeCodeList(let services):
            try members.encode(services, forKey: .serviceIdentifiers)
        case .prepareCredentialListWithPasskeys(let services, let parameters):
            try members.encode(services, forKey: .serviceIdentifiers)
            try members.encode(parameters, forKey: .requestParameters)
        case .assertPasskeyWithoutUserInteraction(let request), .prepareToAssertPasskey(let request):
            try members.encode(request, forKey: .passkeyAssertion)
        case .preparePasskeyRegistration(let request), .registerPasskeyWithoutUserInteraction(let request):
            try members.encode(request, forKey: .passkeyRegistration)
        case .saveWithoutUserInteraction(let request), .prepareToSave(let request):
            try members.encode(request, forKey: .savePasswordRequest)
        case .generateWithoutUserInteraction(let request), .prepareToGenerate(let request):
            try members.encode(request, forKey: .generatePasswordsRequest)
        case .report(let report): try members.encode(report, forKey: .report)
        case .prepareTextToInsert, .prepareConfiguration, .refillIdentityStore: break
        }
    }

    private var kind: Kind {
        switch self {
        case .provideWithoutUserInteraction: .provideWithoutUserInteraction
        case .prepareToProvide: .prepareToProvide
        case .prepareCredentialList: .prepareCredentialList
        case .prepareCredentialListWithPasskeys: .prepareCredentialListWithPasskeys
        case .prepareOneTimeCodeList: .prepareOneTimeCodeList
        case .prepareTextToInsert: .prepareTextToInsert
        case .assertPasskeyWithoutUserInteraction: .assertPasskeyWithoutUserInteraction
        case .prepareToAssertPasskey: .prepareToAssertPasskey
        case .preparePasskeyRegistration: .preparePasskeyRegistration
        case .registerPasskeyWithoutUserInteraction: .registerPasskeyWithoutUserInteraction
        case .saveWithoutUserInteraction: .saveWithoutUserInteraction
        case .prepareToSave: .prepareToSave
        case .generateWithoutUserInteraction: .generateWithoutUserInteraction
        case .prepareToGenerate: .prepareToGenerate
        case .prepareConfiguration: .prepareConfiguration
        case .report: .report
        case .refillIdentityStore: .refillIdentityStore
        }
    }
}
