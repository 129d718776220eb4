/// Asks for the credential that git wants, by git's own rules of matching and not by a page's.
public struct GetGitCredential: Method {
    public static let name = "git.get"

    /// Of an error, in its details: how many logins were not tried, since there are too many of one host.
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
        /// Names what was given, for git's `state[]`; says nothing of the password, and nothing to another agent.
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

/// Saves a credential that git has found to be good; what ``GetGitCredential`` gave is there already.
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

/// Removes the credentials that match everything that git says; one with another password stays.
public struct EraseGitCredential: Method {
    public static let name = "git.erase"

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: GitTarget
        /// Nothing where git says none, which matches every password.
        public var password: String?

        public init(target: GitTarget, password: String? = nil) {
            self.target = target
            self.password = password
        }
    }

    public typealias Result = Empty
}

/// What git says of the place that a credential is for (git-credential(1)).
public struct GitTarget: Codable, Hashable, Sendable {
    /// The remote's scheme, such as `https`.
    public var `protocol`: String
    /// The host, with its port where one is given.
    public var host: String
    /// Said where `credential.useHttpPath` is set; without a slash before it.
    public var path: String?
    public var username: String?
    /// The server's `WWW-Authenticate` headers.
    public var challenges: [String]
    /// git can use a credential that is no password.
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

/// What git keeps with a password and Apple's types have no place for.
public struct GitCredentialDetails: Codable, Hashable, Sendable {
    /// When the password stops being good, in seconds since 1970.
    public var passwordExpiry: Int64?
    public var oauthRefreshToken: String?
    /// The scheme of HTTP authentication that the password is the credential of, such as `Bearer`.
    public var authenticationType: String?

    public init(passwordExpiry: Int64? = nil, oauthRefreshToken: String? = nil, authenticationType: String? = nil) {
        self.passwordExpiry = passwordExpiry
        self.oauthRefreshToken = oauthRefreshToken
        self.authenticationType = authenticationType
    }
}

extension ServiceIdentifier {
    /// In front of the scheme of a credential that only git can use, such as `git+https://git.example.org`.
    ///
    /// No page has such a scheme, so that such an identity is never suggested anywhere.
    public static let gitPrefix = "git+"
}

/// A provider's view of git's question: where, and what goes with it.
public struct GitContext: Codable, Hashable, Sendable {
    public var target: GitTarget
    /// What is to be saved with the password.
    public var details: GitCredentialDetails?
    /// The password that an erased credential must have.
    public var password: String?
    /// A keyed digest of what is stored or erased, 32 hexadecimal digits; the key is the agent's and ends with it.
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
