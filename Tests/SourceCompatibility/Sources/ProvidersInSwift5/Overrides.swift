import AuthenticationServices

// Overrides that name the protocol with and without `any`.

public final class BareProtocolProvider: ASCredentialProviderViewController {
    public override func provideCredentialWithoutUserInteraction(for credentialRequest: ASCredentialRequest) {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(
                user: credentialRequest.credentialIdentity.user, password: "without any"))
    }

    public override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(
                user: credentialRequest.credentialIdentity.user, password: "with any"))
    }
}

/// Overrides the methods with a request and those with an identity, as an app for old and new systems does.
public final class BothFamiliesProvider: ASCredentialProviderViewController {
    public override func provideCredentialWithoutUserInteraction(for credentialRequest: ASCredentialRequest) {
        finish("request")
    }

    public override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        finish("identity")
    }

    public override func prepareInterfaceToProvideCredential(for credentialRequest: ASCredentialRequest) {
        finish("request")
    }

    public override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        finish("identity")
    }

    private func finish(_ method: String) {
        extensionContext.completeRequest(withSelectedCredential: .init(user: "ann", password: method))
    }
}
