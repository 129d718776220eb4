public import AuthenticationServices

/// Requests as the system makes them, also those that a provider can only read.
public enum ProviderTestRequest {
    /// Makes a sign-in with one passkey.
    public static func assertion(
        for identity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        extensionInput: ASPasskeyAssertionCredentialExtensionInput? = nil
    ) -> ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            type: .passkeyAssertion, credentialIdentity: identity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerification, supportedAlgorithms: [],
            extensionInput: extensionInput.map { .assertion($0) } ?? .none)
    }

    /// Makes the creation of a passkey; its identity has an empty credential ID.
    public static func registration(
        relyingPartyIdentifier: String, userName: String, userHandle: Data, clientDataHash: Data,
        userVerification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier] = [.ES256], excludedCredentials: [Data]? = nil,
        extensionInput: ASPasskeyRegistrationCredentialExtensionInput? = nil
    ) -> ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            type: .passkeyRegistration,
            credentialIdentity: ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: Data(),
                userHandle: userHandle),
            clientDataHash: clientDataHash, userVerificationPreference: userVerification,
            supportedAlgorithms: supportedAlgorithms,
            excludedCredentials: excludedCredentials?.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
            },
            extensionInput: extensionInput.map { .registration($0) } ?? .none)
    }

    /// Makes the open passkey request beside a list; no allowed credentials means every one.
    public static func parameters(
        relyingPartyIdentifier: String, clientDataHash: Data,
        userVerification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        allowedCredentials: [Data] = [], extensionInput: ASPasskeyAssertionCredentialExtensionInput? = nil
    ) -> ASPasskeyCredentialRequestParameters {
        ASPasskeyCredentialRequestParameters(
            relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash,
            userVerificationPreference: userVerification, allowedCredentials: allowedCredentials,
            extensionInput: extensionInput)
    }
}
