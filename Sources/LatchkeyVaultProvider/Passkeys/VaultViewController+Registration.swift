import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeySheet
import LatchkeyVault
import Synchronization

// Creating passkeys.
extension VaultViewController {
    /// The state of a registration while its sheet is open.
    private struct Registration: Sendable {
        let request: RegistrationRequest
        let page: RegistrationPage
        let vault: UnlockedVault
        /// Whether the user typed the passphrase in this sheet, or within ``VaultAccess/verificationTime``.
        var isVerified: Bool
    }

    func prepareToRegister(_ request: RegistrationRequest, in vault: UnlockedVault, wasTyped: Bool) async {
        let page = RegistrationPage(origin, of: request.relyingParty)
        let isVerified = wasTyped ? true : await access.isUserVerified(for: vault)
        let registration = Registration(request: request, page: page, vault: vault, isVerified: isVerified)
        do throws(VaultError) {
            let existing = try await vault.existingPasskeys(for: request, on: page)
            guard existing.hasExcluded else { return ask(registration, existing) }
            // The site still has the hidden passkey on record, so the next sign-in offers it.
            updateSuggestions(from: vault, try await vault.offerHiddenExcluded(for: request, on: page))
            // The agent notifies the user before it rejects the page's request.
            cancel(.matchedExcludedCredential)
        } catch {
            fail(with: error.sentence)
        }
    }

    private func ask(_ registration: Registration, _ existing: ExistingPasskeys) {
        let request = registration.request
        let question = CreatePasskeyViewController.Question(
            site: requesterName(or: Host.displayText(of: request.relyingParty.text)),
            relyingParty: request.relyingParty.text, user: request.user, login: existing.login,
            replaces: !existing.replaced(by: request.userHandle).isEmpty)
        show(
            CreatePasskeyViewController(question) { [weak self] decision in
                switch decision {
                case .cancel: self?.cancel(.userCanceled)
                case .create: self?.verifyAndCreate(registration, in: existing.login?.id)
                case .createAsNew: self?.verifyAndCreate(registration, in: nil)
                }
            })
    }

    /// Creates the passkey; verifies the user first if required.
    private func verifyAndCreate(_ registration: Registration, in login: RecordIdentifier?) {
        guard registration.request.needsVerification, !registration.isVerified else {
            showProgress()
            Task { await create(registration, in: login) }
            return
        }
        let site = requesterName(or: Host.displayText(of: registration.request.relyingParty.text))
        verify("Type the vault’s passphrase to create the passkey for \(site).") { [weak self] in
            var verified = registration
            verified.isVerified = true
            await self?.create(verified, in: login)
        }
    }

    /// Replaces the button while an RSA key is generated, so that the user cannot press it twice.
    private func showProgress() {
        show(
            ProgressViewController(title: "Create a Passkey?", label: "Creating the passkey…"))
    }

    private func create(_ registration: Registration, in login: RecordIdentifier?) async {
        do {
            let made = try await NewPasskey.make(
                for: registration.request, isPresent: true, isVerified: registration.isVerified, at: access.clock.now())
            let changes = try await registration.vault.store(
                made, for: registration.request, to: login, on: registration.page)
            complete(with: made, changes, in: registration.vault)
        } catch let error as VaultError {
            fail(with: error.sentence)
        } catch {
            fail(with: "The passkey could not be created. Try again.")
        }
    }

    private func complete(with made: NewPasskey, _ changes: [Change], in vault: UnlockedVault) {
        let delivery = Delivery()
        extensionContext.completeRegistrationRequest(using: made.credential) { [self] expired in
            // A second call reports that the time for background work is over; the page has received the passkey.
            switch (expired, delivery.begin()) {
            case (false, _): updateSuggestions(from: vault, changes)
            case (true, true): revoke(made, changes, in: vault)
            case (true, false): break
            }
        }
    }

    /// Distinguishes the first call of a completion handler from the second.
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

    /// Deletes a passkey whose response came too late: the site does not know it, so it could not sign in.
    private nonisolated func revoke(_ made: NewPasskey, _ changes: [Change], in vault: UnlockedVault) {
        WorkAfterAnswer.begin { [suggestions = access.suggestions] in
            guard let undone = try? await vault.revoke(made, after: changes) else { return }
            await suggestions.serialized { _ = try? await suggestions.follow(undone, of: vault) }
        }
    }

    /// Adds a passkey to an account without a sheet, or fails.
    ///
    /// Does not restart the auto-lock time, because the user did not use the vault.
    func upgrade(_ request: RegistrationRequest) async {
        do {
            guard case .unlocked(let vault) = try await access.state(renewing: false) else {
                return cancel(.userInteractionRequired)
            }
            let page = RegistrationPage(origin, of: request.relyingParty)
            guard let (made, changes) = try await vault.upgrade(request, on: page, at: access.clock.now()) else {
                return cancel(.failed)
            }
            complete(with: made, changes, in: vault)
        } catch {
            // Not `.failed`, which means that a condition does not hold.
            extensionContext.cancelRequest(withError: error)
        }
    }
}
