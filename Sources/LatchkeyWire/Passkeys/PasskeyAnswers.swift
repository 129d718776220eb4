public import FoundationEssentials

/// The answer to a sign-in with a passkey (`ASPasskeyAssertionCredential`).
public struct PasskeyAssertion: Codable, Hashable, Sendable {
    public var userHandle: Data
    public var relyingParty: String
    public var signature: Data
    public var clientDataHash: Data
    public var authenticatorData: Data
    public var credentialID: Data
    public var extensions: PasskeyAssertionOutput?

    public init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data,
        credentialID: Data, extensions: PasskeyAssertionOutput? = nil
    ) {
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signature = signature
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.credentialID = credentialID
        self.extensions = extensions
    }
}

/// The answer to the registration of a passkey (`ASPasskeyRegistrationCredential`).
public struct PasskeyRegistration: Codable, Hashable, Sendable {
    public var relyingParty: String
    public var clientDataHash: Data
    public var credentialID: Data
    public var attestationObject: Data
    public var extensions: PasskeyRegistrationOutput?

    public init(
        relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
        extensions: PasskeyRegistrationOutput? = nil
    ) {
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.extensions = extensions
    }
}

public struct PasskeyAssertionOutput: Codable, Hashable, Sendable {
    public struct LargeBlob: Codable, Hashable, Sendable {
        /// The blob that was read; `nil` if there is none, or if a blob was written.
        public var read: Data?
        /// Whether the blob was written; `nil` for a read.
        public var written: Bool?

        public init(read: Data? = nil, written: Bool? = nil) {
            self.read = read
            self.written = written
        }
    }

    public var largeBlob: LargeBlob?
    /// At most two keys of 32 bytes.
    public var prf: PRFValues?

    public init(largeBlob: LargeBlob? = nil, prf: PRFValues? = nil) {
        self.largeBlob = largeBlob
        self.prf = prf
    }
}

public struct PasskeyRegistrationOutput: Codable, Hashable, Sendable {
    public var supportsLargeBlob: Bool?
    public var supportsPRF: Bool?
    /// The keys, if the site requested them and the provider computes them at registration.
    public var prf: PRFValues?

    public init(supportsLargeBlob: Bool? = nil, supportsPRF: Bool? = nil, prf: PRFValues? = nil) {
        self.supportsLargeBlob = supportsLargeBlob
        self.supportsPRF = supportsPRF
        self.prf = prf
    }
}
