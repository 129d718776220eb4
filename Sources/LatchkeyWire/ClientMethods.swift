/// Asks for the suggestions under a field; never opens a vault, never starts a provider's UI.
public struct Suggest: Method {
    public static let name = "suggest"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// Empty for every kind.
        public var kinds: [CredentialKind]
        public var explain: Bool

        public init(url: String, kinds: [CredentialKind] = [], explain: Bool = false) {
            self.url = url
            self.kinds = kinds
            self.explain = explain
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var serviceIdentifiers: [ServiceIdentifier]
        public var suggestions: [Suggestion]
        /// One sentence per decision, when asked for.
        public var explanation: [String]?

        public init(serviceIdentifiers: [ServiceIdentifier], suggestions: [Suggestion], explanation: [String]? = nil) {
            self.serviceIdentifiers = serviceIdentifiers
            self.suggestions = suggestions
            self.explanation = explanation
        }
    }
}

/// How close a credential's service is to the page that asks.
public enum Grade: String, Codable, CaseIterable, Comparable, Sendable {
    /// The same host, and the same port where one is stored.
    case exact
    /// The same registrable domain.
    case site
    /// Another domain of a shared-credential set.
    case affiliated

    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .exact: 0
        case .site: 1
        case .affiliated: 2
        }
    }
}

/// One line of the strip: who could be filled, from where, by which provider.
public struct Suggestion: Codable, Hashable, Sendable {
    /// Names the suggestion in ``Fill``; stable while the identity stays in the store.
    public var id: String
    /// The provider's own name for the login; it tells those of the same user apart.
    public var record: String?
    public var kind: CredentialKind
    public var user: String
    /// The service that the credential was saved for.
    public var service: String
    public var grade: Grade
    public var provider: ProviderIdentifier
    public var providerName: String
    public var rank: Int
    /// A reason to ask before filling, such as an `http` page for an `https` login.
    public var warning: String?

    public init(
        id: String, record: String? = nil, kind: CredentialKind, user: String, service: String, grade: Grade,
        provider: ProviderIdentifier, providerName: String, rank: Int, warning: String? = nil
    ) {
        self.id = id
        self.record = record
        self.kind = kind
        self.user = user
        self.service = service
        self.grade = grade
        self.provider = provider
        self.providerName = providerName
        self.rank = rank
        self.warning = warning
    }
}

/// Fills a suggestion: without UI where the provider can, with its sheet where it must.
public struct Fill: Method {
    public static let name = "fill"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// The ``Suggestion/id`` that the person picked.
        public var suggestion: String
        /// The person has seen the suggestion's warning and goes on.
        public var acceptsWarning: Bool

        public init(url: String, suggestion: String, acceptsWarning: Bool = false) {
            self.url = url
            self.suggestion = suggestion
            self.acceptsWarning = acceptsWarning
        }
    }

    public typealias Result = FilledCredential
}

/// What a provider gave for a field.
public struct FilledCredential: Codable, Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case password(user: String, password: String)
        /// With the seconds that the code is good for, where the provider said.
        case code(String, expiresIn: Int? = nil)
        case text(String)
    }

    public var provider: ProviderIdentifier
    public var value: Value

    public init(provider: ProviderIdentifier, value: Value) {
        self.provider = provider
        self.value = value
    }
}

/// Opens the provider's own list.
public struct OpenList: Method {
    public static let name = "list"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Nothing for a list without a page.
        public var url: String?
        /// Passwords or codes.
        public var kind: CredentialKind
        /// The first enabled one that offers the kind, when nothing is said.
        public var provider: ProviderIdentifier?

        public init(url: String?, kind: CredentialKind = .password, provider: ProviderIdentifier? = nil) {
            self.url = url
            self.kind = kind
            self.provider = provider
        }
    }

    public typealias Result = FilledCredential
}

/// Lets the person choose a text to insert into any field.
public struct InsertText: Method {
    public static let name = "insertText"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier?

        public init(provider: ProviderIdentifier? = nil) {
            self.provider = provider
        }
    }

    public typealias Result = FilledCredential
}

/// Hands a submitted or generated password to a provider.
public struct SavePassword: Method {
    public static let name = "save"

    public struct Parameters: Codable, Hashable, Sendable {
        public var request: SavePasswordRequest
        public var provider: ProviderIdentifier?

        public init(request: SavePasswordRequest, provider: ProviderIdentifier? = nil) {
            self.request = request
            self.provider = provider
        }
    }

    public typealias Result = Empty
}

/// Asks a provider for new passwords.
public struct GeneratePasswords: Method {
    public static let name = "generate"

    public struct Parameters: Codable, Hashable, Sendable {
        public var request: GeneratePasswordsRequest
        public var provider: ProviderIdentifier?
        /// The person asked for the provider's own interface.
        public var withInterface: Bool

        public init(request: GeneratePasswordsRequest, provider: ProviderIdentifier? = nil, withInterface: Bool = false)
        {
            self.request = request
            self.provider = provider
            self.withInterface = withInterface
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        public var passwords: [GeneratedPassword]

        public init(provider: ProviderIdentifier, passwords: [GeneratedPassword]) {
            self.provider = provider
            self.passwords = passwords
        }
    }
}

/// Tells every provider that supports it about a change of an account; nothing comes back.
public struct ReportCredential: Method {
    public static let name = "report"
    public typealias Parameters = CredentialReport
    public typealias Result = Empty
}

/// Starts the provider of a suggestion ahead of the pick; it ends by itself when unused.
public struct StartAhead: Method {
    public static let name = "startAhead"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier

        public init(provider: ProviderIdentifier) {
            self.provider = provider
        }
    }

    public typealias Result = Empty
}
