public import Foundation

/// A request to sign in with a passkey or to make one.
///
/// It carries the hash of the client data, never the client data: those the browser forms.
open class ASPasskeyCredentialRequest: NSObject, ASCredentialRequest {
    private let identity: ASPasskeyCredentialIdentity
    open private(set) var type: ASCredentialRequestType
    open private(set) var clientDataHash: Data
    open var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The signature algorithms that the relying party takes; empty for a sign-in.
    open private(set) var supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
    /// Passkeys of which none may exist already; registrations only.
    open private(set) var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    open private(set) var extensionInput: ASPasskeyCredentialExtensionInput

    open var credentialIdentity: any ASCredentialIdentity { identity }

    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
    ) {
        // Without extension inputs the kind is not said: only a registration names algorithms or has no credential yet.
        let registers = !supportedAlgorithms.isEmpty || credentialIdentity.credentialID.isEmpty
        self.init(
            type: registers ? .passkeyRegistration : .passkeyAssertion, credentialIdentity: credentialIdentity,
            clientDataHash: clientDataHash, userVerificationPreference: userVerificationPreference,
            supportedAlgorithms: supportedAlgorithms)
    }

    /// Takes algorithms as plain numbers, as Objective-C has them.
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

    /// Makes a request with every part said, as the host process has them.
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

/// The fields of an archived request, all of them good.
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
