import LatchkeyProvider
import LatchkeyVault

extension VaultViewController {
    /// Follows a report, which has no answer; while the vault is locked it waits in the inbox.
    ///
    /// Nobody uses the vault here, so that its time goes on.
    func follow(_ report: AccountReport) {
        WorkAfterAnswer.begin { [access] in
            switch try? await access.state(renewing: false) {
            case .unlocked(let vault)?:
                guard let changes = try? await vault.follow(report) else { return }
                _ = try? await access.suggestions.follow(changes, of: vault)
            case .locked(let vault)?:
                // An inbox that is full of logins to be saved has no room for what can be said again.
                try? await access.deposit(InboxProposal(report, at: access.clock.now()), in: vault)
            case .missing?, nil: break
            }
        }
    }
}
