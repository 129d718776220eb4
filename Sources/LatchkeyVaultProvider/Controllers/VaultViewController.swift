package import AuthenticationServices
package import Foundation
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// The vault's credential provider.
///
/// It only tells the system's requests apart; each task has a controller of its own, contained in this one.
package final class VaultViewController: ASCredentialProviderViewController, IdentityStoreRefilling {
    let access: VaultAccess
    /// Who asks, as far as the agent says.
    lazy var origin: RequestOrigin? = extensionContext.requestOrigin

    package init(access: VaultAccess) {
        self.access = access
        super.init(nibName: nil, bundle: nil)
    }

    /// Makes the controller for the process's own container and keychain.
    package required init?(coder: NSCoder) {
        access = VaultAccess(file: .shared)
        super.init(coder: coder)
    }

    // MARK: A chosen login

    package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let request = credentialRequest as? ASPasskeyCredentialRequest {
            guard let wanted = WantedPasskey(request) else { return cancel(.credentialIdentityNotFound) }
            Task { await provide(wanted) }
            return
        }
        guard let wanted = WantedLogin(credentialRequest) else { return cancel(.credentialIdentityNotFound) }
        Task { await provide(wanted) }
    }

    package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let request = credentialRequest as? ASPasskeyCredentialRequest { return prepareToSignIn(request) }
        guard let wanted = WantedLogin(credentialRequest) else { return cancel(.credentialIdentityNotFound) }
        let what = wanted.part.phrase(of: wanted.user)
        begin("Unlock the vault to \(purpose.verb) \(what) for \(asker(or: wanted.serviceName)).") {
            [self] vault, wasAsked in
            await prepareToProvide(wanted, from: vault, wasAsked: wasAsked)
        }
    }

    // MARK: The lists

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
        guard let wish = RegistrationWish(registrationRequest) else { return cancel(.failed) }
        let site = asker(or: wish.relyingParty.text)
        begin("Unlock the vault to create a passkey for \(site).") { [self] vault, wasTyped in
            await prepareToRegister(wish, in: vault, wasTyped: wasTyped)
        }
    }

    package override func performWithoutUserInteractionIfPossible(
        passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
    ) {
        guard let wish = RegistrationWish(registrationRequest) else { return cancel(.failed) }
        Task { await upgrade(wish) }
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
        Task { await save(submitted, event) }
    }

    package override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
        guard let submitted = submitted(savePasswordRequest) else { return cancel(.failed) }
        begin("Unlock the vault to save the login for \(asker(or: submitted.site.host)).") { [self] vault, _ in
            await prepareToSave(submitted, in: vault)
        }
    }

    // MARK: New passwords

    package override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
        generate(for: PasswordOffer(generatePasswordsRequest))
    }

    package override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
        prepareToGenerate(for: PasswordOffer(generatePasswordsRequest))
    }

    // MARK: What sites and git report

    package override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
        guard let request = extensionContext.gitCredentialRequest else {
            return follow(.unusedPassword(domain: domain, user: userName))
        }
        erase(request)
    }

    package override func reportPublicKeyCredentialUpdate(
        forRelyingParty relyingParty: String, userHandle: Data, newName: String
    ) {
        follow(.renamed(relyingParty: relyingParty, userHandle: userHandle, name: newName))
    }

    package override func reportUnknownPublicKeyCredential(
        forRelyingParty relyingParty: String, credentialID: Data
    ) {
        follow(.unknownPasskey(relyingParty: relyingParty, credentialID: credentialID))
    }

    package override func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {
        follow(
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
        // While the vault is locked there is nothing to hand over; the next unlock finds the store empty and fills it.
        // Nobody uses the vault here, so that its time goes on.
        guard case .unlocked(let vault)? = try? await access.state(renewing: false) else { return }
        try? await access.suggestions.refill(from: vault)
    }
}

// What the tasks have in common.
extension VaultViewController {
    /// Puts a task's controller in the place of the one before.
    func show(_ controller: ASViewController) {
        for child in children {
            child.willMove(toParent: nil)
            child.removeFromParent()
        }
        sheet = nil
        addChild(controller)
        controller.didMove(toParent: self)
    }

    /// What becomes of the credential.
    var purpose: RequestOrigin.Purpose { origin?.purpose ?? .fill }

    /// What sheets call the page that asks: the same host that the agent's frame around them shows.
    ///
    /// - Parameter name: What to call it where the agent says nothing.
    func asker(or name: String) -> String { origin?.host ?? name }

    /// - Parameters:
    ///   - reason: Why, for the person; no secret.
    ///   - suggestion: What the person can do.
    func cancel(_ code: ASExtensionError.Code, because reason: String? = nil, suggestion: String? = nil) {
        var information: [String: Any] = [:]
        information[NSLocalizedFailureReasonErrorKey] = reason
        information[NSLocalizedRecoverySuggestionErrorKey] = suggestion
        extensionContext.cancelRequest(withError: ASExtensionError(code, userInfo: information))
    }

    /// Shows what cannot be helped, and fails when the person has read it.
    func fail(with problem: String) {
        show(
            MessageViewController(title: "Latchkey Vault", Sheet.Message(.error, problem)) { [weak self] in
                self?.cancel(.failed, because: problem)
            })
    }

    /// Goes on with the unlocked vault, after asking for the passphrase where the vault is locked.
    ///
    /// - Parameter next: gets the vault, and whether the person has just proven to be there: a vault that was unlocked
    ///   elsewhere proves nothing about who sits here.
    func begin(_ reason: String, next: @escaping (UnlockedVault, Bool) async -> Void) {
        sheet = Sheet(
            title: "Latchkey Vault",
            elements: [Sheet.Element("opening", .progress(Sheet.Progress(label: "Opening the vault…")))])
        Task {
            do throws(VaultError) {
                switch try await access.state() {
                case .unlocked(let vault): await next(vault, false)
                case .locked(let vault):
                    show(
                        UnlockViewController(vault, access: access, reason: reason) { [weak self] vault, wasTyped in
                            Task {
                                await self?.takeInInbox(of: vault)
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

    /// Brings the suggestions up to date, without anybody waiting for it.
    nonisolated func updateSuggestions(from vault: UnlockedVault, _ changes: [Change]) {
        WorkAfterAnswer.begin { [suggestions = access.suggestions] in
            // Suggestions that lag behind are no reason to take an answer back; the next unlock mends them.
            await suggestions.inTurn { _ = try? await suggestions.follow(changes, of: vault) }
        }
    }
}
