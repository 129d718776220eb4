public import AuthenticationServices

/// Makes requests as the system does, including those that a provider cannot make itself.
public enum ProviderTestRequest {
    /// A sign-in with one passkey.
    ///
    /// - Parameter clientDataHash: The SHA-256 of the client data; tests may use any bytes.
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

    /// A registration of a passkey, with an empty credential ID.
    ///
    /// - Parameters:
    ///   - clientDataHash: The SHA-256 of the client data; tests may use any bytes.
    ///   - excludedCredentials: The IDs of passkeys that must not exist already; `nil` for none.
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

    /// The passkey request that accompanies a list.
    ///
    /// - Parameter allowedCredentials: The allowed credential IDs; empty for any passkey of the relying party.
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
