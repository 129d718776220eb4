import AuthenticationServices

// The calls of Apple's reference pages.

/// The page on lists of credentials.
public final class PageListProvider: ASCredentialProviderViewController {
    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        guard let first = serviceIdentifiers.first else {
            let error = NSError(
                domain: ASExtensionErrorDomain,
                code: ASExtensionError.userCanceled.rawValue)
            extensionContext.cancelRequest(withError: error)
            return
        }
        let user = first.identifier
        let password = "picked"
        let passwordCredential = ASPasswordCredential(user: user, password: password)
        extensionContext.completeRequest(withSelectedCredential: passwordCredential)
    }
}

/// The page on lists of one-time codes.
public final class PageCodeProvider: ASCredentialProviderViewController {
    public override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        Task {
            await pick("123456")
        }
    }

    private func pick(_ otpCode: String) async {
        let credential = ASOneTimeCodeCredential(code: otpCode)
        await extensionContext.completeOneTimeCodeRequest(using: credential)
    }
}

/// The page on conditional registration, with its conditions.
public final class PageConditionalProvider: ASCredentialProviderViewController {
    public var isUnlocked = true
    public var savedUserNames: Set<String> = ["ann"]
    public var recentlyFilled: Set<String> = ["ann"]
    public var hasPasskey = false

    public override func performWithoutUserInteractionIfPossible(
        passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
    ) {
        guard let identity = registrationRequest.credentialIdentity as? ASPasskeyCredentialIdentity,
            isUnlocked, savedUserNames.contains(identity.userName), recentlyFilled.contains(identity.userName),
            !hasPasskey
        else {
            extensionContext.cancelRequest(withError: ASExtensionError(.failed))
            return
        }
        let credential = ASPasskeyRegistrationCredential(
            relyingParty: identity.relyingPartyIdentifier, clientDataHash: registrationRequest.clientDataHash,
            credentialID: Data([1]), attestationObject: Data([2]))
        extensionContext.completeRegistrationRequest(using: credential)
    }
}
