public import FoundationEssentials

/// Whether the person must prove who they are (WebAuthn L3 §5.8.6); what is none of these counts as `preferred`.
public enum UserVerification: String, Codable, Sendable {
    case required
    case preferred
    case discouraged

    public init(from decoder: any Decoder) throws {
        self = try Self(rawValue: decoder.singleValueContainer().decode(String.self)) ?? .preferred
    }
}

/// Sign in with one passkey (`ASPasskeyCredentialRequest` of the type `passkeyAssertion`).
public struct PasskeyAssertionRequest: Codable, Hashable, Sendable {
    public var identity: CredentialIdentity
    /// SHA-256 of the client data, which the agent keeps to itself.
    public var clientDataHash: Data
    public var userVerification: UserVerification
    public var extensions: PasskeyAssertionInput?

    public init(
        identity: CredentialIdentity, clientDataHash: Data, userVerification: UserVerification,
        extensions: PasskeyAssertionInput? = nil
    ) {
        self.identity = identity
        self.clientDataHash = clientDataHash
        self.userVerification = userVerification
        self.extensions = extensions
    }
}

/// Make a passkey (`ASPasskeyCredentialRequest` of the type `passkeyRegistration`).
public struct PasskeyRegistrationRequest: Codable, Hashable, Sendable {
    /// The new account; its credential ID is empty.
    public var identity: CredentialIdentity
    public var clientDataHash: Data
    public var userVerification: UserVerification
    /// Numbers of COSE's register, in the relying party's order.
    public var supportedAlgorithms: [Int]
    /// Where one of these is there already, nothing is made.
    public var excludedCredentials: [Data]
    public var extensions: PasskeyRegistrationInput?

    public init(
        identity: CredentialIdentity, clientDataHash: Data, userVerification: UserVerification,
        supportedAlgorithms: [Int], excludedCredentials: [Data] = [], extensions: PasskeyRegistrationInput? = nil
    ) {
        self.identity = identity
        self.clientDataHash = clientDataHash
        self.userVerification = userVerification
        self.supportedAlgorithms = supportedAlgorithms
        self.excludedCredentials = excludedCredentials
        self.extensions = extensions
    }
}

/// Any passkey out of the provider's list will do (`ASPasskeyCredentialRequestParameters`).
public struct PasskeyRequestParameters: Codable, Hashable, Sendable {
    public var relyingPartyIdentifier: String
    public var clientDataHash: Data
    public var userVerification: UserVerification
    /// Empty for every one.
    public var allowedCredentials: [Data]
    public var extensions: PasskeyAssertionInput?

    public init(
        relyingPartyIdentifier: String, clientDataHash: Data, userVerification: UserVerification,
        allowedCredentials: [Data] = [], extensions: PasskeyAssertionInput? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.clientDataHash = clientDataHash
        self.userVerification = userVerification
        self.allowedCredentials = allowedCredentials
        self.extensions = extensions
    }
}

/// Salts of the pseudo-random function, hashed as the specification says: 32 bytes each (WebAuthn L3 §10.1.4).
public struct PRFValues: Codable, Hashable, Sendable {
    public var first: Data
    public var second: Data?

    public init(first: Data, second: Data? = nil) {
        self.first = first
        self.second = second
    }
}

/// What a site asks of extensions when it signs in (`ASPasskeyAssertionCredentialExtensionInput`).
public struct PasskeyAssertionInput: Codable, Hashable, Sendable {
    public struct LargeBlob: Codable, Hashable, Sendable {
        /// What is to be written; nothing where it is to be read.
        public var write: Data?

        public init(write: Data? = nil) {
            self.write = write
        }
    }

    public var largeBlob: LargeBlob?
    public var prf: PRFValues?
    /// Salts for single credentials, which go before those for all.
    public var prfByCredential: [PRFOfCredential]?

    public struct PRFOfCredential: Codable, Hashable, Sendable {
        public var credentialID: Data
        public var values: PRFValues

        public init(credentialID: Data, values: PRFValues) {
            self.credentialID = credentialID
            self.values = values
        }
    }

    public init(largeBlob: LargeBlob? = nil, prf: PRFValues? = nil, prfByCredential: [PRFOfCredential]? = nil) {
        self.largeBlob = largeBlob
        self.prf = prf
        self.prfByCredential = prfByCredential
    }
}

/// What a site asks of extensions when a passkey is made (`ASPasskeyRegistrationCredentialExtensionInput`).
public struct PasskeyRegistrationInput: Codable, Hashable, Sendable {
    public enum LargeBlobSupport: String, Codable, Sendable {
        case required
        case preferred
    }

    public struct PRF: Codable, Hashable, Sendable {
        /// Salts to use at once; nothing where the site only asks whether it could.
        public var values: PRFValues?

        public init(values: PRFValues? = nil) {
            self.values = values
        }
    }

    public var largeBlob: LargeBlobSupport?
    public var prf: PRF?

    public init(largeBlob: LargeBlobSupport? = nil, prf: PRF? = nil) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
