public import FoundationEssentials

/// Fills a suggestion: without UI where the provider can, with its sheet where it must.
public struct Fill: Method {
    public static let name = "fill"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// The ``Suggestion/id`` that the person picked.
        public var suggestion: String
        /// The person has seen the suggestion's warning and goes on.
        public var acceptsWarning: Bool
        /// See ``Suggest/Parameters/ancestorOrigins``.
        public var ancestorOrigins: [String]?
        /// The person has seen both origins of a frame of another site and goes on; nothing is no.
        public var acceptsFrame: Bool?
        /// What becomes of it, for the words of sheets; nothing is ``RequestPurpose/fill``.
        public var purpose: RequestPurpose?
        /// A private window asks: nobody remembers that it did.
        public var isPrivate: Bool?

        public init(
            url: String, suggestion: String, acceptsWarning: Bool = false, ancestorOrigins: [String]? = nil,
            acceptsFrame: Bool? = nil, purpose: RequestPurpose? = nil, isPrivate: Bool? = nil
        ) {
            self.url = url
            self.suggestion = suggestion
            self.acceptsWarning = acceptsWarning
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.purpose = purpose
            self.isPrivate = isPrivate
        }
    }

    public typealias Result = FilledCredential
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
        /// See ``Suggest/Parameters/ancestorOrigins``; only with an address.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// See ``Fill/Parameters/purpose``.
        public var purpose: RequestPurpose?
        /// See ``Fill/Parameters/isPrivate``.
        public var isPrivate: Bool?

        public init(
            url: String?, kind: CredentialKind = .password, provider: ProviderIdentifier? = nil,
            ancestorOrigins: [String]? = nil, acceptsFrame: Bool? = nil, purpose: RequestPurpose? = nil,
            isPrivate: Bool? = nil
        ) {
            self.url = url
            self.kind = kind
            self.provider = provider
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.purpose = purpose
            self.isPrivate = isPrivate
        }
    }

    public typealias Result = FilledCredential
}

/// Lets the person choose a text to insert into any field.
public struct InsertText: Method {
    public static let name = "insertText"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier?
        /// The page with the field; nothing where no page asks.
        public var url: String?
        /// See ``Suggest/Parameters/ancestorOrigins``; only with an address.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// See ``Fill/Parameters/isPrivate``.
        public var isPrivate: Bool?

        public init(
            provider: ProviderIdentifier? = nil, url: String? = nil, ancestorOrigins: [String]? = nil,
            acceptsFrame: Bool? = nil, isPrivate: Bool? = nil
        ) {
            self.provider = provider
            self.url = url
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.isPrivate = isPrivate
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
        /// See ``Suggest/Parameters/ancestorOrigins``; they are those of the request's service, which is then a page.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// `false` has no sheet shown: what needs one ends with ``RemoteError/Reason/interactionRequired``.
        public var mayAsk: Bool?

        public init(
            request: SavePasswordRequest, provider: ProviderIdentifier? = nil, ancestorOrigins: [String]? = nil,
            acceptsFrame: Bool? = nil, mayAsk: Bool? = nil
        ) {
            self.request = request
            self.provider = provider
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.mayAsk = mayAsk
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
        /// See ``SavePassword/Parameters/ancestorOrigins``.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?

        public init(
            request: GeneratePasswordsRequest, provider: ProviderIdentifier? = nil, withInterface: Bool = false,
            ancestorOrigins: [String]? = nil, acceptsFrame: Bool? = nil
        ) {
            self.request = request
            self.provider = provider
            self.withInterface = withInterface
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
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

    public struct Parameters: Codable, Hashable, Sendable {
        public var report: CredentialReport
        /// Of which page the report is: its relying party is then held against the page, as in ``GetPasskey``.
        public var url: String?
        public var ancestorOrigins: [String]?
        /// See ``CreatePasskey/Parameters/relatedOrigins``.
        public var relatedOrigins: Data?

        private enum CodingKeys: String, CodingKey {
            case url, ancestorOrigins, relatedOrigins
        }

        public init(
            _ report: CredentialReport, url: String? = nil, ancestorOrigins: [String]? = nil,
            relatedOrigins: Data? = nil
        ) {
            self.report = report
            self.url = url
            self.ancestorOrigins = ancestorOrigins
            self.relatedOrigins = relatedOrigins
        }

        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                try CredentialReport(from: decoder), url: try members.decodeIfPresent(String.self, forKey: .url),
                ancestorOrigins: try members.decodeIfPresent([String].self, forKey: .ancestorOrigins),
                relatedOrigins: try members.decodeIfPresent(Data.self, forKey: .relatedOrigins))
        }

        public func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encodeIfPresent(url, forKey: .url)
            try members.encodeIfPresent(ancestorOrigins, forKey: .ancestorOrigins)
            try members.encodeIfPresent(relatedOrigins, forKey: .relatedOrigins)
        }
    }

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
