package import LatchkeyCore
package import LatchkeyMatching
package import LatchkeyWire

/// Finds the suggestions for a page, with one look-up in the identity store and without opening a vault.
package struct SuggestionFinder: Sendable {
    /// What suggestions show of a provider, and its order.
    package struct Provider: Hashable, Sendable {
        package var name: String
        /// The provider's place in the user's order.
        package var order: Int

        package init(name: String, order: Int) {
            self.name = name
            self.order = order
        }
    }

    let store: IdentityStore
    let quirks: Quirks
    let providers: [ProviderIdentifier: Provider]

    package init(store: IdentityStore, quirks: Quirks, providers: [ProviderIdentifier: Provider]) {
        self.store = store
        self.quirks = quirks
        self.providers = providers
    }

    /// Answers `suggest`, apart from what the store does not know about providers.
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
        let matches = try matches(
            in: frame, kinds: Set(parameters.kinds), passkeys: passkeys,
            explain: parameters.explain ? { explanation?.append($0) } : nil)
        return Suggest.Result(
            serviceIdentifiers: frame.page.serviceIdentifiers,
            suggestions: matches.map { suggestion(for: $0, in: frame) }.withNecessaryDetails(),
            explanation: explanation, frame: frame.description)
    }

    /// The matches for a frame of a page, the best first.
    ///
    /// - Parameter kinds: Empty for every kind.
    package func matches(
        in frame: PageFrame, kinds: Set<CredentialKind>, passkeys: PasskeyQuestion = .any,
        scope: Matching.Scope = .site, explain: ((String) -> Void)? = nil
    ) throws(RemoteError) -> [Match] {
        let matching = Matching(
            frame: frame, kinds: kinds.isEmpty ? Set(CredentialKind.allCases) : kinds, passkeys: passkeys, scope: scope,
            sets: quirks.sharedCredentials)
        let explainVerdict = explain.map { explain in
            { (stored: StoredIdentity, verdict: Verdict) in
                // One account can have a password, a passkey and a code.
                let identity = stored.identity
                let user = identity.user.isEmpty ? "(no user name)" : identity.user
                let name = "\(identity.kind) \(user) (\(identity.serviceIdentifier.identifier))"
                explain("\(name): \(verdict.sentence(on: frame.page))")
            }
        }
        return matching.matches(
            among: try lookUp(IdentityQuery(matching)), providerOrder: { providers[$0]?.order ?? Int.max },
            explain: explainVerdict
        ).withoutRepeatedRules(of: \.stored, at: \.place)
    }

    /// The credentials of exactly this scheme, host and port.
    ///
    /// Those that only git can use come first, then a web page's passwords, each with the last used one first.
    ///
    /// - Parameter user: The user name that git gives; `nil` for every user.
    func matchesForGit(at address: GitAddress, user: String?) throws(RemoteError) -> [Match] {
        var matches = try lookUp(IdentityQuery(site: address.gitKey, hosts: [address.gitKey]))
            .sorted { $0.identity.rank > $1.identity.rank }
            .map { Match($0, acceptance: .exact) }
        if let page = address.page {
            matches += try self.matches(in: PageFrame(page: page), kinds: [.password], scope: .hostOnly).filter {
                guard let place = $0.place else { return false }
                // A bare host means `https` on the default port.
                return (place.scheme ?? .https) == page.scheme && (place.port != .unknown || page.explicitPort == nil)
            }
        }
        guard let user else { return matches }
        // git compares bytes; `==` would ignore differences in normalization.
        return matches.filter { $0.identity.user.utf8.elementsEqual(user.utf8) }
    }

    /// What a client shows for a match.
    package func suggestion(for match: Match, in frame: PageFrame) -> Suggestion {
        let identity = match.identity
        return Suggestion(
            id: match.stored.id, record: identity.recordIdentifier, kind: identity.kind, user: identity.user,
            service: match.service, grade: match.acceptance.grade, provider: match.provider,
            providerName: name(of: match.provider), rank: identity.rank,
            warning: match.acceptance.warning?.sentence(in: frame),
            isPreselectable: match.acceptance.mayBePreselected(in: frame), detail: identity.detail,
            displayName: identity.displayName, lastUse: identity.lastUse)
    }

    /// Parses the address that a client says the page has.
    package static func page(_ url: String) throws(RemoteError) -> PageURL {
        do {
            return try PageURL(url)
        } catch {
            throw RemoteError(
                .invalidURL, "the address cannot be used: \(error.sentence)",
                hint: "give an address such as https://example.com/login")
        }
    }

    private func lookUp(_ query: IdentityQuery) throws(RemoteError) -> [StoredIdentity] {
        do {
            return try store.lookUp(query).identities
        } catch {
            throw RemoteError(error)
        }
    }

    private func name(of provider: ProviderIdentifier) -> String { providers[provider]?.name ?? provider.rawValue }

    // MARK: Search

    /// Answers `search`: passwords and codes of every site that a page can have.
    func search(_ parameters: SearchLogins.Parameters) async throws(RemoteError) -> SearchLogins.Result {
        guard parameters.text.utf8.count <= SearchLogins.maximumTextLength else {
            throw RemoteError(
                .invalidParameters, "the text is longer than \(SearchLogins.maximumTextLength) bytes")
        }
        guard (1...SearchLogins.maximumCount).contains(parameters.limit) else {
            throw RemoteError(.invalidParameters, "the limit must be between 1 and \(SearchLogins.maximumCount)")
        }
        let words = parameters.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let names = providers.mapValues(\.name)
        let found: FoundIdentities
        do {
            found = try await store.search(limit: Self.sortedCount) { stored in
                stored.identity.kind != .passkey && Self.hasAll(words, in: stored, of: names[stored.provider] ?? "")
            }
        } catch {
            throw RemoteError(error)
        }
        let places = found.identities.compactMap { stored in
            (try? ServicePlace(stored.identity.serviceIdentifier)).map { (stored: stored, place: $0) }
        }
        // First the addresses without a rule: a fill needs no path for them.
        let shown = places.sorted { ($0.place.rule == nil ? 0 : 1) < ($1.place.rule == nil ? 0 : 1) }
            .withoutRepeatedRules(of: \.stored, at: { $0.place })
        let logins = shown.compactMap { foundLogin($0.stored, at: $0.place) }
            .sorted { ($0.service, $0.user, $0.providerName, $0.id) < ($1.service, $1.user, $1.providerName, $1.id) }
        return SearchLogins.Result(
            logins: Array(logins.prefix(parameters.limit)).withNecessaryDetails(),
            hasMore: !found.isComplete || logins.count > parameters.limit)
    }

    private static func hasAll(_ words: [String], in stored: StoredIdentity, of provider: String) -> Bool {
        guard !words.isEmpty else { return true }
        let identity = stored.identity
        let service = identity.serviceIdentifier
        let address = String(decoding: AddressRule.split(Array(service.identifier.utf8)[...]).address, as: UTF8.self)
        let text = "\(service.displayName ?? "") \(address) \(identity.user) \(provider)".lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// `nil` for a place that no page can have.
    private func foundLogin(_ stored: StoredIdentity, at place: ServicePlace) -> FoundLogin? {
        let identity = stored.identity
        // A fill matches this URL again, so the URL needs the path that the rule requires.
        let url = place.rule == nil ? "\((place.scheme ?? .https).rawValue)://\(place.hostAndPort)/" : place.address
        guard (try? PageURL(url)) != nil else { return nil }
        return FoundLogin(
            id: stored.id, kind: identity.kind, user: identity.user, service: place.hostAndPort, url: url,
            provider: stored.provider, providerName: name(of: stored.provider), detail: identity.detail)
    }

    /// At most this many logins are sorted; a user who finds more types another word.
    private static let sortedCount = 5000
}

