import LatchkeyCore
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// What git asks for. Its rules are its own: no parent of a host, no affiliated one, and never http for https.
extension Agent {
    /// How many logins of one host are tried: only the provider can tell which path each is for.
    static let gitAttemptLimit = 16

    /// Seconds between an answer to git and the start of the process for its next question.
    private static let pauseBeforeNext = 0.02

    /// Finds the credential that git means.
    ///
    /// A provider that fails is asked no further, and the others are; its failure is the outcome where they have nothing.
    package func getGitCredential(
        _ parameters: GetGitCredential.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetGitCredential.Result {
        let target = parameters.target
        let page = try target.page()
        let found = try finder().matchesForGit(
            on: page, user: target.username, takesAuthenticationTypes: target.takesAuthenticationTypes)
        var failures: [ProviderIdentifier: RemoteError] = [:]
        var firstFailure: RemoteError?
        for picked in found.prefix(Self.gitAttemptLimit) where failures[picked.provider] == nil {
            do throws(RemoteError) {
                if let result = try await give(picked, to: target, on: page, for: requester, screen) { return result }
            } catch  where error.reason == .userCanceled || error.reason == .requestCancelled {
                throw error
            } catch {
                failures[picked.provider] = error
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw firstFailure }
        guard found.count > Self.gitAttemptLimit else {
            throw RemoteError(.nothingFound, "nothing is stored for \(page.hostAndPort)")
        }
        throw RemoteError(
            .nothingFound,
            "none of the \(Self.gitAttemptLimit) most recently used logins of \(page.hostAndPort) works, and "
                + "\(found.count - Self.gitAttemptLimit) more were not tried",
            hint: "put the user name into the remote's address",
            details: [GetGitCredential.untried: String(found.count - Self.gitAttemptLimit)])
    }

    /// Asks for one login; nothing where it is not the one that git means.
    private func give(
        _ picked: Match, to target: GitTarget, on page: PageURL, for requester: Requester,
        _ screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetGitCredential.Result? {
        let provider = picked.provider
        let answer: ProviderAnswer
        do throws(RemoteError) {
            answer = try await ask(
                provider, .provideWithoutUserInteraction(picked.identity), for: requester, on: screen,
                in: PageFrame(page: page), picked: picked, git: GitContext(target: target))
        } catch  where error.reason == .credentialIdentityNotFound {
            // Of another path, refused, or gone: what is gone is dropped when a page or a person asks for it.
            return nil
        }
        // An answer may be for another user than the identity; git would sign that one in.
        guard case .password(let user, let password, let said) = answer,
            target.username.map({ $0.utf8.elementsEqual(user.utf8) }) ?? true
        else { return nil }
        let details = said ?? GitCredentialDetails()
        guard details.authenticationType == nil || target.takesAuthenticationTypes else { return nil }
        startAheadOfNext(provider)
        return GetGitCredential.Result(
            provider: provider, user: user, password: password, details: details,
            state: gitCredentials.note(
                GitCredentialCache.Credential(
                    page: page, path: target.path, user: user, password: password, details: details),
                from: provider))
    }

    /// Has a process of the provider wait for the next question.
    ///
    /// git asks once for each of its commands, submodules and large files, and shows no strip that could do this.
    private func startAheadOfNext(_ provider: ProviderIdentifier) {
        Task {
            // The answer goes out first: a start takes longer than that, and a core.
            try await dependencies.clock.sleep(Self.pauseBeforeNext)
            _ = await startAhead(provider)
        }
    }

    /// Hands what git found to be good to the provider that saves passwords; what is no password, to one that says that
    /// it keeps such.
    package func storeGitCredential(
        _ parameters: StoreGitCredential.Parameters, for requester: Requester
    ) async throws(RemoteError) -> Empty {
        let page = try parameters.target.page()
        let user = parameters.target.username ?? ""
        // git stores whatever has worked, and so most of all what it was given.
        let stored = GitCredentialCache.Credential(
            page: page, path: parameters.target.path, user: user, password: parameters.password,
            details: parameters.details)
        if gitCredentials.contains(stored) { return Empty() }
        let isPassword = parameters.details.authenticationType == nil
        let provider = try await directory.provider(
            nil, that: { $0.supportsSavePasswordCredentials && (isPassword || $0.supportsGitCredentialDetails) },
            what: isPassword ? "saving passwords" : "saving git's tokens")
        let request = SavePasswordRequest(
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: page.text),
            user: user, password: parameters.password, title: page.hostAndPort,
            sessionID: "git", event: .userInitiated)
        // Without a screen: git has its answer already, and waits for none.
        _ = try await ask(
            provider, .saveWithoutUserInteraction(request), for: requester, on: nil, in: PageFrame(page: page),
            git: GitContext(
                target: parameters.target, details: parameters.details, name: gitCredentials.name(ofStored: stored)))
        gitCredentials.noteSaving(of: stored, by: provider)
        return Empty()
    }

    /// Tells whoever gave a credential, or was given it to save, that it is no good.
    ///
    /// Where the agent does not know whose it was, as for one that git has from elsewhere, the providers that have a login
    /// for that place and user are told. No other learns which accounts there are, and no password of theirs.
    package func eraseGitCredential(
        _ parameters: EraseGitCredential.Parameters, for requester: Requester
    ) async throws(RemoteError) -> Empty {
        let target = parameters.target
        let page = try target.page()
        // What works from now on is news, also where it is what was given before.
        gitCredentials.forget()
        let found = try finder().matchesForGit(on: page, user: target.username, takesAuthenticationTypes: true)
        let knowers = parameters.password.map {
            gitCredentials.knowers(of: $0, user: target.username ?? "", at: page)
        }
        let others = gitCredentials.savers(for: page).union(found.map(\.provider))
        let concerned = knowers.flatMap { $0.isEmpty ? nil : $0 } ?? others
        let report = CredentialReport.unusedPasswordCredential(domain: page.host.text, user: target.username ?? "")
        let context = GitContext(
            target: target, password: parameters.password,
            name: gitCredentials.name(ofErased: target, password: parameters.password, on: page))
        for provider in await directory.enabled()
        where provider.capabilities.supportsCredentialUpdate && concerned.contains(provider.id) {
            do throws(RemoteError) {
                _ = try await ask(
                    provider.id, .report(report), for: requester, on: nil, in: PageFrame(page: page), git: context)
            } catch {
                dependencies.note("\(provider.id) did not take a report of git's: \(error.reason.rawValue)")
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
        guard let page = PageURL(gitProtocol: `protocol`, host: host) else {
            throw RemoteError(.invalidURL, "only hosts on http and https have credentials here")
        }
        return page
    }
}
