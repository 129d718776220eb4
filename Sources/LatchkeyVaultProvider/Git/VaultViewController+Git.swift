import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault

extension VaultViewController: ProcessPreparing {
    /// Opens the locked vault once, and tries a key that does not fit: what all of it needs is then in memory, and no
    /// secret is.
    @concurrent
    package nonisolated static func prepareProcess() async {
        _ = GitMatch(GitCredentialRequest(protocol: "https", host: "rehearsal.invalid"))?.site
        guard let vault = try? VaultAccess(file: .shared).open() else { return }
        _ = try? vault.unlock(vaultKey: .random(count: 32))
    }
}

extension VaultViewController {
    /// Saves what git found to be good, unasked: git asks nothing and shows nothing.
    func save(_ password: Secret, for user: String, of request: GitCredentialRequest) async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing: failUnseen(nil)
            case .unlocked(let vault):
                let changes = try await vault.save(password, for: user, of: request)
                // Before the answer: whatever git does next may ask for it.
                let isDone = await access.suggestions.inTurn { [suggestions = access.suggestions] in
                    await suggestions.followInStep(changes)
                }
                completeSave { [self] in if !isDone { updateSuggestions(from: vault, changes) } }
            case .locked(let vault):
                guard let match = GitMatch(request), let site = match.site else { return cancel(.failed) }
                var proposal = InboxProposal(
                    reason: .git, title: match.host, user: user, password: password, sites: [site],
                    proposed: access.clock.now())
                proposal.passwordExpiry = request.details.passwordExpiry
                proposal.oauthRefreshToken = request.details.oauthRefreshToken
                proposal.authenticationType = request.details.authenticationType
                try await access.deposit(proposal, in: vault, as: request.name.flatMap(RecordIdentifier.init))
                completeSave()
            }
        } catch {
            failUnseen(error)
        }
    }

    /// Gives git no longer what it found to be no good, as far as it matches everything that git says.
    ///
    /// While the vault is locked nothing can be compared: it waits in the inbox, and nobody is asked for a passphrase. A
    /// report has no answer: the log says what cannot be done, and git asks for another password anyway.
    func erase(_ request: GitCredentialRequest) {
        WorkAfterAnswer.begin { [access, refuse = refusal] in
            switch try? await access.state(renewing: false) {
            case .unlocked(let vault)?:
                guard let changes = try? await vault.erase(request) else { return refuse() }
                _ = try? await access.suggestions.follow(changes, of: vault)
            case .locked(let vault)?:
                guard let site = GitMatch(request)?.site else { return refuse() }
                let proposal = InboxProposal(
                    refusedByGitAt: site, user: request.username, password: request.password, at: access.clock.now())
                let entry = request.name.flatMap(RecordIdentifier.init)
                do { try await access.deposit(proposal, in: vault, as: entry) } catch { refuse() }
            case .missing?, nil: refuse()
            }
        }
    }
}
