import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// A relying party's request to create a passkey.
struct RegistrationRequest: Sendable {
    let relyingParty: RelyingPartyIdentifier
    let user: String
    let userHandle: Data
    let displayName: String?
    let clientDataHash: [UInt8]
    /// The relying party's most preferred algorithm that is supported.
    let algorithm: COSEAlgorithm
    /// The account's known credentials; if the vault has one of them, no passkey is created.
    let excluded: Set<Data>
    let requiresVerification: Bool
    fileprivate let extensions: ASPasskeyRegistrationCredentialExtensionInput?

    /// `nil` unless the request is a valid registration with a supported algorithm.
    init?(_ request: any ASCredentialRequest) {
        guard let request = request as? ASPasskeyCredentialRequest, request.type == .passkeyRegistration,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity,
            let relyingParty = try? RelyingPartyIdentifier(identity.relyingPartyIdentifier),
            let algorithm = COSEAlgorithm.chosen(
                from: request.supportedAlgorithms.map { COSEAlgorithm(rawValue: $0.rawValue) }),
            request.clientDataHash.count == clientDataHashByteCount, (1...64).contains(identity.userHandle.count)
        else { return nil }
        self.relyingParty = relyingParty
        self.algorithm = algorithm
        user = identity.userName
        userHandle = identity.userHandle
        displayName = identity.userDisplayName
        clientDataHash = Array(request.clientDataHash)
        excluded = Set((request.excludedCredentials ?? []).map(\.credentialID))
        requiresVerification = request.userVerificationPreference == .required
        if case .registration(let input) = request.extensionInput { extensions = input } else { extensions = nil }
        guard extensions?.prf?.inputValues?.isHashed ?? true else { return nil }
    }

    /// Whether the user must be verified: the relying party requires it, or requests PRF results, which are only for
    /// verified users.
    var needsVerification: Bool { requiresVerification || extensions?.prf?.inputValues != nil }
}

/// A newly created passkey, with its attestation for the relying party.
struct NewPasskey: Sendable {
    let passkey: Passkey
    private let request: RegistrationRequest
    private let attestationObject: [UInt8]
    private let prf: PRFResults?

    /// Creates the key, the PRF secrets, and an attestation of format `none`.
    ///
    /// - Parameters:
    ///   - isPresent: Whether the user confirmed; `false` for a conditional registration.
    ///   - isVerified: Whether the user was verified.
    /// - Throws: `PasskeyKeyError` if the key cannot be generated.
    @concurrent
    static func make(
        for request: RegistrationRequest, isPresent: Bool, isVerified: Bool, at time: Date
    ) async throws(PasskeyKeyError) -> NewPasskey {
        let key = try PasskeyKey.make(request.algorithm)
        let credentialID = Secret.random(count: credentialIDByteCount).revealBytes(as: Data.self)
        let secrets = PasskeyPRFSecrets(
            verified: .random(count: PasskeyPRFSecrets.byteCount),
            unverified: .random(count: PasskeyPRFSecrets.byteCount))
        var flags = AuthenticatorData.Flags.ofVault
        if isPresent { flags.insert(.userPresent) }
        if isVerified { flags.insert(.userVerified) }
        let credential = Authenticator.Credential(
            id: Array(credentialID), key: key, relyingPartyIdentifier: request.relyingParty.text)
        let attestation = try Authenticator.makeCredential(
            credential, clientDataHash: request.clientDataHash, flags: flags)
        let input = isVerified ? request.extensions?.prf?.inputValues : nil
        let description = PasskeyDescription(
            relyingPartyIdentifier: request.relyingParty.text, credentialID: credentialID,
            userHandle: request.userHandle, userName: request.user, displayName: request.displayName,
            created: time)
        return NewPasskey(
            passkey: Passkey(description: description, privateKey: key.pkcs8, prfSecrets: secrets), request: request,
            attestationObject: attestation.encoded,
            prf: input.flatMap { input in secrets.map { PRFResults(of: input, secret: $0.verified) } })
    }

    var credential: ASPasskeyRegistrationCredential {
        ASPasskeyRegistrationCredential(
            relyingParty: request.relyingParty.text, clientDataHash: Data(request.clientDataHash),
            credentialID: passkey.description.credentialID, attestationObject: Data(attestationObject),
            extensionOutput: request.extensions.map { input in
                ASPasskeyRegistrationCredentialExtensionOutput(
                    largeBlob: input.largeBlob.map { _ in .supported },
                    prf: input.prf.map { _ in
                        prf.map { .init(first: $0.first, second: $0.second) } ?? .supported
                    })
            })
    }

    private static let credentialIDByteCount = 32
}
