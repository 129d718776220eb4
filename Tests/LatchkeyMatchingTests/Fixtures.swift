import LatchkeyCore
import LatchkeyMatching

extension StoredIdentity {
    /// A password for `example.com`; a test changes the values that it is about.
    static func password(
        _ id: String = "it", for service: String = "example.com", kind: ServiceIdentifier.Kind = .domain,
        user: String = "alice", rank: Int = 0, providerOrder: Int = 0
    ) -> StoredIdentity {
        let service = ServiceIdentifier(type: kind, identifier: service)
        return StoredIdentity(
            id: id, provider: providers[providerOrder],
            identity: CredentialIdentity(kind: .password, serviceIdentifier: service, user: user, rank: rank))
    }

    static func code(_ id: String = "it", for service: String = "example.com") -> StoredIdentity {
        let service = ServiceIdentifier(type: .domain, identifier: service)
        return StoredIdentity(
            id: id, provider: providers[0],
            identity: CredentialIdentity(kind: .code, serviceIdentifier: service, user: "alice"))
    }

    static func passkey(
        _ id: String = "it", for relyingParty: String = "example.com", user: String = "alice",
        providerOrder: Int = 0, credentialID: [UInt8]? = [1, 2, 3]
    ) -> StoredIdentity {
        let service = ServiceIdentifier(type: .domain, identifier: relyingParty)
        return StoredIdentity(
            id: id, provider: providers[providerOrder],
            identity: CredentialIdentity(
                kind: .passkey, serviceIdentifier: service, user: user, credentialID: credentialID))
    }

    /// Ten providers in the user's order.
    static let providers = (0..<10).compactMap { try? ProviderIdentifier("org.example.p\($0)") }

    var providerOrder: Int { Self.providers.firstIndex(of: provider) ?? 0 }
}

extension Matching {
    init(
        page: PageURL, kinds: Set<CredentialKind> = Set(CredentialKind.allCases), passkeys: PasskeyQuestion = .any,
        scope: Scope = .site, sets: SharedCredentialSets = SharedCredentialSets()
    ) {
        self.init(frame: PageFrame(page: page), kinds: kinds, passkeys: passkeys, scope: scope, sets: sets)
    }

    func verdict(on stored: StoredIdentity) -> Verdict { verdict(on: stored.identity) }

    func matches(
        among identities: [StoredIdentity], explain: ((StoredIdentity, Verdict) -> Void)? = nil
    ) -> [Match] {
        matches(
            among: identities, providerOrder: { StoredIdentity.providers.firstIndex(of: $0) ?? 0 }, explain: explain)
    }
}

extension Verdict {
    /// The verdict in a word or two, for tables: `exact`, `site from a.com`, `exact, insecure`, `-`.
    var brief: String {
        guard case .taken(let acceptance) = self else { return "-" }
        return "\(acceptance.grade)" + (acceptance.from.map { " from " + $0 } ?? "")
            + (acceptance.warning == nil ? "" : ", insecure")
    }
}

extension SharedCredentialSets {
    /// `a.com` and `b.com` share; credentials of `old.com` are offered on `new.com`.
    static func sample() throws -> SharedCredentialSets {
        let mutual = try [Host("a.com"), Host("b.com")]
        return SharedCredentialSets([
            SharedCredentialSet(direction: .mutual, from: mutual, to: mutual),
            SharedCredentialSet(
                direction: .oneWay(fromIsObsolete: true), from: [try Host("old.com")], to: [try Host("new.com")]),
        ])
    }
}
