package import AuthenticationServices
package import Foundation
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeySystem
import LatchkeyVault

/// The vault's credential provider.
///
/// Dispatches the system's requests. Each kind of sheet has its own controller, which this one contains.
package final class VaultViewController: ASCredentialProviderViewController, IdentityStoreRefilling {
    let access: VaultAccess
    /// The requester as reported by the agent; `nil` if the agent reports none.
    lazy var origin: RequestOrigin? = extensionContext.requestOrigin

    package init(access: VaultAccess) {
        self.access = access
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates the controller for the process's own container and keychain.
    package required convenience init?(coder: NSCoder) {
        self.init(access: VaultAccess(file: .shared))
    }

    // MARK: Filling one login

    package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let request = credentialRequest as? ASPasskeyCredentialRequest {
            guard let passkey = PasskeyRequest(request) else { return cancel(.credentialIdentityNotFound) }
            Task { await provide(passkey) }
            return
        }
        guard let request = LoginRequest(credentialRequest) else { return cancel(.credentialIdentityNotFound) }
        Task { await provide(request) }
    }

    package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let request = credentialRequest as? ASPasskeyCredentialRequest { return prepareToSignIn(request) }
        guard let request = LoginRequest(credentialRequest) else { return cancel(.credentialIdentityNotFound) }
        let what = request.part.phrase(of: request.user)
        let site = requesterName(or: request.serviceName)
        withUnlockedVault("Unlock the vault to \(purpose.verb) \(what) for \(site).") {
            [self] vault, wasAsked in
            await prepareToProvide(request, from: vault, wasAsked: wasAsked)
        }
    }

    // MARK: Lists

    package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        beginList(of: .password, for: serviceIdentifiers)
    }

    package override func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier],
        requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        beginList(of: .password, for: serviceIdentifiers, or: requestParameters)
    }

    package override func prepareOneTimeCodeCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier]
    ) {
        beginList(of: .code, for: serviceIdentifiers)
    }

    // MARK: New passkeys

    package override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        guard let request = RegistrationRequest(registrationRequest) else { return cancel(.failed) }
        let site = requesterName(or: request.relyingParty.text)
        withUnlockedVault("Unlock the vault to create a passkey for \(site).") { [self] vault, wasTyped in
            await prepareToRegister(request, in: vault, wasTyped: wasTyped)
        }
    }

    package override func performWithoutUserInteractionIfPossible(
        passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
    ) {
        guard let request = RegistrationRequest(registrationRequest) else { return cancel(.failed) }
        Task { await upgrade(request) }
    }

    // MARK: Saving

    package override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
        let credential = savePasswordRequest.credential
        if let request = extensionContext.gitCredentialRequest {
            Task { await save(Secret(credential.password), for: credential.user, of: request) }
            return
        }
        guard let submitted = submitted(savePasswordRequest) else { return cancel(.failed) }
        let event = savePasswordRequest.event
        if let change = userNameChange(submitted, event) {
            Task { await perform(change) }
            return
        }
        Task { await save(submitted, event) }
    }

    package override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
        guard let submitted = submitted(savePasswordRequest) else { return cancel(.failed) }
        let site = requesterName(or: submitted.site.host)
        if let change = userNameChange(submitted, savePasswordRequest.event) {
            withUnlockedVault("Unlock the vault to change the user name for \(site).") { [self] vault, _ in
                await perform(change, in: vault)
            }
            return
        }
        withUnlockedVault("Unlock the vault to save the login for \(site).") { [self] vault, _ in
            await prepareToSave(submitted, in: vault)
        }
    }

    // MARK: New passwords

    package override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
        // New passwords need no vault, so this works while it is locked or missing.
        let passwords = PasswordOffer(generatePasswordsRequest).passwords
        guard !passwords.isEmpty else { return cancel(.failed) }
        extensionContext.completeGeneratePasswordRequest(results: passwords)
    }

    package override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
        show(
            GeneratorViewController(PasswordOffer(generatePasswordsRequest)) { [extensionContext] kind, password in
                extensionContext.completeGeneratePasswordRequest(
                    results: [ASGeneratedPassword(kind: kind.appleKind, value: password.reveal())])
            })
    }

    // MARK: Reports of sites and git

    package override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
        guard let request = extensionContext.gitCredentialRequest else {
            return apply(.unusedPassword(domain: domain, user: userName))
        }
        erase(request)
    }

    package override func reportPublicKeyCredentialUpdate(
        forRelyingParty relyingParty: String, userHandle: Data, newName: String
    ) {
        apply(
            .renamed(
                relyingParty: relyingParty, userHandle: userHandle, name: newName,
                displayName: extensionContext.reportedUserDisplayName))
    }

    package override func reportUnknownPublicKeyCredential(
        forRelyingParty relyingParty: String, credentialID: Data
    ) {
        apply(.unknownPasskey(relyingParty: relyingParty, credentialID: credentialID))
    }

    package override func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {
        apply(
            .acceptedPasskeys(
                relyingParty: relyingParty, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
    }

    // MARK: Settings and suggestions

    package override func prepareInterfaceForExtensionConfiguration() {
        show(
            ConfigurationViewController(access: access) { [extensionContext] in
                extensionContext.completeExtensionConfigurationRequest()
            })
    }

    package func refillCredentialIdentityStore() async {
        // A locked vault provides no identities; the next unlock finds the store empty and fills it.
        // The system's request is not a use of the vault, so it does not restart the auto-lock time.
        guard case .unlocked(let vault)? = try? await access.state(renewing: false) else { return }
        try? await access.suggestions.refill(from: vault)
    }
}

// Shared by all requests.
extension VaultViewController {
    /// Shows a controller and removes the previous one.
    func show(_ controller: ASViewController) {
        for child in children {
            child.willMove(toParent: nil)
            child.removeFromParent()
        }
        sheet = nil
        addChild(controller)
        controller.didMove(toParent: self)
    }

    /// What the requester does with the credential; `.fill` if the agent does not report it.
    var purpose: RequestOrigin.Purpose { origin?.purpose ?? .fill }

    /// The requesting page's host, as the agent's frame around the sheet shows it; for git also another host or a file.
    ///
    /// - Parameter name: The name to use if the agent reports neither.
    func requesterName(or name: String) -> String {
        origin?.host ?? extensionContext.gitCredentialRequest.flatMap(GitMatch.init)?.title ?? name
    }

    /// Cancels the request with an error.
    ///
    /// - Parameters:
    ///   - reason: The cause, for the user. Must not contain secrets.
    ///   - suggestion: What the user can do.
    func cancel(_ code: ASExtensionError.Code, because reason: String? = nil, suggestion: String? = nil) {
        var information: [String: Any] = [:]
        information[NSLocalizedFailureReasonErrorKey] = reason
        information[NSLocalizedRecoverySuggestionErrorKey] = suggestion
        extensionContext.cancelRequest(withError: ASExtensionError(code, userInfo: information))
    }

    /// Shows a message, and fails the request when the user closes it.
    func fail(with problem: String) {
        show(
            MessageViewController(title: "Latchkey Vault", Sheet.Message(.error, problem)) { [weak self] in
                self?.cancel(.failed, because: problem)
            })
    }

    /// The text for a sheet; includes the state of the vault's file if that is the cause.
    ///
    /// - Parameter error: `nil` if there is no vault.
    func problem(_ error: VaultError?) -> String {
        if let report = access.report(behind: error) {
            return report.isNew ? "There is no vault yet. Create one with “latchkey-vault create”." : report.text
        }
        return error?.sentence ?? "There is no vault yet. Create one with “latchkey-vault create”."
    }

    /// Fails the request without a sheet; the agent reports the cause.
    ///
    /// - Parameter error: `nil` if there is no vault.
    func failWithoutSheet(_ error: VaultError?) {
        guard var report = access.report(behind: error) else { return cancel(.failed, because: problem(error)) }
        // A suggested login proves that there was a vault.
        report.hasSuggestions = true
        cancel(.failed, because: report.sentence, suggestion: report.hint)
    }

    /// Calls a closure with the unlocked vault; asks for the passphrase first if the vault is locked.
    ///
    /// - Parameter next: Receives the vault, and whether the user typed the passphrase or recovery code in this sheet.
    ///   A vault unlocked elsewhere does not verify this user.
    func withUnlockedVault(_ reason: String, next: @escaping (UnlockedVault, Bool) async -> Void) {
        sheet = Sheet(
            title: "Latchkey Vault",
            elements: [Sheet.Element("opening", .progress(Sheet.Progress(label: "Opening the vault…")))])
        Task {
            do throws(VaultError) {
                switch try await access.state() {
                case .unlocked(let vault): await next(vault, false)
                case .replaced(let vault, let replaced): ask(about: replaced, vault) { await next(vault, false) }
                case .locked(let vault):
                    show(
                        UnlockViewController(vault, access: access, reason: reason) { [weak self] vault, wasTyped in
                            Task {
                                await self?.processInbox(of: vault)
                                await next(vault, wasTyped)
                            }
                        })
                case .missing: fail(with: problem(nil))
                }
            } catch {
                fail(with: problem(error))
            }
        }
    }

    /// Asks whether to use a replaced file of the vault, and continues only if the user accepts it.
    private func ask(about replaced: ReplacedVault, _ vault: UnlockedVault, then next: @escaping () async -> Void) {
        show(
            ReplacedVaultViewController(replaced) { [self] in
                Task {
                    await access.accept(vault)
                    await processInbox(of: vault)
                    await next()
                }
            })
    }

    /// Updates the suggestions in the background.
    nonisolated func updateSuggestions(from vault: UnlockedVault, _ changes: [Change]) {
        WorkAfterAnswer.begin { [suggestions = access.suggestions] in
            // The next unlock repairs outdated suggestions.
            await suggestions.serialized { _ = try? await suggestions.follow(changes, of: vault) }
        }
    }
}