extension Acceptance.Warning {
    /// The warning that the user sees before anything is filled.
    func sentence(in frame: PageFrame) -> String {
        switch self {
        case .insecurePage:
            "\(frame.page.host.displayText) is not secure (http); what is filled can be read on the way"
        case .insecureAncestor(let host):
            "\(Host.displayText(of: host)), which this is part of, is not secure (http); anybody on the way can change it"
        }
    }
}

extension Sequence {
    /// Omits a password or code of a record that has another address of the same host, if one of them has a rule.
    ///
    /// Their rows would look alike.
    fileprivate func withoutRepeatedRules(
        of stored: (Element) -> StoredIdentity, at place: (Element) -> ServicePlace?
    ) -> [Element] {
        // Whether the first address has a rule.
        var seen: [RecordAppearance: Bool] = [:]
        return filter { element in
            let identity = stored(element).identity
            guard identity.kind != .passkey, let record = identity.recordIdentifier, let place = place(element) else {
                return true
            }
            let appearance = RecordAppearance(
                provider: stored(element).provider, record: record, kind: identity.kind, user: identity.user,
                service: place.hostAndPort)
            guard let firstHasRule = seen[appearance] else {
                seen[appearance] = place.rule != nil
                return true
            }
            return !firstHasRule && place.rule == nil
        }
    }
}

private struct RecordAppearance: Hashable {
    let provider: ProviderIdentifier
    let record: String
    let kind: CredentialKind
    let user: String
    let service: String
}

/// A row of a list of logins.
private protocol LoginRow {
    var kind: CredentialKind { get }
    var user: String { get }
    var service: String { get }
    var provider: ProviderIdentifier { get }
    var detail: String? { get set }
}

extension Suggestion: LoginRow {}
extension FoundLogin: LoginRow {}

private struct RowAppearance: Hashable {
    let kind: CredentialKind
    let user: String
    let service: String
    let provider: ProviderIdentifier

    init(_ row: some LoginRow) {
        kind = row.kind
        user = row.user
        service = row.service
        provider = row.provider
    }
}

extension Array where Element: LoginRow {
    /// Removes the detail of each row that looks like no other row, so a client can show every detail that it receives.
    fileprivate func withNecessaryDetails() -> [Element] {
        let counts = Dictionary(map { (RowAppearance($0), 1) }, uniquingKeysWith: +)
        return map { row in
            var row = row
            if counts[RowAppearance(row)] == 1 { row.detail = nil }
            return row
        }
    }
}
