public import Foundation

/// A request to sign in with a passkey or to create one.
///
/// It contains the hash of the client data. The client data themselves stay in the browser.
open class ASPasskeyCredentialRequest: NSObject, ASCredentialRequest {
    private let identity: ASPasskeyCredentialIdentity
    /// Either `passkeyAssertion` or `passkeyRegistration`.
    open private(set) var type: ASCredentialRequestType
    /// The SHA-256 of the client data, 32 bytes, over which the provider signs (WebAuthn L3 §5.8.1).
    open private(set) var clientDataHash: Data
    /// Whether the relying party requires user verification.
    open var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The signature algorithms that the relying party accepts, in order of preference; empty for a sign-in.
    open private(set) var supportedAlgorithms: [ASCOSEAlgorithmIdentifier]

    /// The passkeys that must not exist already, for a registration; `nil` if there are none.
    ///
    /// A provider that has one of them cancels with ``ASExtensionError/matchedExcludedCredential``.
    open private(set) var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    /// The inputs of WebAuthn's extensions; `none` if the relying party sent none.
    open private(set) var extensionInput: ASPasskeyCredentialExtensionInput

    /// The chosen ``ASPasskeyCredentialIdentity``; in a registration, the new account.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// Makes a request without extension inputs.
    ///
    /// It is a registration if there are algorithms or the credential ID is empty, otherwise a sign-in.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
    ) {
        // Only a registration names algorithms, or has no credential yet.
        let registers = !supportedAlgorithms.isEmpty || credentialIdentity.credentialID.isEmpty
        self.init(
            type: registers ? .passkeyRegistration : .passkeyAssertion, credentialIdentity: credentialIdentity,
            clientDataHash: clientDataHash, userVerificationPreference: userVerificationPreference,
            supportedAlgorithms: supportedAlgorithms)
    }

    /// Makes a request with algorithms as plain numbers, the type that Objective-C uses.
    @_disfavoredOverload
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [NSNumber]
    ) {
        self.init(
            credentialIdentity: credentialIdentity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerificationPreference,
            supportedAlgorithms: supportedAlgorithms.map { ASCOSEAlgorithmIdentifier($0.intValue) })
    }

    /// Makes a sign-in with extension inputs; `nil` for none.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier],
        extensionInput: ASPasskeyAssertionCredentialExtensionInput?
    ) {
        self.init(
            type: .passkeyAssertion, credentialIdentity: credentialIdentity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms,
            extensionInput: extensionInput.map { .assertion($0) } ?? .none)
    }

    /// Makes a registration with extension inputs; `nil` for none.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier],
        extensionInput: ASPasskeyRegistrationCredentialExtensionInput?
    ) {
        self.init(
            type: .passkeyRegistration, credentialIdentity: credentialIdentity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms,
            extensionInput: extensionInput.map { .registration($0) } ?? .none)
    }

    /// Makes a request with all parts, for the host process.
    package init(
        type: ASCredentialRequestType, credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier],
        excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? = nil,
        extensionInput: ASPasskeyCredentialExtensionInput = .none
    ) {
        self.type = type
        self.identity = credentialIdentity
        self.clientDataHash = clientDataHash
        self.userVerificationPreference = userVerificationPreference
        self.supportedAlgorithms = supportedAlgorithms
        self.excludedCredentials = excludedCredentials
        self.extensionInput = extensionInput
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let fields = PasskeyRequestFields(coder) else { return nil }
        self.type = fields.type
        self.identity = fields.identity
        self.clientDataHash = fields.clientDataHash
        self.userVerificationPreference = .init(fields.userVerification)
        self.supportedAlgorithms = fields.algorithms.map { ASCOSEAlgorithmIdentifier($0) }
        self.excludedCredentials = fields.excluded
        self.extensionInput = fields.extensionInput
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(integer: type.rawValue, forKey: "type")
        coder.encode(value: identity, forKey: "credentialIdentity")
        coder.encode(bytes: clientDataHash, forKey: "clientDataHash")
        coder.encode(text: userVerificationPreference.rawValue, forKey: "userVerificationPreference")
        coder.encode(record: supportedAlgorithms.map(\.rawValue), forKey: "supportedAlgorithms")
        coder.encode(record: excludedCredentials?.map(\.credentialID), forKey: "excludedCredentials")
        switch extensionInput {
        case .none: break
        case .assertion(let input): coder.encode(extension: input, forKey: "assertionInput")
        case .registration(let input): coder.encode(extension: input, forKey: "registrationInput")
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        ASPasskeyCredentialRequest(
            type: type, credentialIdentity: identity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms,
            excludedCredentials: excludedCredentials, extensionInput: extensionInput)
    }

    open override var description: String {
        "request to \(type == .passkeyRegistration ? "make" : "sign in with") the \(identity)"
    }
}

/// The decoded and valid fields of an archived request.
private struct PasskeyRequestFields {
    var type: ASCredentialRequestType
    var identity: ASPasskeyCredentialIdentity
    var clientDataHash: Data
    var userVerification: String
    var algorithms: [Int]
    var excluded: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    var extensionInput: ASPasskeyCredentialExtensionInput

    init?(_ coder: NSCoder) {
        guard let type = coder.integer(forKey: "type").flatMap(ASCredentialRequestType.init(rawValue:)),
            type == .passkeyAssertion || type == .passkeyRegistration,
            let identity = coder.value(of: ASPasskeyCredentialIdentity.self, forKey: "credentialIdentity"),
            let clientDataHash = coder.bytes(forKey: "clientDataHash"),
            let userVerification = coder.text(forKey: "userVerificationPreference"),
            let algorithms = coder.record([Int].self, forKey: "supportedAlgorithms"),
            let excluded = coder.optionalRecord([Data].self, forKey: "excludedCredentials"),
            let assertion = coder.assertionInput(forKey: "assertionInput"),
            let registration = coder.registrationInput(forKey: "registrationInput")
        else { return nil }
        self.type = type
        self.identity = identity
        self.clientDataHash = clientDataHash
        self.userVerification = userVerification
        self.algorithms = algorithms
        self.extensionInput = assertion.map { .assertion($0) } ?? registration.map { .registration($0) } ?? .none
        self.excluded = excluded?.map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0) }
    }
}
