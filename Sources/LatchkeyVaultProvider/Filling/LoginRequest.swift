import AuthenticationServices
import LatchkeyProvider
import LatchkeyVault

/// A request to fill the login of one suggestion.
struct LoginRequest: Sendable {
    let record: RecordIdentifier
    let part: LoginPart
    let user: String
    let serviceName: String

    /// `nil` unless the request is for a password or one-time code with a record identifier of this vault's format.
    init?(_ request: any ASCredentialRequest) {
        let identity = request.credentialIdentity
        switch identity {
        case is ASPasswordCredentialIdentity: part = .password
        case is ASOneTimeCodeCredentialIdentity: part = .code
        default: return nil
        }
        guard let record = identity.recordIdentifier.flatMap(RecordIdentifier.init) else { return nil }
        self.record = record
        user = identity.user
        serviceName =
            identity.serviceIdentifier.displayName ?? Self.name(of: identity.serviceIdentifier.identifier)
    }
}

extension LoginRequest {
    /// The service identifier; only host and port if the identifier has a rule.
    private static func name(of identifier: String) -> String {
        guard let site = Site(identifier), site.rule != nil else { return identifier }
        return site.hostAndPort
    }
}

/// The result of opening a login.
enum OpenResult: Sendable {
    case login(OpenedLogin)
    /// The record is missing or in the bin, lacks the requested part, or has another user than the suggestion.
    case notFound
    case failed(VaultError)
}

/// A decrypted login that is ready to fill.
struct OpenedLogin: Sendable {
    enum Content: Sendable {
        case password(ASPasswordCredential)
        /// The code itself is computed when the request completes.
        case code
    }

    let id: RecordIdentifier
    let user: String
    let content: Content
    /// Sent with the password if the request comes from git.
    let gitDetails: GitCredentialDetails
    let overview: Overview
    var asksEveryTime: Bool { overview.asksEveryTime }

    /// Such as "the password of alice".
    var phrase: String {
        switch content {
        case .password: LoginPart.password.phrase(of: user)
        case .code: LoginPart.code.phrase(of: user)
        }
    }
}

extension Record {
    /// The password as a credential; `nil` for a login without one.
    var passwordContent: OpenedLogin.Content? {
        login.password.map { .password(ASPasswordCredential(user: login.user, password: $0.reveal())) }
    }
}
