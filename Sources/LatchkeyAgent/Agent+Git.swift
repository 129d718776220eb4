import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// What git asks for. Its rules are its own: no parent of a host, no affiliated one, and never http for https.
extension Agent {
    /// How many logins of one host are tried: only the provider can tell which path each is for.
    private static let attemptLimit = 16

    /// Seconds between an answer to git and the start of the process for its next question.
    private static let pauseBeforeNext = 0.02

    /// Finds the credential that git means.
    package func getGitCredential(
        _ parameters: GetGitCredential.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetGitCredential.Result {
        let target = parameters.target
        let page = try target.page()
        let found = try finder().findForGit(on: page).filter {
            target.username == nil || $0.identity.user == target.username
        }
        for picked in found.prefix(Self.attemptLimit) {
            do throws(RemoteError) {
                let answer = try await ask(
                    picked.suggestion.provider, .provideWithoutUserInteraction(picked.identity), for: asker,
                    on: screen, page: page, picked: picked, git: GitContext(target: target))
                // An answer may be for another user than the identity; git would sign that one in.
                guard case .password(let user, let password, let said) = answer,
                    target.username == nil || user == target.username
                else { continue }
                let details = said ?? GitCredentialDetails()
                startAheadOfNext(picked.suggestion.provider)
                return GetGitCredential.Result(
                    provider: picked.suggestion.provider, user: user, password: password, details: details,
                    state: givenToGit.note(
                        GivenToGit.Credential(
                            page: page, path: target.path, user: user, password: password, details: details)))
            } catch  where error.reason == .credentialIdentityNotFound {
                // Of another path, or gone: what is gone is dropped when a page or a person asks for it.
                continue
            }
        }
        throw RemoteError(.nothingFound, "nothing is stored for \(page.hostAndPort)")
    }

    /// Has a process of the provider wait for the next question.
    ///
    /// git asks once for each of its commands, submodules and large files, and shows no strip that could do this.
    private func startAheadOfNext(_ provider: ProviderIdentifier) {
        Task {
            // The answer goes out first: a start takes longer than that, and a core.
            try await surroundings.clock.sleep(Self.pauseBeforeNext)
            _ = await startAhead(provider)
        }
    }

    /// Hands what git found to be good to the provider that saves passwords.
    package func storeGitCredential(
        _ parameters: StoreGitCredential.Parameters, for asker: Asker
    ) async throws(RemoteError) -> Empty {
        let page = try parameters.target.page()
        let user = parameters.target.username ?? ""
        // git stores whatever has worked, and so most of all what it was given.
        let stored = GivenToGit.Credential(
            page: page, path: parameters.target.path, user: user, password: parameters.password,
            details: parameters.details)
        if givenToGit.contains(stored) { return Empty() }
        let provider = try await directory.provider(
            nil, that: \.supportsSavePasswordCredentials, what: "saving passwords")
        let request = SavePasswordRequest(
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: page.text),
            user: user, password: parameters.password, title: page.hostAndPort,
            sessionID: "git", event: .userInitiated)
        // Without a screen: git has its answer already, and waits for none.
        _ = try await ask(
            provider, .saveWithoutUserInteraction(request), for: asker, on: nil, page: page,
            git: GitContext(target: parameters.target, details: parameters.details))
        return Empty()
    }

    /// Tells every provider that wants to know which credential is no good.
    package func eraseGitCredential(
        _ parameters: EraseGitCredential.Parameters, for asker: Asker
    ) async throws(RemoteError) -> Empty {
        let page = try parameters.target.page()
        let report = CredentialReport.unusedPasswordCredential(
            domain: page.host.text, user: parameters.target.username ?? "")
        let context = GitContext(target: parameters.target, password: parameters.password)
        for provider in await directory.enabled() where provider.capabilities.supportsCredentialUpdate {
            do throws(RemoteError) {
                _ = try await ask(provider.id, .report(report), for: asker, on: nil, page: page, git: context)
            } catch {
                surroundings.note("\(provider.id) did not take a report of git's: \(error.reason.rawValue)")
            }
        }
        return Empty()
    }
}

extension GitTarget {
    /// The host as a place on the web.
    ///
    /// - Throws: An error for any other place, and for a host that is not the whole of what git names.
    fileprivate func page() throws(RemoteError) -> PageURL {
        guard !host.contains(where: { "/?#@\\%".contains($0) }), `protocol` == "https" || `protocol` == "http" else {
            throw RemoteError(.invalidURL, "only hosts on http and https have credentials here")
        }
        return try SuggestionFinder.page("\(`protocol`)://\(host)/")
    }
}

extension SuggestionFinder {
    /// The passwords of exactly this scheme, host and port, those that were used last first.
    func findForGit(on page: PageURL) throws(RemoteError) -> [Found] {
        try find(on: page, kinds: [.password], scope: .hostOnly).filter { found in
            guard let place = StoredService(found.identity.serviceIdentifier).place else { return false }
            // A bare host stands for its secure page, on that page's own port.
            return (place.scheme ?? .https) == page.scheme && (place.port != .unknown || page.explicitPort == nil)
        }
    }
}
