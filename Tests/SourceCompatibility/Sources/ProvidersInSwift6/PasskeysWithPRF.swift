import AuthenticationServices

// Passkeys with extension outputs, saved passwords and generated passwords, as in apps for the current SDK.

public final class PRFProvider: ASCredentialProviderViewController {
    public override func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier],
        requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        let first = SymmetricKey(data: requestParameters.extensionInput?.prf?.inputValues?.saltInput1 ?? Data())
        let credential = ASPasskeyAssertionCredential(
            userHandle: Data([1]), relyingParty: requestParameters.relyingPartyIdentifier, signature: Data([2]),
            clientDataHash: requestParameters.clientDataHash, authenticatorData: Data([3]),
            credentialID: requestParameters.allowedCredentials.first ?? Data([4]),
            extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(
                largeBlob: .write(success: true), prf: .init(first: first, second: nil)))
        extensionContext.completeAssertionRequest(using: credential)
    }

    public override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        guard let request = registrationRequest as? ASPasskeyCredentialRequest,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity,
            identity.credentialID.isEmpty, request.supportedAlgorithms.contains(ASCOSEAlgorithmIdentifier.ES256)
        else { return extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
        if let excluded = request.excludedCredentials, excluded.contains(where: { $0.credentialID == Data([9]) }) {
            return extensionContext.cancelRequest(withError: ASExtensionError(.matchedExcludedCredential))
        }
        let credential = ASPasskeyRegistrationCredential(
            relyingParty: identity.relyingPartyIdentifier, clientDataHash: request.clientDataHash,
            credentialID: Data([1]), attestationObject: Data([2]),
            extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput(largeBlob: .unsupported, prf: .supported))
        Task { await extensionContext.completeRegistrationRequest(using: credential) }
    }

    public override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
        switch savePasswordRequest.event {
        case .generatedPasswordFilled: extensionContext.completeSavePasswordRequest()
        default: extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        }
    }

    public override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
        let title = savePasswordRequest.title ?? savePasswordRequest.serviceIdentifier.displayName
        Task {
            guard title == "Shop" else {
                extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
                return
            }
            await extensionContext.completeSavePasswordRequest()
        }
    }

    public override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
        extensionContext.completeGeneratePasswordRequest(results: [ASGeneratedPassword(kind: .strong, value: "v")])
    }
}

/// A callback that continues on the main actor.
public final class CallbackProvider: ASCredentialProviderViewController {
    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        ASCredentialIdentityStore.shared.getState { [weak self] state in
            let isEnabled = state.isEnabled
            Task { @MainActor in
                self?.finish(isEnabled)
            }
        }
    }

    private func finish(_ isEnabled: Bool) {
        extensionContext.completeRequest(withSelectedCredential: .init(user: "\(isEnabled)", password: ""))
    }
}
