public import FoundationEssentials

/// Requests the suggestions for a page, without opening a vault or starting a provider.
public struct Suggest: Method {
    public static let name = "suggest"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// Empty for every kind.
        public var kinds: [CredentialKind]
        public var explain: Bool
        /// The origins of the documents around the frame, nearest first, as the browser vouches for them.
        ///
        /// Empty for a page in the address bar; `nil` from a client that does not know frames. An opaque origin is
        /// `null` (HTML §7.1.1). At most ``FrameOfPage/maximumAncestorCount``.
        public var ancestorOrigins: [String]?
        /// The page's open request for a passkey; `nil` suggests every passkey that the page could request.
        public var passkeyRequest: PasskeyQuery?

        public init(
            url: String, kinds: [CredentialKind] = [], explain: Bool = false, ancestorOrigins: [String]? = nil,
            passkeyRequest: PasskeyQuery? = nil
        ) {
            self.url = url
            self.kinds = kinds
            self.explain = explain
            self.ancestorOrigins = ancestorOrigins
            self.passkeyRequest = passkeyRequest
        }
    }

    /// A request for a passkey that the page has made.
    public struct PasskeyQuery: Codable, Hashable, Sendable {
        public var options: PasskeyRequestOptions
        /// See ``CreatePasskey/Parameters/relatedOrigins``.
        public var relatedOrigins: Data?

        public init(options: PasskeyRequestOptions, relatedOrigins: Data? = nil) {
            self.options = options
            self.relatedOrigins = relatedOrigins
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var serviceIdentifiers: [ServiceIdentifier]
        public var suggestions: [Suggestion]
        /// A sentence for each decision; `nil` without `explain`.
        public var explanation: [String]?
        /// How the frame was judged; `nil` without `ancestorOrigins`.
        public var frame: FrameOfPage?
        /// What the enabled providers can do, in the user's order.
        public var providers: [ProviderOffer]?
        /// The providers whose logins are unknown until they are unlocked.
        public var locked: [LockedProvider]?
        /// The unlocked providers; `nil` from older agents.
        public var unlocked: [ProviderIdentifier]?

        public init(
            serviceIdentifiers: [ServiceIdentifier], suggestions: [Suggestion], explanation: [String]? = nil,
            frame: FrameOfPage? = nil, providers: [ProviderOffer]? = nil, locked: [LockedProvider]? = nil,
            unlocked: [ProviderIdentifier]? = nil
        ) {
            self.serviceIdentifiers = serviceIdentifiers
            self.suggestions = suggestions
            self.explanation = explanation
            self.frame = frame
            self.providers = providers
            self.locked = locked
            self.unlocked = unlocked
        }
    }
}

/// The frame that a field is in, as the agent judged it.
public struct FrameOfPage: Codable, Hashable, Sendable {
    /// A frame with more ancestors is rejected.
    public static let maximumAncestorCount = 32

    public var origin: String
    /// The origin in the address bar; the frame's own without ancestors.
    public var topLevelOrigin: String
    /// Whether an ancestor is of another site, so that a fill needs ``Fill/Parameters/acceptsFrame``.
    public var isOfOtherSite: Bool
    /// The nearest ancestor of another site.
    public var otherOrigin: String?

    public init(origin: String, topLevelOrigin: String, isOfOtherSite: Bool, otherOrigin: String? = nil) {
        self.origin = origin
        self.topLevelOrigin = topLevelOrigin
        self.isOfOtherSite = isOfOtherSite
        self.otherOrigin = otherOrigin
    }
}

/// What an enabled provider can do, so that the strip shows only rows that work.
public struct ProviderOffer: Codable, Hashable, Sendable {
    public var id: ProviderIdentifier
    public var name: String
    public var providesPasswords: Bool
    public var providesOneTimeCodes: Bool
    public var providesTextToInsert: Bool
    public var savesPasswords: Bool
    public var generatesPasswords: Bool
    /// Whether ``GeneratePasswords/Parameters/withInterface`` is possible.
    public var generatesWithUI: Bool
    /// `nil` from agents without the feature `passkeys`; so is the next property.
    public var providesPasskeys: Bool?
    /// Whether ``CreatePasskey/Parameters/isConditional`` is possible.
    public var supportsConditionalPasskeyRegistration: Bool?
    /// Whether ``SavePassword/Parameters/previousUser`` is possible; `nil` from older agents.
    public var changesUserNames: Bool?

    public init(
        id: ProviderIdentifier, name: String, providesPasswords: Bool = false, providesOneTimeCodes: Bool = false,
        providesTextToInsert: Bool = false, savesPasswords: Bool = false, generatesPasswords: Bool = false,
        generatesWithUI: Bool = false, providesPasskeys: Bool? = nil,
        supportsConditionalPasskeyRegistration: Bool? = nil, changesUserNames: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.providesPasswords = providesPasswords
        self.providesOneTimeCodes = providesOneTimeCodes
        self.providesTextToInsert = providesTextToInsert
        self.savesPasswords = savesPasswords
        self.generatesPasswords = generatesPasswords
        self.generatesWithUI = generatesWithUI
        self.providesPasskeys = providesPasskeys
        self.supportsConditionalPasskeyRegistration = supportsConditionalPasskeyRegistration
        self.changesUserNames = changesUserNames
    }
}

/// A provider whose logins are unknown until it is unlocked, for example with ``OpenList``.
public struct LockedProvider: Codable, Hashable, Sendable {
    public var provider: ProviderIdentifier
    public var name: String

    public init(provider: ProviderIdentifier, name: String) {
        self.provider = provider
        self.name = name
    }
}

/// A login that can be filled on the page: a line of the strip.
public struct Suggestion: Codable, Hashable, Sendable {
    /// Names the suggestion in ``Fill``; stable while the identity stays in the store.
    public var id: String
    /// The provider's own identifier of the login; it distinguishes logins of the same user.
    public var record: String?
    public var kind: CredentialKind
    public var user: String
    /// The service that the credential was saved for.
    public var service: String
    public var grade: Grade
    public var provider: ProviderIdentifier
    public var providerName: String
    public var rank: Int
    /// A warning that the user must accept before filling, such as an `http` page for an `https` login.
    public var warning: String?
    /// Whether a client may preselect it; `nil`, from older agents, means `false`.
    public var isPreselectable: Bool?
    /// A text that distinguishes it from others of the same service, user and provider, such as the login's title.
    ///
    /// `nil` if no other one has the same service, user and provider, and from older agents.
    public var detail: String?
    /// The site's name for the user of a passkey; `nil` if it is unknown or equals the user name.
    public var displayName: String?
    /// Time of a passkey's last use, in seconds since 1970; `nil` if it is unknown, or the passkey was never used.
    public var lastUse: Int64?

    public init(
        id: String, record: String? = nil, kind: CredentialKind, user: String, service: String, grade: Grade,
        provider: ProviderIdentifier, providerName: String, rank: Int, warning: String? = nil,
        isPreselectable: Bool? = nil, detail: String? = nil, displayName: String? = nil, lastUse: Int64? = nil
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
        self.isPreselectable = isPreselectable
        self.detail = detail
        self.displayName = displayName
        self.lastUse = lastUse
    }
}
