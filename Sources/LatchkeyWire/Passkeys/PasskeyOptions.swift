// A page's options in WebAuthn's JSON (WebAuthn L3 §5.1.8 and §5.1.9). Bytes are base64url, and names are the
// specification's. The agent ignores all other members.

/// `PublicKeyCredentialCreationOptionsJSON`.
public struct PasskeyCreationOptions: Codable, Hashable, Sendable {
    public struct RelyingParty: Codable, Hashable, Sendable {
        public var id: String?
        public var name: String?

        public init(id: String? = nil, name: String? = nil) {
            self.id = id
            self.name = name
        }
    }

    public struct User: Codable, Hashable, Sendable {
        public var id: String
        public var name: String
        public var displayName: String?

        public init(id: String, name: String, displayName: String? = nil) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    public struct Parameter: Codable, Hashable, Sendable {
        public var type: String
        public var alg: Int

        public init(type: String = "public-key", alg: Int) {
            self.type = type
            self.alg = alg
        }
    }

    public struct Selection: Codable, Hashable, Sendable {
        public var userVerification: UserVerification?

        public init(userVerification: UserVerification? = nil) {
            self.userVerification = userVerification
        }
    }

    public struct Extensions: Codable, Hashable, Sendable {
        public struct LargeBlob: Codable, Hashable, Sendable {
            public var support: String?

            public init() {}
        }

        public struct PRF: Codable, Hashable, Sendable {
            public var eval: PasskeyPRFInput?

            public init() {}
        }

        public var appidExclude: String?
        public var credProps: Bool?
        public var largeBlob: LargeBlob?
        public var prf: PRF?

        public init() {}
    }

    public var rp: RelyingParty
    public var user: User
    public var challenge: String
    public var pubKeyCredParams: [Parameter]
    public var excludeCredentials: [PasskeyDescriptor]?
    public var authenticatorSelection: Selection?
    public var attestation: String?
    public var extensions: Extensions?

    public init(rp: RelyingParty, user: User, challenge: String, pubKeyCredParams: [Parameter]) {
        self.rp = rp
        self.user = user
        self.challenge = challenge
        self.pubKeyCredParams = pubKeyCredParams
    }
}

/// `PublicKeyCredentialRequestOptionsJSON`.
public struct PasskeyRequestOptions: Codable, Hashable, Sendable {
    public struct Extensions: Codable, Hashable, Sendable {
        public struct LargeBlob: Codable, Hashable, Sendable {
            public var read: Bool?
            public var write: String?

            public init() {}
        }

        public struct PRF: Codable, Hashable, Sendable {
            public var eval: PasskeyPRFInput?
            public var evalByCredential: PasskeyPRFInputs?

            public init() {}
        }

        public var appid: String?
        public var largeBlob: LargeBlob?
        public var prf: PRF?

        public init() {}
    }

    public var challenge: String
    public var rpId: String?
    public var allowCredentials: [PasskeyDescriptor]?
    public var userVerification: UserVerification?
    public var extensions: Extensions?

    public init(challenge: String, rpId: String? = nil, allowCredentials: [PasskeyDescriptor]? = nil) {
        self.challenge = challenge
        self.rpId = rpId
        self.allowCredentials = allowCredentials
    }
}

/// `PublicKeyCredentialDescriptorJSON`.
public struct PasskeyDescriptor: Codable, Hashable, Sendable {
    public var id: String
    public var type: String
    public var transports: [String]?

    public init(id: String, type: String = "public-key", transports: [String]? = nil) {
        self.id = id
        self.type = type
        self.transports = transports
    }
}

/// `AuthenticationExtensionsPRFValuesJSON`: the site's inputs before they are hashed.
public struct PasskeyPRFInput: Codable, Hashable, Sendable {
    public var first: String
    public var second: String?

    public init(first: String, second: String? = nil) {
        self.first = first
        self.second = second
    }
}

/// ``PasskeyPRFInput`` by the base64url identifiers of credentials.
public struct PasskeyPRFInputs: Codable, Hashable, Sendable {
    public var values: [String: PasskeyPRFInput]

    public init(_ values: [String: PasskeyPRFInput]) {
        self.values = values
    }

    public init(from decoder: any Decoder) throws {
        do {
            values = try decoder.singleValueContainer().decode([String: PasskeyPRFInput].self)
        } catch is DecodingError {
            // The decoder's path has a key that the page chose.
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "values by credential"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
