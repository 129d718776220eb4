/// Copies a part of a login to the clipboard of the caller's screen, without sending it to the caller.
///
/// The clipboard is cleared after ``Result/clearsAfter`` seconds, unless something else was copied meanwhile.
public struct CopyCredential: Method {
    public static let name = "copy"

    public struct Parameters: Codable, Hashable, Sendable {
        public enum Part: String, Codable, CaseIterable, Sendable {
            case user
            case password
            case code
        }

        /// The page; `nil` for the provider's list of all logins.
        public var url: String?
        /// The ``Suggestion/id`` that the user picked on that page; `nil` opens the provider's own list.
        public var suggestion: String?
        /// The provider whose list is opened; `nil` for the first enabled one that offers the part.
        public var provider: ProviderIdentifier?
        public var part: Part
        /// A text to copy as it is: a filled value for which the caller found no field.
        public var text: String?
        /// See ``Fill/Parameters/acceptsWarning``; `nil` means `false`.
        public var acceptsWarning: Bool?
        /// See ``Suggest/Parameters/ancestorOrigins``; `nil` without `url`.
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
        /// Whether clipboard histories are asked not to record it.
        public var isMarkedAsSecret: Bool

        public init(clearsAfter: Int, isMarkedAsSecret: Bool) {
            self.clearsAfter = clearsAfter
            self.isMarkedAsSecret = isMarkedAsSecret
        }
    }
}
