import LatchkeyCore
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// git's requests. Only credentials of the exact scheme, host and port match.
extension Agent {
    /// The number of logins of one host that are tried: only the provider knows the path of each.
    static let gitAttemptLimit = 16

    /// Seconds between an answer to git and the start of the process for its next request.
    private static let pauseBeforeNext = 0.02

    /// Finds the credential for git.
    ///
    /// A provider that fails is not called again. Its error is thrown if the other providers have no credential.
    package func getGitCredential(
        _ parameters: GetGitCredential.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetGitCredential.Result {
        let target = parameters.target
        let address = try target.address()
        let found = try finder().matchesForGit(at: address, user: target.username)
        var failures: [ProviderIdentifier: RemoteError] = [:]
        var firstFailure: RemoteError?
        for picked in found.prefix(Self.gitAttemptLimit) where failures[picked.provider] == nil {
            do throws(RemoteError) {
                if let result = try await give(picked, to: target, at: address, for: requester, screen) {
                    return result
                }
            } catch  where error.reason == .userCanceled || error.reason == .requestCancelled {
                throw error
            } catch {
                failures[picked.provider] = error
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw firstFailure }
        guard found.count > Self.gitAttemptLimit else {
            throw RemoteError(.nothingFound, "nothing is stored for \(address.name)")
        }
        throw RemoteError(
            .nothingFound,
            "none of the \(Self.gitAttemptLimit) most recently used logins of \(address.name) works, and "
                + "\(found.count - Self.gitAttemptLimit) more were not tried",
            hint: "put the user name into the remote's address",
            details: [GetGitCredential.untried: String(found.count - Self.gitAttemptLimit)])
    }

    /// Requests one login; `nil` if it does not fit git's attributes.
    private func give(
        _ picked: Match, to target: GitTarget, at address: GitAddress, for requester: Requester,
        _ screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetGitCredential.Result? {
        let provider = picked.provider
        let answer: ProviderAnswer
        do throws(RemoteError) {
            answer = try await ask(
                provider, .provideWithoutUserInteraction(picked.identity), for: requester, on: screen,
                in: address.frame, picked: picked, git: GitContext(target: target))
        } catch  where error.reason == .credentialIdentityNotFound {
            // It has another path, or git rejected it before, or its record does not exist.
            return nil
        }
        // The answer can have another user than the identity, whom git would sign in.
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
                    address: address, path: target.path, user: user, password: password, details: details),
                from: provider))
    }

    /// Starts a process of the provider for git's next request.
    ///
    /// git sends a request for each of its commands, submodules and large files.
    private func startAheadOfNext(_ provider: ProviderIdentifier) {
        Task {
            // The answer is sent first: the start takes longer, and a core.
            try await dependencies.clock.sleep(Self.pauseBeforeNext)
            _ = await startAhead(provider)
        }
    }

    /// Saves a credential that worked for git, with the first provider that can.
    ///
    /// A credential that no web page can use goes to a provider that supports git's attributes.
    package func storeGitCredential(
        _ parameters: StoreGitCredential.Parameters, for requester: Requester
    ) async throws(RemoteError) -> Empty {
        let address = try parameters.target.address()
        let user = parameters.target.username ?? ""
        // git stores every credential that worked, also those from the agent.
        let stored = GitCredentialCache.Credential(
            address: address, path: parameters.target.path, user: user, password: parameters.password,
            details: parameters.details)
        if gitCredentials.contains(stored) { return Empty() }
        // Another provider would offer it to a page of the same host.
        let isForGitAlone = parameters.details.authenticationType != nil || address.page == nil
        let provider = try await directory.provider(
            nil, that: { $0.supportsSavePasswordCredentials && (!isForGitAlone || $0.supportsGitCredentialDetails) },
            what: isForGitAlone ? "saving credentials that only git uses" : "saving passwords")
        let request = SavePasswordRequest(
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: address.page?.text ?? address.gitKey),
            user: user, password: parameters.password, title: address.name,
            sessionID: "git", event: .userInitiated)
        // Without a screen: git does not wait for an answer.
        _ = try await ask(
            provider, .saveWithoutUserInteraction(request), for: requester, on: nil, in: address.frame,
            git: GitContext(
                target: parameters.target, details: parameters.details, name: gitCredentials.name(ofStored: stored)))
        gitCredentials.noteSaving(of: stored, by: provider)
        return Empty()
    }

    /// Reports a credential that the server rejected to the providers that returned or saved it.
    ///
    /// If the agent does not know them, it reports to the providers that have a login of the host and user. No other
    /// provider learns of the account.
    package func eraseGitCredential(
        _ parameters: EraseGitCredential.Parameters, for requester: Requester
    ) async throws(RemoteError) -> Empty {
        let target = parameters.target
        let address = try target.address()
        // A credential that works from now on must be saved, also if it was returned before.
        gitCredentials.forget()
        let found = try finder().matchesForGit(at: address, user: target.username)
        let owners = parameters.password.map {
            gitCredentials.owners(of: $0, user: target.username ?? "", at: address)
        }
        let others = gitCredentials.receivers(for: address).union(found.map(\.provider))
        let concerned = owners.flatMap { $0.isEmpty ? nil : $0 } ?? others
        let report = CredentialReport.unusedPasswordCredential(
            domain: address.host?.text ?? "", user: target.username ?? "")
        let context = GitContext(
            target: target, password: parameters.password,
            name: gitCredentials.name(ofErased: target, password: parameters.password, at: address))
        for provider in await directory.enabled()
        where provider.capabilities.supportsCredentialUpdate && concerned.contains(provider.id)
            // Another provider would remove a web login of the same host and user.
            && (address.page != nil || provider.capabilities.supportsGitCredentialDetails)
        {
            do throws(RemoteError) {
                _ = try await ask(
                    provider.id, .report(report), for: requester, on: nil, in: address.frame, git: context)
            } catch {
                dependencies.note("\(provider.id) did not take a report of git's: \(error.reason.rawValue)")
            }
        }
        return Empty()
    }
}

extension GitTarget {
    /// The address of the server or file.
    ///
    /// - Throws: ``RemoteError/Reason/invalidURL`` for a malformed scheme or host.
    fileprivate func address() throws(RemoteError) -> GitAddress {
        guard let address = GitAddress(protocol: `protocol`, host: host) else {
            throw RemoteError(.invalidURL, "git's credential request has an invalid protocol or host")
        }
        return address
    }
}

extension GitAddress {
    /// The frame of a web page; `nil` for other addresses, which no page may match.
    fileprivate var frame: PageFrame? { page.map { PageFrame(page: $0) } }

    /// The host of a web page, otherwise the whole address.
    fileprivate var name: String { page == nil ? description : hostAndPort }
}
