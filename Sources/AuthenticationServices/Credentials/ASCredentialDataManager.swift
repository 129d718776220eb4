public import Foundation

/// An app's reports on accounts of its own, and its wish to have a password saved.
///
/// That a call succeeds says only that it was well formed; nothing is revealed of what any provider holds.
public final class ASCredentialDataManager: Sendable {
    public init() {}

    public func reportPublicKeyCredentialUpdate(
        relyingPartyIdentifier: String, userHandle: Data, newName: String
    ) async throws {
        try await CredentialReports.send(
            .publicKeyCredentialUpdate(relyingParty: relyingPartyIdentifier, userHandle: userHandle, newName: newName))
    }

    public func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
        try await CredentialReports.send(
            .unknownPublicKeyCredential(relyingParty: relyingPartyIdentifier, credentialID: credentialID))
    }

    /// Reports every credential ID that is still good for an account; others of it are not.
    public func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws {
        try await CredentialReports.send(
            .allAcceptedPublicKeyCredentials(
                relyingParty: relyingPartyIdentifier, userHandle: userHandle,
                acceptedCredentialIDs: acceptedCredentialIDs))
    }

    public func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
        try await CredentialReports.send(.unusedPasswordCredential(domain: domain, userName: userName))
    }

    /// Hands a password to the person's provider, as submitting a form does.
    public func save(
        password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String? = nil,
        anchor: ASPresentationAnchor
    ) async throws {
        try await CredentialReports.save(password, for: scope, title: title)
    }
}
