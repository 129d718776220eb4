import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault
import LatchkeyWebAuthn

/// The passkey that a suggestion stands for, and what is to be signed with it.
struct WantedPasskey: Sendable {
    /// `nil` right after the registration, when the agent knows the credential alone.
    let record: RecordIdentifier?
    let credentialID: Data
    let wish: AssertionWish

    init(record: RecordIdentifier?, credentialID: Data, wish: AssertionWish) {
        self.record = record
        self.credentialID = credentialID
        self.wish = wish
    }

    /// Nothing for a record that is not of this vault's making.
    init?(_ request: ASPasskeyCredentialRequest) {
        guard let wish = AssertionWish(request),
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
        else { return nil }
        let record = identity.recordIdentifier.flatMap(RecordIdentifier.init)
        guard record != nil || identity.recordIdentifier == nil else { return nil }
        self.init(record: record, credentialID: identity.credentialID, wish: wish)
    }
}

// Signing in with passkeys.
extension VaultViewController {
    /// Signs in without a sheet, where nobody need show who they are or has shown it just now.
    func provide(_ wanted: WantedPasskey) async {
        do throws(VaultError) {
            guard let vault = try await unlockedVault() else { return }
            switch await open(wanted, from: vault) {
            case .passkey(let opened):
                let isVerified = await access.isPersonVerified(for: vault)
                // A login that asks every time asks now, however long ago the last time was.
                if opened.asksEveryTime || wanted.wish.needsVerification(of: opened) && !isVerified {
                    return cancel(.userInteractionRequired)
                }
                await complete(with: opened, wanted.wish, isVerified: isVerified, from: vault)
            case .notFound: cancel(.credentialIdentityNotFound)
            case .failed(let error): failUnseen(error)
            }
        } catch {
            failUnseen(error)
        }
    }

    func prepareToSignIn(_ request: ASPasskeyCredentialRequest) {
        guard let wanted = WantedPasskey(request) else { return cancel(.credentialIdentityNotFound) }
        let name = request.credentialIdentity.user
        let site = asker(or: Host.displayText(of: wanted.wish.relyingParty))
        let reason = "Unlock the vault to sign in to \(site) with the passkey\(name.isEmpty ? "" : " of \(name)")."
        begin(reason) { [self] vault, wasTyped in
            await signIn(with: wanted, from: vault, wasTyped: wasTyped) { [weak self] in
                self?.cancel(.credentialIdentityNotFound)
            }
        }
    }

    /// Signs in after the person has seen a sheet.
    ///
    /// - Parameters:
    ///   - wasTyped: Whether they have typed the passphrase in it.
    ///   - notFound: What becomes of a passkey that is not there any more.
    func signIn(
        with wanted: WantedPasskey, from vault: UnlockedVault, wasTyped: Bool, notFound: @escaping () -> Void
    ) async {
        switch await open(wanted, from: vault) {
        case .passkey(let opened):
            let isVerified: Bool =
                if wasTyped { true } else { await access.isPersonVerified(for: vault) }
            let isEnough = isVerified && (wasTyped || !opened.asksEveryTime)
            guard wanted.wish.needsVerification(of: opened), !isEnough else {
                return await complete(with: opened, wanted.wish, isVerified: isVerified, from: vault)
            }
            let site = asker(or: Host.displayText(of: wanted.wish.relyingParty))
            verify("Type the vault’s passphrase to sign in to \(site).") { [weak self] in
                await self?.complete(with: opened, wanted.wish, isVerified: true, from: vault)
            }
        case .notFound: notFound()
        case .failed(let error): fail(with: error.sentence)
        }
    }

    /// Has the person type the passphrase, though the vault is unlocked.
    func verify(_ reason: String, then next: @escaping () async -> Void) {
        do throws(VaultError) {
            guard let locked = try access.open() else { return cancel(.failed) }
            show(
                UnlockViewController(locked, access: access, reason: reason, purpose: .verify) { _, _ in
                    Task { await next() }
                })
        } catch {
            fail(with: error.sentence)
        }
    }

    private func open(_ wanted: WantedPasskey, from vault: UnlockedVault) async -> OpenedPasskey.Outcome {
        await OpenedPasskey.open(
            wanted.credentialID, of: wanted.wish.relyingParty, in: wanted.record, from: vault)
    }

    private func complete(
        with opened: OpenedPasskey, _ wish: AssertionWish, isVerified: Bool, from vault: UnlockedVault
    ) async {
        do throws(PasskeyKeyError) {
            let signed = try await opened.sign(wish, isVerified: isVerified, in: vault)
            extensionContext.completeAssertionRequest(
                using: signed.credential,
                completionHandler: noteUse(of: opened.record, as: .passkey, in: vault, after: signed.change))
        } catch {
            failToFill("This passkey is of a kind that Latchkey cannot use.")
        }
    }
}
