// A request is one flat object: `kind`, and the argument of the entry method under its name in Apple's API.

extension ProviderRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, credentialIdentity, serviceIdentifiers, requestParameters, passkeyAssertion, passkeyRegistration
        case savePasswordRequest, generatePasswordsRequest, report
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
        let (kind, arguments) = parts
        try members.encode(kind, forKey: .kind)
        for (key, argument) in arguments { try members.encode(argument, forKey: key) }
    }

    package var kind: Kind { parts.kind }

    private var parts: (kind: Kind, arguments: [(CodingKeys, any Encodable)]) {
        switch self {
        case .provideWithoutUserInteraction(let identity):
            (.provideWithoutUserInteraction, [(.credentialIdentity, identity)])
        case .prepareToProvide(let identity): (.prepareToProvide, [(.credentialIdentity, identity)])
        case .prepareCredentialList(let services): (.prepareCredentialList, [(.serviceIdentifiers, services)])
        case .prepareCredentialListWithPasskeys(let services, let parameters):
            (
                .prepareCredentialListWithPasskeys,
                [(.serviceIdentifiers, services), (.requestParameters, parameters)]
            )
        case .prepareOneTimeCodeList(let services): (.prepareOneTimeCodeList, [(.serviceIdentifiers, services)])
        case .prepareTextToInsert: (.prepareTextToInsert, [])
        case .assertPasskeyWithoutUserInteraction(let request):
            (.assertPasskeyWithoutUserInteraction, [(.passkeyAssertion, request)])
        case .prepareToAssertPasskey(let request): (.prepareToAssertPasskey, [(.passkeyAssertion, request)])
        case .preparePasskeyRegistration(let request): (.preparePasskeyRegistration, [(.passkeyRegistration, request)])
        case .registerPasskeyWithoutUserInteraction(let request):
            (.registerPasskeyWithoutUserInteraction, [(.passkeyRegistration, request)])
        case .saveWithoutUserInteraction(let request):
            (.saveWithoutUserInteraction, [(.savePasswordRequest, request)])
        case .prepareToSave(let request): (.prepareToSave, [(.savePasswordRequest, request)])
        case .generateWithoutUserInteraction(let request):
            (.generateWithoutUserInteraction, [(.generatePasswordsRequest, request)])
        case .prepareToGenerate(let request): (.prepareToGenerate, [(.generatePasswordsRequest, request)])
        case .prepareConfiguration: (.prepareConfiguration, [])
        case .report(let report): (.report, [(.report, report)])
        case .refillIdentityStore: (.refillIdentityStore, [])
        }
    }
}
