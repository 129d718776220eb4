public import FoundationEssentials

/// Creates a passkey for a page (`navigator.credentials.create`, WebAuthn L3 §5.1.3).
public struct CreatePasskey: Method {
    public static let name = "createPasskey"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        public var ancestorOrigins: [String]?
        public var options: PasskeyCreationOptions
        /// The site upgrades a password account automatically: no interface is shown, and failures are silent.
        public var isConditional: Bool?
        /// `nil` for the first enabled provider of passkeys.
        public var provider: ProviderIdentifier?
        /// The relying party's file of related origins.
        ///
        /// A client fetches it after ``RemoteError/Reason/relatedOriginsNeeded``.
        public var relatedOrigins: Data?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// See ``Fill/Parameters/isPrivate``.
        public var isPrivate: Bool?

        public init(
            url: String, options: PasskeyCreationOptions, ancestorOrigins: [String]? = nil, isConditional: Bool? = nil,
            provider: ProviderIdentifier? = nil, relatedOrigins: Data? = nil, acceptsFrame: Bool? = nil,
            isPrivate: Bool? = nil
        ) {
            self.url = url
            self.options = options
            self.ancestorOrigins = ancestorOrigins
            self.isConditional = isConditional
            self.provider = provider
            self.relatedOrigins = relatedOrigins
            self.acceptsFrame = acceptsFrame
            self.isPrivate = isPrivate
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        /// `RegistrationResponseJSON` (WebAuthn L3 §5.1).
        public var credential: PasskeyRegistrationResponse

        public init(provider: ProviderIdentifier, credential: PasskeyRegistrationResponse) {
            self.provider = provider
            self.credential = credential
        }
    }
}

/// Signs in with a passkey (`navigator.credentials.get`, WebAuthn L3 §5.1.4).
public struct GetPasskey: Method {
    public static let name = "getPasskey"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String
        public var ancestorOrigins: [String]?
        public var options: PasskeyRequestOptions
        /// The ``Suggestion/id`` that the user picked; `nil` opens the provider's own list.
        public var suggestion: String?
        public var provider: ProviderIdentifier?
        /// See ``CreatePasskey/Parameters/relatedOrigins``.
        public var relatedOrigins: Data?
        /// See ``Fill/Parameters/acceptsFrame``.
        public var acceptsFrame: Bool?
        /// See ``Fill/Parameters/isPrivate``.
        public var isPrivate: Bool?

        public init(
            url: String, options: PasskeyRequestOptions, ancestorOrigins: [String]? = nil, suggestion: String? = nil,
            provider: ProviderIdentifier? = nil, relatedOrigins: Data? = nil, acceptsFrame: Bool? = nil,
            isPrivate: Bool? = nil
        ) {
            self.url = url
            self.options = options
            self.ancestorOrigins = ancestorOrigins
            self.suggestion = suggestion
            self.provider = provider
            self.relatedOrigins = relatedOrigins
            self.acceptsFrame = acceptsFrame
            self.isPrivate = isPrivate
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        /// `AuthenticationResponseJSON`; `nil` if the user chose a password from the list.
        public var credential: PasskeyAuthenticationResponse?
        public var password: FilledCredential?

        public init(
            provider: ProviderIdentifier, credential: PasskeyAuthenticationResponse? = nil,
            password: FilledCredential? = nil
        ) {
            self.provider = provider
            self.credential = credential
            self.password = password
        }
    }
}

/// Lists the passkeys of an enabled provider from the identity store, without opening a vault.
public struct ListPasskeys: Method {
    public static let name = "passkeys"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        /// ``Result/next`` of the previous page; `nil` for the first page.
        public var after: Int?

        public init(provider: ProviderIdentifier, after: Int? = nil) {
            self.provider = provider
            self.after = after
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// In the order in which they were saved.
        public var passkeys: [KnownPasskey]
        /// Where the next page begins; `nil` after the last page.
        public var next: Int?

        public init(passkeys: [KnownPasskey], next: Int? = nil) {
            self.passkeys = passkeys
            self.next = next
        }
    }
}

/// A passkey that a provider has.
public struct KnownPasskey: Codable, Hashable, Sendable {
    public var relyingParty: String
    public var user: String
    public var credentialID: Data
    public var userHandle: Data

    public init(relyingParty: String, user: String, credentialID: Data, userHandle: Data) {
        self.relyingParty = relyingParty
        self.user = user
        self.credentialID = credentialID
        self.userHandle = userHandle
    }
}
