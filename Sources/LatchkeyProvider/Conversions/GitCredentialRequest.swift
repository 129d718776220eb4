public import AuthenticationServices
public import LatchkeyCore
import LatchkeyWire

/// The data of a request from git that Apple's types have no property for (git-credential(1)).
///
/// A request from git is otherwise like any other: it gets, saves, or reports as unused a password. A provider that
/// ignores these data still works with git, for remotes without paths and passwords without an expiry.
///
/// Requests of other protocols than `http` and `https` go only to providers that declare
/// `LatchkeySupportsGitCredentialDetails`. Such a login must never be offered to a page.
public struct GitCredentialRequest: Sendable, Equatable {
    /// The scheme, such as `https`, `smtp`, or `cert` for the key of a client certificate.
    public var `protocol`: String
    /// The host, with the port if it has one; empty for `cert`.
    public var host: String
    /// The path on the host, or the file of a `cert`; `nil` for `http` and `https` unless `useHttpPath` is set.
    public var path: String?
    /// The user name in the remote's URL or git's configuration; `nil` if git does not know one.
    public var username: String?
    /// The server's `WWW-Authenticate` headers, in order.
    public var challenges: [String]
    /// Whether git accepts a credential that is not a password, such as a `Bearer` token.
    public var takesAuthenticationTypes: Bool
    /// The data to save with the password.
    public var details: GitCredentialDetails
    /// The rejected password: only a credential with this password is to be removed; `nil` for any password.
    public var password: Secret?

    /// A keyed digest of the stored or erased credential, 32 hexadecimal digits; `nil` if git reads a credential.
    ///
    /// Equal credentials have equal digests. The agent makes a new key at each start, so that a stored digest reveals
    /// nothing.
    public var name: String?

    /// Makes a request, for tests.
    ///
    /// - Parameters:
    ///   - protocol: The scheme, such as `https`.
    ///   - host: The host, with the port if it has one.
    public init(
        protocol: String, host: String, path: String? = nil, username: String? = nil, challenges: [String] = [],
        takesAuthenticationTypes: Bool = false, details: GitCredentialDetails = GitCredentialDetails(),
        password: Secret? = nil, name: String? = nil
    ) {
        self.protocol = `protocol`
        self.host = host
        self.path = path
        self.username = username
        self.challenges = challenges
        self.takesAuthenticationTypes = takesAuthenticationTypes
        self.details = details
        self.password = password
        self.name = name
    }
}

/// The data that git stores with a password (git-credential(1)).
public struct GitCredentialDetails: Sendable, Equatable {
    /// The time when the password expires, in whole seconds; `nil` if it does not.
    public var passwordExpiry: Date?
    /// The OAuth token for getting a new password after this one has expired; `nil` for none.
    public var oauthRefreshToken: Secret?
    /// The scheme of HTTP authentication, such as `Bearer`; `nil` for a password.
    public var authenticationType: String?

    /// Makes details, all of them optional.
    public init(passwordExpiry: Date? = nil, oauthRefreshToken: Secret? = nil, authenticationType: String? = nil) {
        self.passwordExpiry = passwordExpiry
        self.oauthRefreshToken = oauthRefreshToken
        self.authenticationType = authenticationType
    }
}

extension ASCredentialProviderExtensionContext {
    /// The data of a request from git; `nil` for a page, a terminal or another program.
    public var gitCredentialRequest: GitCredentialRequest? {
        ProcessLink.context?.git.map(GitCredentialRequest.init)
    }

    /// The data that git gets with the password; set it before completing the request.
    ///
    /// `nil` for none.
    public var gitCredentialDetails: GitCredentialDetails? {
        get { ProcessLink.gitCredentialDetails }
        set { ProcessLink.answer(with: newValue) }
    }
}

extension ASCredentialServiceIdentifier {
    /// The service of a credential that no page may use; git finds it, and pages and other programs do not.
    ///
    /// - Parameter origin: Scheme, host and port, such as `https://git.example.org` or `smtp://smtp.example.org:587`;
    ///   `cert://` for the key of any client certificate.
    public static func git(_ origin: String) -> ASCredentialServiceIdentifier {
        ASCredentialServiceIdentifier(identifier: ServiceIdentifier.gitPrefix + origin, type: .URL)
    }
}

extension GitCredentialRequest {
    init(_ context: GitContext) {
        self.init(
            protocol: context.target.protocol, host: context.target.host, path: context.target.path,
            username: context.target.username, challenges: context.target.challenges,
            takesAuthenticationTypes: context.target.takesAuthenticationTypes,
            details: context.details.map(GitCredentialDetails.init) ?? GitCredentialDetails(),
            password: context.password.map { Secret($0) }, name: context.name)
    }
}

extension GitCredentialDetails {
    init(_ details: LatchkeyWire.GitCredentialDetails) {
        self.init(
            passwordExpiry: details.passwordExpiry.map { Date(timeIntervalSince1970: Double($0)) },
            oauthRefreshToken: details.oauthRefreshToken.map { Secret($0) },
            authenticationType: details.authenticationType)
    }

    /// The details in the protocol's format.
    var wire: LatchkeyWire.GitCredentialDetails {
        LatchkeyWire.GitCredentialDetails(
            passwordExpiry: passwordExpiry.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) },
            oauthRefreshToken: oauthRefreshToken?.reveal(), authenticationType: authenticationType)
    }
}

extension ProviderAnswer {
    /// The answer with git's details; unchanged unless it is a password.
    func with(_ details: GitCredentialDetails?) -> ProviderAnswer {
        guard let details, case .password(let user, let password, _) = self else { return self }
        return .password(user: user, password: password, git: details.wire)
    }
}
