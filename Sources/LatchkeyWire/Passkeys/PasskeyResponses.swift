// The page's results in WebAuthn's JSON (WebAuthn L3 §5.1). Bytes are base64url, and names are the specification's.

/// The result of `PublicKeyCredential.toJSON()`, for a registration or a sign-in.
public struct PasskeyCredentialResponse<Response: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var id: String
    public var rawId: String
    public var type = "public-key"
    public var authenticatorAttachment = "platform"
    public var response: Response
    public var clientExtensionResults: PasskeyExtensionResults

    public init(id: String, response: Response, clientExtensionResults: PasskeyExtensionResults) {
        self.id = id
        rawId = id
        self.response = response
        self.clientExtensionResults = clientExtensionResults
    }
}

/// `RegistrationResponseJSON`.
public typealias PasskeyRegistrationResponse = PasskeyCredentialResponse<PasskeyAttestationResponse>

/// `AuthenticationResponseJSON`.
public typealias PasskeyAuthenticationResponse = PasskeyCredentialResponse<PasskeyAssertionResponse>

/// `AuthenticatorAttestationResponseJSON`.
public struct PasskeyAttestationResponse: Codable, Hashable, Sendable {
    public var clientDataJSON: String
    public var authenticatorData: String
    public var transports: [String]
    /// SubjectPublicKeyInfo in DER; `nil` for key types without one (§5.2.1.1).
    public var publicKey: String?
    public var publicKeyAlgorithm: Int
    public var attestationObject: String

    public init(
        clientDataJSON: String, authenticatorData: String, transports: [String], publicKey: String?,
        publicKeyAlgorithm: Int, attestationObject: String
    ) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.transports = transports
        self.publicKey = publicKey
        self.publicKeyAlgorithm = publicKeyAlgorithm
        self.attestationObject = attestationObject
    }
}

/// `AuthenticatorAssertionResponseJSON`.
public struct PasskeyAssertionResponse: Codable, Hashable, Sendable {
    public var clientDataJSON: String
    public var authenticatorData: String
    public var signature: String
    public var userHandle: String?

    public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String?) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// `AuthenticationExtensionsClientOutputsJSON`: only the extensions that the page requested (WebAuthn L3 §9.5).
public struct PasskeyExtensionResults: Codable, Hashable, Sendable {
    public struct CredentialProperties: Codable, Hashable, Sendable {
        public var rk: Bool

        public init(rk: Bool) {
            self.rk = rk
        }
    }

    public struct LargeBlob: Codable, Hashable, Sendable {
        public var supported: Bool?
        public var blob: String?
        public var written: Bool?

        public init(supported: Bool? = nil, blob: String? = nil, written: Bool? = nil) {
            self.supported = supported
            self.blob = blob
            self.written = written
        }
    }

    public struct PRF: Codable, Hashable, Sendable {
        public var enabled: Bool?
        public var results: PasskeyPRFInput?

        public init(enabled: Bool? = nil, results: PasskeyPRFInput? = nil) {
            self.enabled = enabled
            self.results = results
        }
    }

    /// Whether the credential was made with U2F, before WebAuthn.
    public var appid: Bool?
    public var credProps: CredentialProperties?
    public var largeBlob: LargeBlob?
    public var prf: PRF?

    public init(credProps: CredentialProperties? = nil, largeBlob: LargeBlob? = nil, prf: PRF? = nil) {
        self.credProps = credProps
        self.largeBlob = largeBlob
        self.prf = prf
    }
}
