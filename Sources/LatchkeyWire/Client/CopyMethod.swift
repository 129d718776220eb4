/// Puts a part of a login into the clipboard of the caller's screen; the secret goes past the caller.
///
/// It is cleared after ``Result/clearsAfter`` seconds, unless something else was copied meanwhile.
public struct CopyCredential: Method {
    public static let name = "copy"

    public struct Parameters: Codable, Hashable, Sendable {
        public enum Part: String, Codable, CaseIterable, Sendable {
            case user
            case password
            case code
        }

        /// The page; nothing for the provider's list of everything.
        public var url: String?
        /// The ``Suggestion/id`` that the person picked, on that page; nothing has the provider's own list opened.
        public var suggestion: String?
        /// Whose list is opened; the first that offers the part, when nothing is said.
        public var provider: ProviderIdentifier?
        public var part: Part
        /// What the caller was given to fill and found no field for; it is copied as it is.
        public var text: String?
        /// See ``Fill/Parameters/acceptsWarning``; nothing is no.
        public var acceptsWarning: Bool?
        /// See ``Suggest/Parameters/ancestorOrigins``; only with an address.
        public var ancestorOrigins: [String]?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// See ``Fill/Parameters/isPrivate``.
        public var isPrivate: Bool?

        public init(
            url: String?, suggestion: String? = nil, provider: ProviderIdentifier? = nil, part: Part,
            text: String? = nil, acceptsWarning: Bool? = nil, ancestorOrigins: [String]? = nil,
            acceptsFrame: Bool? = nil, isPrivate: Bool? = nil
        ) {
            self.url = url
            self.suggestion = suggestion
            self.provider = provider
            self.part = part
            self.text = text
            self.acceptsWarning = acceptsWarning
            self.ancestorOrigins = ancestorOrigins
            self.acceptsFrame = acceptsFrame
            self.isPrivate = isPrivate
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// Seconds after which the clipboard is cleared.
        public var clearsAfter: Int
        /// Whether clipboard histories are asked to leave it out.
        public var isMarkedAsSecret: Bool

        public init(clearsAfter: Int, isMarkedAsSecret: Bool) {
            self.clearsAfter = clearsAfter
            self.isMarkedAsSecret = isMarkedAsSecret
        }
    }
}
