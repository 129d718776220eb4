import AuthenticationServices
import LatchkeyProvider
import LatchkeyVault

extension VaultViewController {
    /// The user name change of a save request; `nil` for any other save.
    func userNameChange(_ submitted: SubmittedLogin, _ event: ASSavePasswordRequest.Event) -> UserNameChange? {
        origin?.previousUser.map {
            UserNameChange(from: $0, to: submitted, isByUser: event == .userInitiated)
        }
    }

    /// Changes a user name without a sheet, or requires interaction to unlock the vault.
    func perform(_ change: UserNameChange) async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing: failWithoutSheet(nil)
            case .locked, .replaced: cancel(.userInteractionRequired)
            case .unlocked(let vault):
                finish(try await vault.apply(change), of: vault) { [self] in cancel($0.code, because: $0.sentence) }
            }
        } catch .changedUnderneath {
            // The user has to accept the file first.
            cancel(.userInteractionRequired)
        } catch {
            failWithoutSheet(error)
        }
    }

    /// Changes a user name after the unlock.
    func perform(_ change: UserNameChange, in vault: UnlockedVault) async {
        do throws(VaultError) {
            finish(try await vault.apply(change), of: vault) { [self] in fail(with: $0.sentence) }
        } catch {
            fail(with: error.sentence)
        }
    }

    private func finish(
        _ outcome: UserNameChangeOutcome, of vault: UnlockedVault, refuse: (UserNameChangeRefusal) -> Void
    ) {
        switch outcome {
        case .renamed(let change): completeSave { [self] in updateSuggestions(from: vault, [change]) }
        case .known: completeSave { [self] in updateSuggestions(from: vault, []) }
        case .refused(let refusal): refuse(refusal)
        }
    }
}

extension UserNameChangeRefusal {
    /// Apple's code for the refusal.
    fileprivate var code: ASExtensionError.Code {
        switch self {
        case .unknownLogin: .credentialIdentityNotFound
        case .notByUser, .nameTaken: .failed
        }
    }
}
