import AuthenticationServices
import LatchkeyProvider
import LatchkeyVault

extension VaultViewController {
    /// Reads a save request; `nil` if its service is not a website.
    func submitted(_ request: ASSavePasswordRequest) -> SubmittedLogin? {
        var submitted = SubmittedLogin(request)
        submitted?.mayEndInCode = origin?.appendsCodeToPassword ?? false
        return submitted
    }

    /// Saves without a sheet, or requires interaction.
    ///
    /// While the vault is locked, adds the login to the inbox.
    func save(_ submitted: SubmittedLogin, _ event: ASSavePasswordRequest.Event) async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing:
                failWithoutSheet(nil)
            case .replaced: cancel(.userInteractionRequired)
            case .locked(let vault):
                try await propose(submitted, event, to: vault)
            case .unlocked(let vault):
                guard event != .generatedPasswordFilled else {
                    guard let locked = try access.open() else { return cancel(.failed) }
                    return try await propose(submitted, event, to: locked)
                }
                let outcome = try await vault.save(submitted, permission: event == .userInitiated ? .update : .addOnly)
                finish(outcome, of: vault) { [self] _ in cancel(.userInteractionRequired) }
            }
        } catch .inboxFull, .changedUnderneath {
            // The login can still be saved once the user unlocks the vault, or accepts the file.
            cancel(.userInteractionRequired)
        } catch {
            failWithoutSheet(error)
        }
    }

    /// Saves after the unlock; asks before it replaces a password.
    func prepareToSave(_ submitted: SubmittedLogin, in vault: UnlockedVault) async {
        do throws(VaultError) {
            let outcome = try await vault.save(submitted, permission: .addOnly)
            finish(outcome, of: vault) { [self] old in
                show(
                    SaveQuestionViewController(old: old, service: requesterName(or: submitted.site.host)) { decision in
                        Task { await self.save(submitted, in: vault, decision) }
                    })
            }
        } catch {
            fail(with: error.sentence)
        }
    }

    private func save(
        _ submitted: SubmittedLogin, in vault: UnlockedVault, _ decision: SaveQuestionViewController.Decision
    ) async {
        let permission: SavePermission
        switch decision {
        case .notNow: return cancel(.userCanceled)
        case .update: permission = .updateConfirmed
        case .saveAsNew: permission = .addAnyway
        }
        do throws(VaultError) {
            finish(try await vault.save(submitted, permission: permission), of: vault) { [self] _ in cancel(.failed) }
        } catch {
            fail(with: error.sentence)
        }
    }

    /// Completes the request, or asks about a different password.
    private func finish(_ outcome: SaveOutcome, of vault: UnlockedVault, ask: (Overview) -> Void) {
        switch outcome {
        case .saved(let change): completeSave { [self] in updateSuggestions(from: vault, [change]) }
        case .known: completeSave { [self] in updateSuggestions(from: vault, []) }
        case .differs(from: let old): ask(old)
        }
    }

    /// Completes the request, then runs a closure unless the request has expired.
    func completeSave(_ after: @escaping @Sendable () -> Void = {}) {
        extensionContext.completeSavePasswordRequest { expired in
            if !expired { after() }
        }
    }

    /// Adds the login to the inbox, which is processed at the next unlock.
    private func propose(
        _ submitted: SubmittedLogin, _ event: ASSavePasswordRequest.Event, to vault: LockedVault
    ) async throws(VaultError) {
        let reason: InboxProposal.Reason =
            switch event {
            case .generatedPasswordFilled: .generatedPassword
            case .userInitiated: .savedByUser
            case .formDidDisappear: .submittedLogin
            }
        try await access.deposit(submitted.proposal(reason, at: access.clock.now()), in: vault)
        completeSave()
    }
}
