public import AuthenticationServices
public import LatchkeyCore
import LatchkeyWire

/// What git says when it is git that asks: the parts of a credential that Apple's types have no place for.
///
/// A request of git's arrives as any other: a password is asked for an identity, saved, or reported as unused. A provider
/// that does not look here works with git as well, for remotes without paths and passwords without an end.
public struct GitCredentialRequest: Sendable, Equatable {
    /// The remote's scheme, such as `https`.
    public var `protocol`: String
    /// The host, with its port where one is given.
    public var host: String
    /// The path on the host, without a slash before it, where git is told to tell paths apart.
    public var path: String?
    public var username: String?
    /// The server's `WWW-Authenticate` headers, in order.
    public var challenges: [String]
    /// Whether git can use a credential that is no password.
    public var takesAuthenticationTypes: Bool
    /// What is to be saved beside the password.
    public var details: GitCredentialDetails
    /// The password that an unused credential must have to be removed; nothing where any counts.
    public var password: Secret?
    /// What is stored or erased, as a digest of 32 hexadecimal digits; the same comes under the same name.
    ///
    /// Its key is the agent's and ends with it, so that it tells nothing where it is kept.
    public var name: String?

    /// - Parameters:
    ///   - protocol: Such as `https`.
    ///   - host: With its port, where it has one.
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

/// What git keeps beside a password (git-credential(1)).
public struct GitCredentialDetails: Sendable, Equatable {
    /// When the password stops being good, to the second.
    public var passwordExpiry: Date?
    /// What a new password is fetched with, once this one has expired.
    public var oauthRefreshToken: Secret?
    /// The scheme of HTTP authentication that the password is the credential of, such as `Bearer`.
    public var authenticationType: String?

    public init(passwordExpiry: Date? = nil, oauthRefreshToken: Secret? = nil, authenticationType: String? = nil) {
        self.passwordExpiry = passwordExpiry
        self.oauthRefreshToken = oauthRefreshToken
        self.authenticationType = authenticationType
    }
}

extension ASCredentialProviderExtensionContext {
    /// What git says, where it is git that asks; nothing for a page, a terminal or another program.
    public var gitCredentialRequest: GitCredentialRequest? {
        ProcessLink.context?.git.map(GitCredentialRequest.init)
    }

    /// What goes to git beside the password that this request is completed with; set it before.
    public var gitCredentialDetails: GitCredentialDetails? {
        get { ProcessLink.gitCredentialDetails }
        set { ProcessLink.answer(with: newValue) }
    }
}

extension ASCredentialServiceIdentifier {
    /// The service of a credential that is no password: git finds it, and no page or other program ever does.
    ///
    /// - Parameter origin: Scheme, host and port of the remote, such as `https://git.example.org`.
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

    /// In the form that goes over the line.
    var wire: LatchkeyWire.GitCredentialDetails {
        LatchkeyWire.GitCredentialDetails(
            passwordExpiry: passwordExpiry.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) },
            oauthRefreshToken: oauthRefreshToken?.reveal(), authenticationType: authenticationType)
    }
}

extension ProviderAnswer {
    /// The answer with what goes to git beside a password.
    func with(_ details: GitCredentialDetails?) -> ProviderAnswer {
        guard let details, case .password(let user, let password, _) = self else { return self }
        return .password(user: user, password: password, git: details.wire)
    }
}
