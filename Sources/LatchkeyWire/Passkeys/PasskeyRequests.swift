public import FoundationEssentials

/// Whether user verification is required (WebAuthn L3 §5.8.6); an unknown value means `preferred`.
public enum UserVerification: String, Codable, Sendable {
    case required
    case preferred
    case discouraged

    public init(from decoder: any Decoder) throws {
        self = try Self(rawValue: decoder.singleValueContainer().decode(String.self)) ?? .preferred
    }
}

/// A sign-in with one passkey (`ASPasskeyCredentialRequest` of the type `passkeyAssertion`).
public struct PasskeyAssertionRequest: Codable, Hashable, Sendable {
    public var identity: CredentialIdentity
    /// SHA-256 of the client data; the agent does not send the data itself.
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

/// The registration of a passkey (`ASPasskeyCredentialRequest` of the type `passkeyRegistration`).
public struct PasskeyRegistrationRequest: Codable, Hashable, Sendable {
    /// The new account; its credential ID is empty.
    public var identity: CredentialIdentity
    public var clientDataHash: Data
    public var userVerification: UserVerification
    /// COSE algorithm identifiers in the relying party's order.
    public var supportedAlgorithms: [Int]
    /// The registration fails if one of these exists already.
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

/// A sign-in with a passkey from the provider's list (`ASPasskeyCredentialRequestParameters`).
public struct PasskeyRequestParameters: Codable, Hashable, Sendable {
    public var relyingPartyIdentifier: String
    public var clientDataHash: Data
    public var userVerification: UserVerification
    /// Empty for every passkey.
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

/// Inputs of the PRF extension, hashed to 32 bytes each (WebAuthn L3 §10.1.4).
public struct PRFValues: Codable, Hashable, Sendable {
    public var first: Data
    public var second: Data?

    public init(first: Data, second: Data? = nil) {
        self.first = first
        self.second = second
    }
}

/// The extension inputs of a sign-in (`ASPasskeyAssertionCredentialExtensionInput`).
public struct PasskeyAssertionInput: Codable, Hashable, Sendable {
    public struct LargeBlob: Codable, Hashable, Sendable {
        /// The blob to write; `nil` reads it.
        public var write: Data?

        public init(write: Data? = nil) {
            self.write = write
        }
    }

    public var largeBlob: LargeBlob?
    public var prf: PRFValues?
    /// Inputs for single credentials, which take precedence over `prf`.
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

/// The extension inputs of a registration (`ASPasskeyRegistrationCredentialExtensionInput`).
public struct PasskeyRegistrationInput: Codable, Hashable, Sendable {
    public enum LargeBlobSupport: String, Codable, Sendable {
        case required
        case preferred
    }

    public struct PRF: Codable, Hashable, Sendable {
        /// The inputs; `nil` if the site only asks whether the extension is supported.
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
