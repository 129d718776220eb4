import AuthenticationServices
import LatchkeyMatching
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// What a relying party wants when it has a passkey made.
struct RegistrationWish: Sendable {
    let relyingParty: RelyingPartyIdentifier
    /// The account's name, as the relying party has it.
    let user: String
    let userHandle: Data
    let clientDataHash: [UInt8]
    /// The first that it asks for of those that we have.
    let algorithm: COSEAlgorithm
    /// The credentials of the account that it knows; none of them may be in the same vault.
    let excluded: Set<Data>
    let requiresVerification: Bool
    fileprivate let extensions: ASPasskeyRegistrationCredentialExtensionInput?

    /// Nothing for a request of another kind, and for one that asks for what nobody here can make.
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
        clientDataHash = Array(request.clientDataHash)
        excluded = Set((request.excludedCredentials ?? []).map(\.credentialID))
        requiresVerification = request.userVerificationPreference == .required
        if case .registration(let input) = request.extensionInput { extensions = input } else { extensions = nil }
        guard extensions?.prf?.inputValues?.isHashed ?? true else { return nil }
    }

    /// Whether the person must show who they are: where that is asked for, and for what only a verified person's
    /// pseudo-random function gives.
    var needsVerification: Bool { requiresVerification || extensions?.prf?.inputValues != nil }
}

/// A passkey that was made, and what the relying party gets of it.
struct NewPasskey: Sendable {
    let passkey: Passkey
    private let wish: RegistrationWish
    private let attestationObject: [UInt8]
    private let prf: PRFResults?

    /// Makes the key, the secrets beside it, and the attestation, which says nothing of who made it.
    ///
    /// - Parameters:
    ///   - isPresent: Whether the person did anything here; not where an account is upgraded in silence.
    ///   - isVerified: Whether they have shown who they are.
    /// - Throws: `PasskeyKeyError` where no key could be made.
    @concurrent
    static func make(
        for wish: RegistrationWish, isPresent: Bool, isVerified: Bool, at time: Date
    ) async throws(PasskeyKeyError) -> NewPasskey {
        let key = try PasskeyKey.make(wish.algorithm)
        let credentialID = Secret.random(count: credentialIDByteCount).revealBytes(as: Data.self)
        let secrets = PasskeyPRFSecrets(
            verified: .random(count: PasskeyPRFSecrets.byteCount),
            unverified: .random(count: PasskeyPRFSecrets.byteCount))
        var flags = AuthenticatorData.Flags.ofVault
        if isPresent { flags.insert(.userPresent) }
        if isVerified { flags.insert(.userVerified) }
        let credential = Authenticator.Credential(
            id: Array(credentialID), key: key, relyingPartyIdentifier: wish.relyingParty.text)
        let attestation = try Authenticator.makeCredential(
            credential, clientDataHash: wish.clientDataHash, flags: flags)
        let input = isVerified ? wish.extensions?.prf?.inputValues : nil
        let description = PasskeyDescription(
            relyingPartyIdentifier: wish.relyingParty.text, credentialID: credentialID, userHandle: wish.userHandle,
            userName: wish.user, created: time)
        return NewPasskey(
            passkey: Passkey(description: description, privateKey: key.pkcs8, prfSecrets: secrets), wish: wish,
            attestationObject: attestation.encoded,
            prf: input.flatMap { input in secrets.map { PRFResults(of: input, secret: $0.verified) } })
    }

    var credential: ASPasskeyRegistrationCredential {
        ASPasskeyRegistrationCredential(
            relyingParty: wish.relyingParty.text, clientDataHash: Data(wish.clientDataHash),
            credentialID: passkey.description.credentialID, attestationObject: Data(attestationObject),
            extensionOutput: wish.extensions.map { asked in
                ASPasskeyRegistrationCredentialExtensionOutput(
                    largeBlob: asked.largeBlob.map { _ in .supported },
                    prf: asked.prf.map { _ in
                        prf.map { .init(first: $0.first, second: $0.second) } ?? .supported
                    })
            })
    }

    private static let credentialIDByteCount = 32
}
