import LatchkeyMatching
package import LatchkeyWire

extension SuggestionFinder {
    /// Answers `search`: passwords and codes of every site, as far as a page can have one.
    func search(_ parameters: SearchLogins.Parameters) async throws(RemoteError) -> SearchLogins.Result {
        guard parameters.text.utf8.count <= SearchLogins.maximumTextLength else {
            throw RemoteError(
                .invalidParameters, "the text is longer than \(SearchLogins.maximumTextLength) bytes")
        }
        guard (1...SearchLogins.maximumCount).contains(parameters.limit) else {
            throw RemoteError(.invalidParameters, "the limit is not one of 1 to \(SearchLogins.maximumCount)")
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
        let logins = found.identities.compactMap { foundLogin($0) }
            .sorted { ($0.service, $0.user, $0.providerName, $0.id) < ($1.service, $1.user, $1.providerName, $1.id) }
        return SearchLogins.Result(
            logins: Array(logins.prefix(parameters.limit)),
            hasMore: !found.isComplete || logins.count > parameters.limit)
    }

    private static func hasAll(_ words: [String], in stored: StoredIdentity, of provider: String) -> Bool {
        guard !words.isEmpty else { return true }
        let identity = stored.identity
        let service = identity.serviceIdentifier
        let text = "\(service.displayName ?? "") \(service.identifier) \(identity.user) \(provider)".lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Nothing for what is of a program, or of a place that no page can have.
    private func foundLogin(_ stored: StoredIdentity) -> FoundLogin? {
        let identity = stored.identity
        guard let place = StoredService(identity.serviceIdentifier).place else { return nil }
        let url = "\((place.scheme ?? .https).rawValue)://\(place.hostAndPort)/"
        guard (try? PageURL(url)) != nil else { return nil }
        return FoundLogin(
            id: stored.id, kind: identity.kind, user: identity.user, service: place.hostAndPort, url: url,
            provider: stored.provider, providerName: providers[stored.provider]?.name ?? stored.provider.rawValue)
    }

    /// So many are put in order; who finds more types another word.
    private static let sortedCount = 5000
}

extension Agent {
    package func search(_ parameters: SearchLogins.Parameters) async throws(RemoteError) -> SearchLogins.Result {
        try await finder().search(parameters)
    }
}
