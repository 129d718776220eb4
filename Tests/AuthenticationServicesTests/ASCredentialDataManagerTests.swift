import AuthenticationServices
import Synchronization
import Testing

private final class Reports: CredentialReportHost {
    private let state = Mutex<(reports: [CredentialReport], saved: [String])>(([], []))
    var reports: [CredentialReport] { state.withLock { $0.reports } }
    var saved: [String] { state.withLock { $0.saved } }

    func report(_ report: CredentialReport) async throws { state.withLock { $0.reports.append(report) } }
    func save(_ password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String?) async throws {
        state.withLock { $0.saved.append("\(password.user) \(scope.host) \(title ?? "-")") }
    }
}

/// Serialized, since a process has only one host.
@Suite(.serialized) struct `Credential data manager` {
    @Test func `sends the four reports to the host`() async throws {
        let host = Reports()
        CredentialReports.install(host)
        defer { CredentialReports.install(nil) }
        let manager = ASCredentialDataManager()
        try await manager.reportPublicKeyCredentialUpdate(
            relyingPartyIdentifier: "example.com", userHandle: Data([1]), newName: "Ann")
        try await manager.reportUnknownPublicKeyCredential(
            relyingPartyIdentifier: "example.com", credentialID: Data([2]))
        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: "example.com", userHandle: Data([1]), acceptedCredentialIDs: [])
        try await manager.reportUnusedPasswordCredential(domain: "example.com", userName: "ann")
        #expect(
            host.reports == [
                .publicKeyCredentialUpdate(relyingParty: "example.com", userHandle: Data([1]), newName: "Ann"),
                .unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([2])),
                .allAcceptedPublicKeyCredentials(
                    relyingParty: "example.com", userHandle: Data([1]), acceptedCredentialIDs: []),
                .unusedPasswordCredential(domain: "example.com", userName: "ann"),
            ])
    }

    @Test func `passes a password to save to the host`() async throws {
        let host = Reports()
        CredentialReports.install(host)
        defer { CredentialReports.install(nil) }
        let credential = ASPasswordCredential(user: "ann", password: "p")
        let anchor = await ASPresentationAnchor()
        let manager = ASCredentialDataManager()
        try await manager.save(password: credential, for: ASAutoFillURLScope(host: "example.com"), anchor: anchor)
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await manager.save(password: credential, for: ASAutoFillURLScope(host: ""), anchor: anchor)
        }
        #expect(host.saved == ["ann example.com -"])
    }

    @Test func `rejects an invalid report before it reaches the host`() async {
        CredentialReports.install(Reports())
        defer { CredentialReports.install(nil) }
        let manager = ASCredentialDataManager()
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await manager.reportUnknownPublicKeyCredential(relyingPartyIdentifier: "", credentialID: Data([2]))
        }
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await manager.reportUnknownPublicKeyCredential(
                relyingPartyIdentifier: "example.com", credentialID: Data())
        }
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await manager.reportUnusedPasswordCredential(domain: "", userName: "ann")
        }
    }

    @Test func `reporting and saving fail without a host`() async {
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await ASCredentialDataManager().reportUnusedPasswordCredential(domain: "example.com", userName: "ann")
        }
    }
}
