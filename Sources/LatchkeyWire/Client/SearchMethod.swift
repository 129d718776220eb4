/// Finds logins of every site by the user's words, without opening a vault.
///
/// For lists without a page, such as the toolbar's. It knows what ``Suggest`` knows.
public struct SearchLogins: Method {
    public static let name = "search"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Words that must all occur in site, user or provider; empty for every login.
        public var text: String
        /// The number of logins to return, at most ``maximumCount``.
        public var limit: Int

        public init(text: String, limit: Int = SearchLogins.maximumCount) {
            self.text = text
            self.limit = limit
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// Sorted by site, then by user.
        public var logins: [FoundLogin]
        /// Whether more logins match.
        public var hasMore: Bool

        public init(logins: [FoundLogin], hasMore: Bool) {
            self.logins = logins
            self.hasMore = hasMore
        }
    }

    /// The largest number of logins in one answer.
    public static let maximumCount = 100
    /// The longest text, in bytes.
    public static let maximumTextLength = 256
}

/// A result of a search.
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
    /// See ``Suggestion/detail``.
    public var detail: String?

    public init(
        id: String, kind: CredentialKind, user: String, service: String, url: String, provider: ProviderIdentifier,
        providerName: String, detail: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.user = user
        self.service = service
        self.url = url
        self.provider = provider
        self.providerName = providerName
        self.detail = detail
    }
}
