// A request is one flat object: `kind`, and the argument of the entry method under its name in Apple's API.

extension ProviderRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, credentialIdentity, serviceIdentifiers, savePasswordRequest, generatePasswordsRequest, report
    }

    private enum Kind: String, Codable {
        case provideWithoutUserInteraction, prepareToProvide, prepareCredentialList, prepareOneTimeCodeList
        case prepareTextToInsert, saveWithoutUserInteraction, prepareToSave, generateWithoutUserInteraction
        case prepareToGenerate, prepareConfiguration, report, refillIdentityStore
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value { try members.decode(Value.self, forKey: key) }
        switch try members.decode(Kind.self, forKey: .kind) {
        case .provideWithoutUserInteraction: self = try .provideWithoutUserInteraction(member(.credentialIdentity))
        case .prepareToProvide: self = try .prepareToProvide(member(.credentialIdentity))
        case .prepareCredentialList: self = try .prepareCredentialList(member(.serviceIdentifiers))
        case .prepareOneTimeCodeList: self = try .prepareOneTimeCodeList(member(.serviceIdentifiers))
        case .prepareTextToInsert: self = .prepareTextToInsert
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
        case .prepareOneTimeCodeList: .prepareOneTimeCodeList
        case .prepareTextToInsert: .prepareTextToInsert
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
