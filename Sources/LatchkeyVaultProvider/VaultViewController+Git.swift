import AuthenticationServices
import LatchkeyProvider
import LatchkeySecret
import LatchkeyVault

extension VaultViewController {
    /// Saves what git found to be good, unasked: git asks nothing and shows nothing.
    func save(_ password: Secret, for user: String, of request: GitCredentialRequest) async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing: cancel(.failed)
            case .unlocked(let vault):
                let change = try await vault.save(password, for: user, of: request)
                completeSave { [self] in updateSuggestions(from: vault, change.map { [$0] } ?? []) }
            case .locked(let vault):
                guard let match = GitMatch(request), let site = match.site else { return cancel(.failed) }
                var proposal = InboxProposal(
                    reason: .git, title: match.host, user: user, password: password, sites: [site],
                    proposed: access.clock.now())
                proposal.passwordExpiry = request.details.passwordExpiry
                proposal.oauthRefreshToken = request.details.oauthRefreshToken
                proposal.authenticationType = request.details.authenticationType
                try await access.deposit(proposal, in: vault)
                completeSave()
            }
        } catch {
            cancel(.failed)
        }
    }

    /// Puts into the bin what git found to be no good, as far as it matches everything that git says.
    ///
    /// While the vault is locked nothing can be compared, and nothing is removed: the log says so, and git asks for another
    /// password anyway.
    func erase(_ request: GitCredentialRequest) {
        WorkAfterAnswer.begin { [access, refuse = refusal] in
            guard case .unlocked(let vault)? = try? await access.state(renewing: false),
                let changes = try? await vault.erase(request)
            else { return refuse() }
            _ = try? await access.suggestions.follow(changes, of: vault)
        }
    }
}
