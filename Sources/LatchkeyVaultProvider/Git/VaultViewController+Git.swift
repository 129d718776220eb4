import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault

extension VaultViewController: ProcessPreparing {
    /// Warms up the process before its request.
    @concurrent
    package nonisolated static func prepareProcess() async {
        _ = GitMatch(GitCredentialRequest(protocol: "https", host: "warm-up.invalid"))?.site
        VaultAccess(file: .shared).prepare()
    }
}

extension VaultViewController {
    /// Saves a credential that git approved, without a sheet.
    ///
    /// While the vault is locked, adds it to the inbox.
    func save(_ password: Secret, for user: String, of request: GitCredentialRequest) async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing: failWithoutSheet(nil)
            case .replaced(_, let replaced): failWithoutSheet(.changedUnderneath(replaced.change))
            case .unlocked(let vault):
                let changes = try await vault.save(password, for: user, of: request)
                // Before the response: git's next command may request the credential.
                let isDone = await access.suggestions.serialized { [suggestions = access.suggestions] in
                    await suggestions.followIncrementally(changes, of: vault)
                }
                completeSave { [self] in if !isDone { updateSuggestions(from: vault, changes) } }
            case .locked(let vault):
                guard let match = GitMatch(request), let site = match.site else { return cancel(.failed) }
                var proposal = InboxProposal(
                    reason: .git, title: match.title, user: user, password: password, sites: [site],
                    proposed: access.clock.now())
                proposal.passwordExpiry = request.details.passwordExpiry
                proposal.oauthRefreshToken = request.details.oauthRefreshToken
                proposal.authenticationType = request.details.authenticationType
                try await access.deposit(proposal, in: vault, as: request.name.flatMap(RecordIdentifier.init))
                completeSave()
            }
        } catch {
            failWithoutSheet(error)
        }
    }

    /// Handles a credential that git rejected, or adds the rejection to the inbox while the vault is locked.
    ///
    /// Never shows a sheet. The report has no response; a failure appears only in the log.
    func erase(_ request: GitCredentialRequest) {
        WorkAfterAnswer.begin { [access, fail = failReport] in
            switch try? await access.state(renewing: false) {
            case .unlocked(let vault)?:
                guard let changes = try? await vault.erase(request) else { return fail() }
                _ = try? await access.suggestions.follow(changes, of: vault)
            case .locked(let vault)?:
                guard let site = GitMatch(request)?.site else { return fail() }
                let proposal = InboxProposal(
                    refusedByGitAt: site, user: request.username, password: request.password, at: access.clock.now())
                let entry = request.name.flatMap(RecordIdentifier.init)
                do { try await access.deposit(proposal, in: vault, as: entry) } catch { fail() }
            case .missing?, .replaced?, nil: fail()
            }
        }
    }
}
