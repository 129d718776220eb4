import AuthenticationServices
import LatchkeyProvider
import LatchkeyVault

extension VaultViewController {
    /// Follows a report, which has no answer; while the vault is locked it waits in the inbox.
    ///
    /// Nobody uses the vault here, so that its time goes on. What can be neither done nor kept is an error, which stands in
    /// the log: nobody else asks.
    func follow(_ report: AccountReport) {
        WorkAfterAnswer.begin { [access, refuse = refusal] in
            do throws(VaultError) {
                switch try await access.state(renewing: false) {
                case .unlocked(let vault):
                    let changes = try await vault.follow(report)
                    // Suggestions that lag behind are mended at the next unlock.
                    _ = try? await access.suggestions.follow(changes, of: vault)
                case .locked(let vault):
                    try await access.deposit(InboxProposal(report, at: access.clock.now()), in: vault)
                case .missing: break
                }
            } catch {
                refuse()
            }
        }
    }

    /// Ends the request as failed, from anywhere.
    var refusal: @Sendable () -> Void {
        nonisolated(unsafe) let context = extensionContext
        // Sendable: the context only forwards to its host, which takes calls from any thread.
        return { unsafe context.cancelRequest(withError: ASExtensionError(.failed)) }
    }
}
