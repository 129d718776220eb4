internal import Foundation
internal import Synchronization

/// What an app tells every provider about an account of its own.
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

/// The reports on their way to the host; only ones that are well formed get there.
package enum CredentialReports {
    private static let installed = Mutex<(any CredentialReportHost)?>(nil)

    package static func install(_ host: (any CredentialReportHost)?) {
        installed.withLock { $0 = host }
    }

    /// Sends a report.
    ///
    /// - Throws: ``ASAuthorizationError``, of code `failed` where a part is empty or there is no host.
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
    /// Whether the parts that name something are there; a list of accepted credentials and a new name may be empty.
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
