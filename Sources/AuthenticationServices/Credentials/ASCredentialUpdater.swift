public import Foundation

/// The older class for an app's reports about its own accounts; see ``ASCredentialDataManager``.
@available(*, deprecated, renamed: "ASCredentialDataManager")
public final class ASCredentialUpdater: Sendable {
    /// Makes an updater; it has no state of its own.
    public init() {}

    /// Reports that an account has a new user name.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if the relying party or the user handle is empty,
    ///   or if the process has no host.
    public func reportPublicKeyCredentialUpdate(
        relyingPartyIdentifier: String, userHandle: Data, newName: String
    ) async throws {
        try await CredentialReports.send(
            .publicKeyCredentialUpdate(relyingParty: relyingPartyIdentifier, userHandle: userHandle, newName: newName))
    }

    /// Reports a credential ID that the relying party does not know.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if the relying party or the credential ID is empty, or if the
    ///   process has no host.
    public func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
        try await CredentialReports.send(
            .unknownPublicKeyCredential(relyingParty: relyingPartyIdentifier, credentialID: credentialID))
    }

    /// Reports all credential IDs that are valid for an account; its other passkeys are not.
    ///
    /// - Parameter acceptedCredentialIDs: Empty if the account has no valid passkey any more.
    /// - Throws: ``ASAuthorizationError`` `failed` if the relying party or the user handle is empty,
    ///   or if the process has no host.
    public func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws {
        try await CredentialReports.send(
            .allAcceptedPublicKeyCredentials(
                relyingParty: relyingPartyIdentifier, userHandle: userHandle,
                acceptedCredentialIDs: acceptedCredentialIDs))
    }

    /// Reports that a user does not sign in with a password any more.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if the domain is empty, or if the process has no host.
    public func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
        try await CredentialReports.send(.unusedPasswordCredential(domain: domain, userName: userName))
    }
}
