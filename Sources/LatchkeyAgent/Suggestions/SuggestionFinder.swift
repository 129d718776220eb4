package import LatchkeyMatching
package import LatchkeyWire

/// Finds what can be suggested on a page: one index read, one pure decision, no vault.
package struct SuggestionFinder: Sendable {
    /// What the order and the strip need of a provider.
    package struct Provider: Hashable, Sendable {
        package var name: String
        /// The provider's place in the person's order.
        package var order: Int

        package init(name: String, order: Int) {
            self.name = name
            self.order = order
        }
    }

    /// A suggestion with the identity that it stands for.
    package struct Found: Hashable, Sendable {
        package var suggestion: Suggestion
        package var stored: StoredIdentity
        package var identity: CredentialIdentity { stored.identity }
    }

    let store: IdentityStore
    let quirks: Quirks
    let providers: [ProviderIdentifier: Provider]

    package init(store: IdentityStore, quirks: Quirks, providers: [ProviderIdentifier: Provider]) {
        self.store = store
        self.quirks = quirks
        self.providers = providers
    }

    /// Answers `suggest`, as far as the store can.
    package func suggest(_ parameters: Suggest.Parameters) throws(RemoteError) -> Suggest.Result {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        var explanation: [String]? = parameters.explain ? [] : nil
        let passkeys: PasskeyQuestion
        if let query = parameters.passkeyRequest {
            let client = PasskeyClient(frame: frame, relatedOrigins: query.relatedOrigins)
            passkeys = .request(try client.assertion(query.options).question)
        } else {
            passkeys = .any
        }
        let found = try find(in: frame, kinds: Set(parameters.kinds), passkeys: passkeys) { explanation?.append($0) }
        return Suggest.Result(
            serviceIdentifiers: Self.serviceIdentifiers(of: frame.page), suggestions: found.map(\.suggestion),
            explanation: explanation, frame: frame.description)
    }

    /// Every suggestion in a frame, or on a page, the best first.
    package func find(
        in frame: PageFrame, kinds: Set<CredentialKind>, passkeys: PasskeyQuestion = .any,
        scope: Matching.Scope = .site, explain: ((String) -> Void)? = nil
    ) throws(RemoteError) -> [Found] {
        let kinds = kinds.isEmpty ? Set(CredentialKind.allCases) : kinds
        let page = frame.page
        let matching = Matching(
            frame: frame, kinds: Set(kinds.map(\.candidateKind)), passkeys: passkeys, scope: scope,
            sets: quirks.sharedCredentials)
        let stored = try lookUp(matching, page: page)
        var byID: [String: StoredIdentity] = [:]
        for identity in stored { byID[identity.id] = identity }
        let candidates = stored.map { candidate(of: $0) }
        let suggested =
            if let explain {
                matching.suggestions(among: candidates) { candidate, verdict in
                    // Of one account there may be a password, a passkey and a code.
                    let user = candidate.user.isEmpty ? "(no user name)" : candidate.user
                    let name = "\(candidate.kind) \(user) (\(candidate.service.text))"
                    explain("\(name): \(verdict.sentence(on: page))")
                }
            } else {
                matching.suggestions(among: candidates)
            }
        return suggested.compactMap { entry in
            byID[entry.candidate.id].map {
                found($0, entry.acceptance, in: frame)
            }
        }
    }

    /// Parses what the client says is the page.
    package static func page(_ url: String) throws(RemoteError) -> PageURL {
        do {
            return try PageURL(url)
        } catch {
            throw RemoteError(
                .invalidURL, "the address cannot be used: \(error.sentence)",
                hint: "give an address such as https://example.com/login")
        }
    }

    /// The page's service identifiers, most specific first.
    package static func serviceIdentifiers(of page: PageURL?) -> [ServiceIdentifier] {
        PageURL.serviceIdentifiers(of: page).map {
            ServiceIdentifier(type: $0.kind == .url ? .url : .domain, identifier: $0.text)
        }
    }

    /// The keys under which the store finds an identity again.
    package static let indexKeys: IdentityIndexKeys.Derivation = { identity in
        if let keys = gitKeys(of: identity) { return keys }
        let service = StoredService(identity.serviceIdentifier)
        guard let place = service.place, let site = service.siteKey else { return nil }
        return IdentityIndexKeys(site: site.text, host: place.hostAndPort)
    }

    private func lookUp(_ matching: Matching, page: PageURL) throws(RemoteError) -> [StoredIdentity] {
        let keys = matching.siteKeys.map(\.text)
        guard let site = keys.first else { return [] }
        let hosts = page.hostAndPort == page.host.text ? [page.host.text] : [page.hostAndPort, page.host.text]
        let query = IdentityQuery(
            site: site, hosts: hosts, affiliatedSites: Array(keys.dropFirst()),
            credentialIDs: matching.kinds.contains(.passkey) ? matching.passkeys.allowedCredentialIDs : [])
        do {
            return try store.lookUp(query).identities
        } catch {
            throw RemoteError(error)
        }
    }

    private func candidate(of stored: StoredIdentity) -> Candidate<String> {
        let identity = stored.identity
        return Candidate(
            id: stored.id, kind: identity.kind.candidateKind, service: StoredService(identity.serviceIdentifier),
            user: identity.user, rank: identity.rank, providerOrder: providers[stored.provider]?.order ?? Int.max,
            credentialID: identity.credentialID)
    }

    func found(_ stored: StoredIdentity, _ acceptance: Acceptance, in frame: PageFrame) -> Found {
        let identity = stored.identity
        let service = StoredService(identity.serviceIdentifier).place?.hostAndPort
        return Found(
            suggestion: Suggestion(
                id: stored.id, record: identity.recordIdentifier, kind: identity.kind, user: identity.user,
                service: service ?? identity.serviceIdentifier.identifier, grade: Grade(acceptance.grade),
                provider: stored.provider, providerName: providers[stored.provider]?.name ?? stored.provider.rawValue,
                rank: identity.rank, warning: acceptance.warning?.sentence(in: frame),
                isPreselectable: acceptance.mayBePreselected(in: frame)),
            stored: stored)
    }
}

extension Acceptance.Warning {
    /// What the person is told before anything is filled.
    fileprivate func sentence(in frame: PageFrame) -> String {
        switch self {
        case .insecurePage:
            "\(frame.page.host.displayText) is not secure (http); what is filled can be read on the way"
        case .insecureAncestor(let host):
            "\(Host.displayText(of: host)), which this is part of, is not secure (http); anybody on the way can change it"
        }
    }
}

extension StoredService {
    init(_ service: ServiceIdentifier) {
        let kind: Kind =
            switch service.type {
            case .domain: .domain
            case .url: .url
            case .app: .app
            }
        self.init(kind: kind, text: service.identifier)
    }
}

extension CredentialKind {
    fileprivate var candidateKind: CandidateKind {
        switch self {
        case .password: .password
        case .passkey: .passkey
        case .code: .code
        }
    }
}

extension Grade {
    fileprivate init(_ grade: MatchGrade) {
        self =
            switch grade {
            case .exact: .exact
            case .site: .site
            case .affiliated: .affiliated
            }
    }
}
