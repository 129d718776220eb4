public import FoundationEssentials

/// Asks for the suggestions under a field; never opens a vault, never starts a provider's UI.
public struct Suggest: Method {
    public static let name = "suggest"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        /// Empty for every kind.
        public var kinds: [CredentialKind]
        public var explain: Bool
        /// The origins of the documents around the frame, nearest first, as the browser vouches for them.
        ///
        /// Empty for a page in the address bar; nothing where whoever asks knows no frames. An opaque origin is `null`
        /// (HTML §7.1.1). At most ``FrameOfPage/maximumAncestorCount``.
        public var ancestorOrigins: [String]?
        /// What the page asks of passkeys; without it every passkey that it could ask for counts.
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

    /// A request for a passkey that is open in the page.
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
        /// One sentence per decision, when asked for.
        public var explanation: [String]?
        /// What was decided about the frame, where ancestors were given.
        public var frame: FrameOfPage?
        /// What the providers that are on can do, in the person's order.
        public var providers: [ProviderOffer]?
        /// Those whose logins are not known before they are unlocked.
        public var locked: [LockedProvider]?
        /// Those that are unlocked; an agent of before does not say.
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

/// What is known of the frame that a field is in.
public struct FrameOfPage: Codable, Hashable, Sendable {
    /// More ancestors than this are refused; no page needs as many.
    public static let maximumAncestorCount = 32

    public var origin: String
    /// The origin in the address bar; the frame's own where nothing is around it.
    public var topLevelOrigin: String
    /// A document around it is of another site: a fill needs ``Fill/Parameters/acceptsFrame``.
    public var isOfOtherSite: Bool
    /// The nearest origin of another site around it.
    public var otherOrigin: String?

    public init(origin: String, topLevelOrigin: String, isOfOtherSite: Bool, otherOrigin: String? = nil) {
        self.origin = origin
        self.topLevelOrigin = topLevelOrigin
        self.isOfOtherSite = isOfOtherSite
        self.otherOrigin = otherOrigin
    }
}

/// What a provider that is on can be asked for, so that the strip shows the rows that apply.
public struct ProviderOffer: Codable, Hashable, Sendable {
    public var id: ProviderIdentifier
    public var name: String
    public var providesPasswords: Bool
    public var providesOneTimeCodes: Bool
    public var providesTextToInsert: Bool
    public var savesPasswords: Bool
    public var generatesPasswords: Bool
    /// ``GeneratePasswords/Parameters/withInterface`` is possible, too.
    public var generatesWithUI: Bool
    /// An agent of before does not say; nor does it of the next.
    public var providesPasskeys: Bool?
    /// ``CreatePasskey/Parameters/isConditional`` is possible, too.
    public var supportsConditionalPasskeyRegistration: Bool?

    public init(
        id: ProviderIdentifier, name: String, providesPasswords: Bool = false, providesOneTimeCodes: Bool = false,
        providesTextToInsert: Bool = false, savesPasswords: Bool = false, generatesPasswords: Bool = false,
        generatesWithUI: Bool = false, providesPasskeys: Bool? = nil,
        supportsConditionalPasskeyRegistration: Bool? = nil
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
    }
}

/// A provider of whose logins nothing is known for the time being; ``OpenList`` has it unlocked.
public struct LockedProvider: Codable, Hashable, Sendable {
    public var provider: ProviderIdentifier
    public var name: String

    public init(provider: ProviderIdentifier, name: String) {
        self.provider = provider
        self.name = name
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
    /// May be chosen before the person has; an agent of before does not say, which is no.
    public var isPreselectable: Bool?

    public init(
        id: String, record: String? = nil, kind: CredentialKind, user: String, service: String, grade: Grade,
        provider: ProviderIdentifier, providerName: String, rank: Int, warning: String? = nil,
        isPreselectable: Bool? = nil
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
    }
}
