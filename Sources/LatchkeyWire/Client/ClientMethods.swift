public import FoundationEssentials

/// Fills a suggestion, with the provider's sheet only if the provider needs one.
public struct Fill: Method {
    public static let name = "fill"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// The ``Suggestion/id`` that the user picked.
        public var suggestion: String
        /// Whether the user accepted the suggestion's warning.
        public var acceptsWarning: Bool
        /// See ``Suggest/Parameters/ancestorOrigins``.
        public var ancestorOrigins: [String]?
        /// Whether the user confirmed filling a cross-site frame.
        ///
        /// `nil` means `false`.
        public var acceptsFrame: Bool?
        /// What the credential is for, which sheets say; `nil` means ``RequestPurpose/fill``.
        public var purpose: RequestPurpose?
        /// Whether the request comes from a private window, of which the log keeps neither site nor account.
        ///
        /// Only the native host's value counts.
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
        /// `nil` for a list without a page.
        public var url: String?
        /// Passwords or codes.
        public var kind: CredentialKind
        /// `nil` for the first enabled provider of the kind.
        public var provider: ProviderIdentifier?
        /// See ``Suggest/Parameters/ancestorOrigins``; `nil` without `url`.
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

/// Lets the user choose a text to insert into any field.
public struct InsertText: Method {
    public static let name = "insertText"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier?
        /// The page with the field; `nil` without a page.
        public var url: String?
        /// See ``Suggest/Parameters/ancestorOrigins``; `nil` without `url`.
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

/// Passes a submitted or generated password to a provider.
public struct SavePassword: Method {
    public static let name = "save"

    public struct Parameters: Codable, Hashable, Sendable {
        public var request: SavePasswordRequest
        public var provider: ProviderIdentifier?
        /// See ``Suggest/Parameters/ancestorOrigins``; if given, the request's service is the frame's page.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// `false` shows no sheet: a save that needs one fails with ``RemoteError/Reason/interactionRequired``.
        public var mayAsk: Bool?
        /// The previous user name of the login that the request renames to its ``SavePasswordRequest/user``.
        ///
        /// Only with ``SavePasswordRequest/Event/userInitiated``. An empty password keeps the login's password.
        public var previousUser: String?

        public init(
            request: SavePasswordRequest, provider: ProviderIdentifier? = nil, ancestorOrigins: [String]? = nil,
            acceptsFrame: Bool? = nil, mayAsk: Bool? = nil, previousUser: String? = nil
        ) {
            self.request = request
            self.provider = provider
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.mayAsk = mayAsk
            self.previousUser = previousUser
        }
    }

    public typealias Result = Empty
}

/// Requests new passwords from a provider.
public struct GeneratePasswords: Method {
    public static let name = "generate"

    public struct Parameters: Codable, Hashable, Sendable {
        public var request: GeneratePasswordsRequest
        public var provider: ProviderIdentifier?
        /// Whether the user opened the provider's own interface.
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

/// Reports a change of an account to every provider that supports reports.
public struct ReportCredential: Method {
    public static let name = "report"

    public struct Parameters: Codable, Hashable, Sendable {
        public var report: CredentialReport
        /// The reporting page; the agent validates the relying party against it, as in ``GetPasskey``.
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

/// Starts a provider before its suggestion is picked; an unused process ends after a while.
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
