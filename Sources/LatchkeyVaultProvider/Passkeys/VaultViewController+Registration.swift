import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeySheet
import LatchkeyVault
import Synchronization

// Making passkeys.
extension VaultViewController {
    /// What goes on between the question and the answer.
    private struct Registration: Sendable {
        let wish: RegistrationWish
        let page: PasskeyPage
        let vault: UnlockedVault
        /// The person has typed the passphrase in this sheet, or within five minutes.
        var isVerified: Bool
    }

    func prepareToRegister(_ wish: RegistrationWish, in vault: UnlockedVault, wasTyped: Bool) async {
        let page = PasskeyPage(origin, of: wish.relyingParty)
        let isVerified = wasTyped ? true : await access.isPersonVerified(for: vault)
        let registration = Registration(wish: wish, page: page, vault: vault, isVerified: isVerified)
        do throws(VaultError) {
            ask(registration, try await vault.place(for: wish, on: page))
        } catch {
            fail(with: error.sentence)
        }
    }

    private func ask(_ registration: Registration, _ place: PasskeyPlace) {
        let wish = registration.wish
        let question = CreatePasskeyViewController.Question(
            site: asker(or: Host.displayText(of: wish.relyingParty.text)), relyingParty: wish.relyingParty.text,
            user: wish.user, login: place.login, replaces: !place.replaced(by: wish.userHandle).isEmpty,
            offersAgain: !place.missed.isEmpty)
        show(
            CreatePasskeyViewController(question) { [weak self] decision in
                switch decision {
                case .cancel: self?.cancel(.userCanceled)
                // After an act of the person's, never before: a page cannot try in silence who is here. The system says why.
                case _ where !place.missed.isEmpty: self?.offerMissed(registration)
                case _ where place.hasExcluded: self?.cancel(.matchedExcludedCredential)
                case .create: self?.verifyAndMake(registration, in: place.login?.id)
                case .createAsNew: self?.verifyAndMake(registration, in: nil)
                }
            })
    }

    /// Offers what the site knows and the person does not see, so that the sign-in that the site goes on to finds it.
    private func offerMissed(_ registration: Registration) {
        Task {
            do throws(VaultError) {
                let (wish, page, vault) = (registration.wish, registration.page, registration.vault)
                updateSuggestions(from: vault, try await vault.offerMissed(for: wish, on: page))
                cancel(.matchedExcludedCredential)
            } catch {
                fail(with: error.sentence)
            }
        }
    }

    /// Makes the passkey, after asking who is there where that is wanted.
    private func verifyAndMake(_ registration: Registration, in login: RecordIdentifier?) {
        guard registration.wish.needsVerification, !registration.isVerified else {
            showProgress()
            Task { await make(registration, in: login) }
            return
        }
        let site = asker(or: Host.displayText(of: registration.wish.relyingParty.text))
        verify("Type the vault’s passphrase to create the passkey for \(site).") { [weak self] in
            var verified = registration
            verified.isVerified = true
            await self?.make(verified, in: login)
        }
    }

    /// An RSA key takes a moment; nobody is to press the button twice.
    private func showProgress() {
        show(
            ProgressViewController(title: "Create a Passkey?", label: "Creating the passkey…"))
    }

    private func make(_ registration: Registration, in login: RecordIdentifier?) async {
        do {
            let made = try await NewPasskey.make(
                for: registration.wish, isPresent: true, isVerified: registration.isVerified, at: access.clock.now())
            let changes = try await registration.vault.store(
                made, for: registration.wish, to: login, on: registration.page)
            complete(with: made, changes, in: registration.vault)
        } catch let error as VaultError {
            fail(with: error.sentence)
        } catch {
            fail(with: "No key could be made. Try again.")
        }
    }

    private func complete(with made: NewPasskey, _ changes: [Change], in vault: UnlockedVault) {
        let delivery = Delivery()
        extensionContext.completeRegistrationRequest(using: made.credential) { [self] expired in
            // A second call says that the time after the answer is over. The page has the passkey all the same.
            switch (expired, delivery.begin()) {
            case (false, _): updateSuggestions(from: vault, changes)
            case (true, true): takeBack(made, changes, in: vault)
            case (true, false): break
            }
        }
    }

    /// Tells the first call of a completion handler from the second.
    private final class Delivery: Sendable {
        private let hasBegun = Mutex(false)

        /// Whether this is the first call.
        func begin() -> Bool {
            hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
        }
    }

    /// Nobody waited for the answer: the site knows nothing of the passkey, which would be offered in vain.
    private nonisolated func takeBack(_ made: NewPasskey, _ changes: [Change], in vault: UnlockedVault) {
        WorkAfterAnswer.begin { [suggestions = access.suggestions] in
            guard let undone = try? await vault.takeBack(made, after: changes) else { return }
            await suggestions.inTurn { _ = try? await suggestions.follow(undone, of: vault) }
        }
    }

    /// Upgrades an account without a word, or fails without one.
    ///
    /// Nobody uses the vault here, so that its time goes on.
    func upgrade(_ wish: RegistrationWish) async {
        do {
            guard case .unlocked(let vault) = try await access.state(renewing: false) else {
                return cancel(.userInteractionRequired)
            }
            let page = PasskeyPage(origin, of: wish.relyingParty)
            guard let (made, changes) = try await vault.upgrade(wish, on: page, at: access.clock.now()) else {
                return cancel(.failed)
            }
            complete(with: made, changes, in: vault)
        } catch {
            // Under its own domain: a fault, where "failed" says that not everything speaks for it.
            extensionContext.cancelRequest(withError: error)
        }
    }
}
