/// Finds logins by what a person types, of every site; never opens a vault.
///
/// For lists that belong to no page, such as the toolbar's. It knows what ``Suggest`` knows: sites and user names.
public struct SearchLogins: Method {
    public static let name = "search"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Words that must all occur in site, user or provider; without any, every login fits.
        public var text: String
        /// How many logins are wanted; at most ``maximumCount``.
        public var limit: Int

        public init(text: String, limit: Int = SearchLogins.maximumCount) {
            self.text = text
            self.limit = limit
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// In the order of their sites, then users.
        public var logins: [FoundLogin]
        /// There are more that fit.
        public var hasMore: Bool

        public init(logins: [FoundLogin], hasMore: Bool) {
            self.logins = logins
            self.hasMore = hasMore
        }
    }

    /// The most logins in one answer.
    public static let maximumCount = 100
    /// The longest text, in bytes.
    public static let maximumTextLength = 256
}

/// A login that a search found.
public struct FoundLogin: Codable, Hashable, Sendable {
    /// Names it in ``Fill`` and ``CopyCredential``, on the page of ``url``.
    public var id: String
    public var kind: CredentialKind
    public var user: String
    /// The service that the credential was saved for.
    public var service: String
    /// A page of that service.
    public var url: String
    public var provider: ProviderIdentifier
    public var providerName: String

    public init(
        id: String, kind: CredentialKind, user: String, service: String, url: String, provider: ProviderIdentifier,
        providerName: String
    ) {
        self.id = id
        self.kind = kind
        self.user = user
        self.service = service
        self.url = url
        self.provider = provider
        self.providerName = providerName
    }
}
