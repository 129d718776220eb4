import AuthenticationServices
import LatchkeyProvider
import LatchkeyVault

extension VaultViewController {
    /// Applies a report about an account, or adds it to the inbox while the vault is locked.
    ///
    /// Does not restart the auto-lock time, because a report is not a use of the vault. The report has no response; a
    /// failure appears only in the log.
    func apply(_ report: AccountReport) {
        WorkAfterAnswer.begin { [access, fail = failReport] in
            do throws(VaultError) {
                switch try await access.state(renewing: false) {
                case .unlocked(let vault):
                    let changes = try await vault.apply(report)
                    // The next unlock repairs outdated suggestions.
                    _ = try? await access.suggestions.follow(changes, of: vault)
                case .locked(let vault):
                    try await access.deposit(InboxProposal(report, at: access.clock.now()), in: vault)
                case .missing: break
                case .replaced: fail()
                }
            } catch {
                fail()
            }
        }
    }

    /// Fails the request; callable from any thread.
    var failReport: @Sendable () -> Void {
        // Safe: the context forwards to its host, which accepts calls from any thread.
        nonisolated(unsafe) let context = extensionContext
        return { unsafe context.cancelRequest(withError: ASExtensionError(.failed)) }
    }
}
