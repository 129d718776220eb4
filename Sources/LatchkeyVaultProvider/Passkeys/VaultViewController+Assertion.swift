import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault
import LatchkeyWebAuthn

/// A request to sign in with one passkey.
struct PasskeyRequest: Sendable {
    /// `nil` right after the registration: the agent then knows only the credential ID.
    let record: RecordIdentifier?
    let credentialID: Data
    /// Whether the site names the credential, so that a hidden passkey may sign, too.
    let mayBeHidden: Bool
    let assertion: AssertionRequest

    init(record: RecordIdentifier?, credentialID: Data, mayBeHidden: Bool, assertion: AssertionRequest) {
        self.record = record
        self.credentialID = credentialID
        self.mayBeHidden = mayBeHidden
        self.assertion = assertion
    }

    /// `nil` for an invalid assertion request, or a record identifier that is not of this vault's format.
    init?(_ request: ASPasskeyCredentialRequest) {
        guard let assertion = AssertionRequest(request),
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
        else { return nil }
        let record = identity.recordIdentifier.flatMap(RecordIdentifier.init)
        guard record != nil || identity.recordIdentifier == nil else { return nil }
        // The agent suggests a hidden passkey only to a site that names it.
        self.init(
            record: record, credentialID: identity.credentialID, mayBeHidden: identity.isHidden, assertion: assertion)
    }
}

// Signing in with passkeys.
extension VaultViewController {
    /// Signs in without a sheet, or requires interaction if the user must be verified first.
    func provide(_ request: PasskeyRequest) async {
        do throws(VaultError) {
            guard let vault = try await unlockedVault() else { return }
            switch await open(request, from: vault) {
            case .passkey(let opened):
                let isVerified = await access.isUserVerified(for: vault)
                // A login that asks every time ignores an earlier verification.
                if opened.asksEveryTime || request.assertion.needsVerification(of: opened) && !isVerified {
                    return cancel(.userInteractionRequired)
                }
                await complete(with: opened, request.assertion, isVerified: isVerified, from: vault)
            case .notFound: cancel(.credentialIdentityNotFound)
            case .failed(let error): failWithoutSheet(error)
            }
        } catch {
            failWithoutSheet(error)
        }
    }

    func prepareToSignIn(_ credentialRequest: ASPasskeyCredentialRequest) {
        guard let request = PasskeyRequest(credentialRequest) else { return cancel(.credentialIdentityNotFound) }
        let name = credentialRequest.credentialIdentity.user
        let site = requesterName(or: Host.displayText(of: request.assertion.relyingParty))
        let reason = "Unlock the vault to sign in to \(site) with the passkey\(name.isEmpty ? "" : " of \(name)")."
        withUnlockedVault(reason) { [self] vault, wasTyped in
            await signIn(with: request, from: vault, wasTyped: wasTyped) { [weak self] in
                self?.cancel(.credentialIdentityNotFound)
            }
        }
    }

    /// Signs in from a sheet.
    ///
    /// - Parameters:
    ///   - wasTyped: Whether the user typed the passphrase in this sheet.
    ///   - notFound: Called if the passkey no longer exists.
    func signIn(
        with request: PasskeyRequest, from vault: UnlockedVault, wasTyped: Bool, notFound: @escaping () -> Void
    ) async {
        switch await open(request, from: vault) {
        case .passkey(let opened):
            let isVerified: Bool =
                if wasTyped { true } else { await access.isUserVerified(for: vault) }
            let isEnough = isVerified && (wasTyped || !opened.asksEveryTime)
            guard request.assertion.needsVerification(of: opened), !isEnough else {
                return await complete(with: opened, request.assertion, isVerified: isVerified, from: vault)
            }
            let site = requesterName(or: Host.displayText(of: request.assertion.relyingParty))
            verify("Type the vault’s passphrase to sign in to \(site).") { [weak self] in
                await self?.complete(with: opened, request.assertion, isVerified: true, from: vault)
            }
        case .notFound: notFound()
        case .failed(let error): fail(with: error.sentence)
        }
    }

    /// Asks for the passphrase even if the vault is unlocked, then calls `next`.
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

    private func open(_ request: PasskeyRequest, from vault: UnlockedVault) async -> OpenedPasskey.Outcome {
        await OpenedPasskey.open(
            request.credentialID, of: request.assertion.relyingParty, in: request.record,
            mayBeHidden: request.mayBeHidden, from: vault)
    }

    private func complete(
        with opened: OpenedPasskey, _ request: AssertionRequest, isVerified: Bool, from vault: UnlockedVault
    ) async {
        do throws(PasskeyKeyError) {
            let signed = try await opened.sign(request, isVerified: isVerified, in: vault)
            extensionContext.completeAssertionRequest(
                using: signed.credential,
                completionHandler: noteUse(
                    of: opened.record, as: .passkey(credentialID: signed.description.credentialID), in: vault,
                    after: signed.change))
        } catch {
            failVisibly("Latchkey does not support this passkey’s key type.")
        }
    }
}
