internal import Foundation
internal import Synchronization

/// An app's report to all providers about one of its own accounts.
package enum CredentialReport: Hashable, Sendable {
    case publicKeyCredentialUpdate(relyingParty: String, userHandle: Data, newName: String)
    case unknownPublicKeyCredential(relyingParty: String, credentialID: Data)
    case allAcceptedPublicKeyCredentials(relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data])
    case unusedPasswordCredential(domain: String, userName: String)
}

/// The process behind ``ASCredentialDataManager`` and ``ASCredentialUpdater``.
package protocol CredentialReportHost: Sendable {
    func report(_ report: CredentialReport) async throws
    func save(_ password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String?) async throws
}

/// Validates reports and sends them to the host.
package enum CredentialReports {
    private static let installed = Mutex<(any CredentialReportHost)?>(nil)

    package static func install(_ host: (any CredentialReportHost)?) {
        installed.withLock { $0 = host }
    }

    /// Sends a report.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if a required part is empty,
    ///   or if the process has no host.
    static func send(_ report: CredentialReport) async throws {
        guard report.isWellFormed else { throw ASAuthorizationError(.failed) }
        try await host().report(report)
    }

    static func save(_ password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String?) async throws {
        guard scope.url != nil else { throw ASAuthorizationError(.failed) }
        try await host().save(password, for: scope, title: title)
    }

    private static func host() throws -> any CredentialReportHost {
        guard let host = installed.withLock({ $0 }) else { throw ASAuthorizationError(.failed) }
        return host
    }
}

extension CredentialReport {
    /// Whether all required parts are non-empty; the new name and the list of accepted credentials may be empty.
    fileprivate var isWellFormed: Bool {
        switch self {
        case .publicKeyCredentialUpdate(let relyingParty, let userHandle, _),
            .allAcceptedPublicKeyCredentials(let relyingParty, let userHandle, _):
            !relyingParty.isEmpty && !userHandle.isEmpty
        case .unknownPublicKeyCredential(let relyingParty, let credentialID):
            !relyingParty.isEmpty && !credentialID.isEmpty
        case .unusedPasswordCredential(let domain, _):
            !domain.isEmpty
        }
    }
}
