public import Foundation

/// Sends an app's reports about its own accounts to the providers, and saves passwords.
///
/// Success means only that the report was well formed; the app cannot learn which credentials a provider has.
///
/// On Linux no program installs a host for these calls yet, so that each throws ``ASAuthorizationError`` `failed`. The
/// browser extension sends the corresponding WebAuthn signals of pages directly to the agent.
public final class ASCredentialDataManager: Sendable {
    /// Makes a manager; it has no state of its own.
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

    /// Asks the user's provider to save a password, as after a sign-in form.
    ///
    /// - Parameters:
    ///   - scope: The page's scheme, host, port and path.
    ///   - title: The record's name; `nil` lets the provider choose one.
    ///   - anchor: Ignored on Linux.
    /// - Throws: ``ASAuthorizationError`` `failed` if the scope has no valid URL, or if the process has
    ///   no host.
    public func save(
        password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String? = nil,
        anchor: ASPresentationAnchor
    ) async throws {
        try await CredentialReports.save(password, for: scope, title: title)
    }
}
