import AuthenticationServices

// Pattern 1: overrides that name the protocol without `any`, and with it.

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

/// Overrides both families, as an app that runs on old and new systems does.
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

    private func finish(_ way: String) {
        extensionContext.completeRequest(withSelectedCredential: .init(user: "ann", password: way))
    }
}
