import AuthenticationServices

// Completing requests in tasks, with and without `await` and handlers.

public final class TaskProvider: ASCredentialProviderViewController {
    /// Set by the completion handler.
    nonisolated(unsafe) public static var cleanedUp: Bool?

    private func lookUp() async -> String { "looked up" }

    /// Completes without `await` in an async context.
    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        Task {
            let password = await lookUp()
            extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "ann", password: password))
        }
    }

    /// Completes with `await`, and ignores the result.
    public override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        guard let request = credentialRequest as? ASPasskeyCredentialRequest,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
        else { return extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
        let credential = ASPasskeyAssertionCredential(
            userHandle: identity.userHandle, relyingParty: identity.relyingPartyIdentifier, signature: Data([1]),
            clientDataHash: request.clientDataHash, authenticatorData: Data([2]), credentialID: identity.credentialID)
        Task {
            await extensionContext.completeAssertionRequest(using: credential)
        }
    }

    /// Completes with a handler that does work.
    public override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        let credential = ASPasskeyRegistrationCredential(
            relyingParty: "example.com", clientDataHash: Data([1]), credentialID: Data([2]),
            attestationObject: Data([3]))
        extensionContext.completeRegistrationRequest(using: credential) { expired in
            if !expired { TaskProvider.cleanedUp = true }
        }
    }

    /// Completes with an inferred type, without waiting.
    public override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.completeOneTimeCodeRequest(using: .init(code: "123456"))
    }

    public override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        extensionContext.completeRequest(withSelectedCredential: .init(user: "ann", password: "short"))
    }

    public override func prepareInterfaceForUserChoosingTextToInsert() {
        extensionContext.completeRequest(withTextToInsert: "text")
    }
}
