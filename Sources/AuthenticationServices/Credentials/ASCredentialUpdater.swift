public import Foundation

/// An app's reports on accounts of its own, as before ``ASCredentialDataManager``.
@available(*, deprecated, renamed: "ASCredentialDataManager")
public final class ASCredentialUpdater: Sendable {
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
}
