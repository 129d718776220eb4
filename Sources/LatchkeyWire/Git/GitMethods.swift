/// Requests a credential for git, by git's rules of matching instead of a page's.
public struct GetGitCredential: Method {
    public static let name = "git.get"

    /// The key in an error's details for the number of logins of the host that were not tried.
    public static let untried = "untried"

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: GitTarget

        public init(target: GitTarget) {
            self.target = target
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        public var user: String
        /// The password; with ``GitCredentialDetails/authenticationType`` git's `credential`.
        public var password: String
        public var details: GitCredentialDetails
        /// A digest of the credential for git's `state[]`.
        ///
        /// It does not reveal the password, and only this agent can compare it.
        public var state: String

        public init(
            provider: ProviderIdentifier, user: String, password: String,
            details: GitCredentialDetails = GitCredentialDetails(), state: String
        ) {
            self.provider = provider
            self.user = user
            self.password = password
            self.details = details
            self.state = state
        }
    }
}

/// Saves a credential that worked for git, unless it came from ``GetGitCredential``.
public struct StoreGitCredential: Method {
    public static let name = "git.store"

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: GitTarget
        public var password: String
        public var details: GitCredentialDetails

        public init(target: GitTarget, password: String, details: GitCredentialDetails = GitCredentialDetails()) {
            self.target = target
            self.password = password
            self.details = details
        }
    }

    public typealias Result = Empty
}

/// Removes the credentials that match all attributes that git sends; another password does not match.
public struct EraseGitCredential: Method {
    public static let name = "git.erase"

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: GitTarget
        /// `nil` if git sends none, which matches every password.
        public var password: String?

        public init(target: GitTarget, password: String? = nil) {
            self.target = target
            self.password = password
        }
    }

    public typealias Result = Empty
}

/// The attributes of a question that git sends (git-credential(1)).
public struct GitTarget: Codable, Hashable, Sendable {
    /// The scheme, such as `https`, `smtp`, or `cert` for the key of a client certificate.
    public var `protocol`: String
    /// The host, with its port if there is one; empty for `cert`.
    public var host: String
    /// The path; `nil` for `http` and `https` unless `credential.useHttpPath` is set.
    public var path: String?
    public var username: String?
    /// The server's `WWW-Authenticate` headers.
    public var challenges: [String]
    /// Whether git can use a credential that is not a password.
    public var takesAuthenticationTypes: Bool

    public init(
        protocol: String, host: String, path: String? = nil, username: String? = nil, challenges: [String] = [],
        takesAuthenticationTypes: Bool = false
    ) {
        self.protocol = `protocol`
        self.host = host
        self.path = path
        self.username = username
        self.challenges = challenges
        self.takesAuthenticationTypes = takesAuthenticationTypes
    }
}

/// The attributes of a git credential that Apple's types cannot hold.
public struct GitCredentialDetails: Codable, Hashable, Sendable {
    /// When the password expires, in seconds since 1970.
    public var passwordExpiry: Int64?
    public var oauthRefreshToken: String?
    /// The scheme of HTTP authentication that the password is used with, such as `Bearer`.
    public var authenticationType: String?

    public init(passwordExpiry: Int64? = nil, oauthRefreshToken: String? = nil, authenticationType: String? = nil) {
        self.passwordExpiry = passwordExpiry
        self.oauthRefreshToken = oauthRefreshToken
        self.authenticationType = authenticationType
    }
}

extension ServiceIdentifier {
    /// The prefix of the scheme of a credential that only git can use, such as `git+https://git.example.org`.
    ///
    /// No page has such a scheme, so such an identity is never suggested.
    public static let gitPrefix = "git+"
}

/// The part of a git request that a provider receives in addition to Apple's types.
public struct GitContext: Codable, Hashable, Sendable {
    public var target: GitTarget
    /// The attributes to save with the password.
    public var details: GitCredentialDetails?
    /// Only a credential with this password is erased; `nil` for any password.
    public var password: String?
    /// A keyed digest of the stored or erased credential, 32 hexadecimal digits.
    ///
    /// The agent makes the key at its start and does not store it.
    public var name: String?

    public init(
        target: GitTarget, details: GitCredentialDetails? = nil, password: String? = nil, name: String? = nil
    ) {
        self.target = target
        self.details = details
        self.password = password
        self.name = name
    }
}
