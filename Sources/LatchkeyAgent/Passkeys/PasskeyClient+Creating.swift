import LatchkeyCore
import Foundation
import LatchkeyMatching
import LatchkeyWebAuthn
import LatchkeyWire

// Registration (WebAuthn L3 §5.1.3).
extension PasskeyClient {
    /// A request for a new passkey, against which the provider's answer is validated.
    struct Creation: Sendable {
        let ceremony: Ceremony
        let request: PasskeyRegistrationRequest
        let wantsCredentialProperties: Bool
        let wantsAttestation: Bool
        /// Whether the site upgrades an account automatically (§5.1.3, `mediation` is `conditional`).
        let isConditional: Bool
    }

    /// The largest number of excluded credentials.
    private static let credentialLimit = 256

    func creation(
        _ options: PasskeyCreationOptions, isConditional: Bool = false
    ) throws(RemoteError) -> Creation {
        // Step 6.
        guard let userHandle = Base64URL.decode(options.user.id), (1...64).contains(userHandle.count) else {
            throw .type("the user's id is not 1 to 64 bytes")
        }
        let ceremony = try ceremony(.create, relyingParty: options.rp.id, challenge: options.challenge)
        try check(appID: options.extensions?.appidExclude)
        // Step 10.
        let algorithms =
            options.pubKeyCredParams.isEmpty
            ? [COSEAlgorithm.es256, .rs256].map(\.rawValue)
            : options.pubKeyCredParams.filter { $0.type == "public-key" }.map(\.alg)
        guard !algorithms.isEmpty else {
            throw RemoteError(.notSupportedError, "the page requests no supported algorithm")
        }
        let identity = CredentialIdentity(
            kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: ceremony.relyingParty.text),
            user: options.user.name, credentialID: [], userHandle: userHandle,
            displayName: Self.displayName(of: options.user))
        let request = PasskeyRegistrationRequest(
            identity: identity, clientDataHash: ceremony.clientDataHash,
            userVerification: options.authenticatorSelection?.userVerification ?? .preferred,
            supportedAlgorithms: algorithms,
            excludedCredentials: try Self.identifiers(of: options.excludeCredentials ?? []),
            extensions: try PasskeyRegistrationInput(options.extensions))
        return Creation(
            ceremony: ceremony, request: request, wantsCredentialProperties: options.extensions?.credProps == true,
            wantsAttestation: ["direct", "indirect", "enterprise"].contains(options.attestation),
            isConditional: isConditional)
    }

    /// The display name of a user; `nil` if it is empty, equals the user name, or is too long for a list.
    private static func displayName(of user: PasskeyCreationOptions.User) -> String? {
        guard let name = user.displayName, !name.isEmpty, name != user.name, name.utf8.count <= displayNameLimit else {
            return nil
        }
        return name
    }

    /// The largest size of a display name, in bytes; authenticators may shorten names to 64 (§6.4.1).
    private static let displayNameLimit = 1024

    /// The identifiers of the credentials that a page names, without those of unknown types (§5.8.3).
    static func identifiers(of descriptors: [PasskeyDescriptor]) throws(RemoteError) -> [Data] {
        guard descriptors.count <= credentialLimit else { throw .type("more credentials than anybody has") }
        var identifiers: [Data] = []
        for descriptor in descriptors where descriptor.type == "public-key" {
            guard let identifier = Base64URL.decode(descriptor.id).map({ Data($0) }) else {
                throw .type("a credential's id is no base64url")
            }
            identifiers.append(identifier)
        }
        return identifiers
    }

    /// Validates a provider's answer against the request.
    ///
    /// - Throws: ``RemoteError/Reason/providerFailed``.
    func check(
        _ answer: PasskeyRegistration, to creation: Creation
    ) throws(RemoteError) -> (object: AttestationObject, credential: AuthenticatorData.AttestedCredential) {
        let object: AttestationObject
        let data: AuthenticatorData
        do {
            object = try AttestationObject(answer.attestationObject)
            data = try AuthenticatorData(object.authenticatorData)
        } catch {
            throw .unsound("it cannot be read")
        }
        guard answer.relyingParty == creation.ceremony.relyingParty.text,
            answer.clientDataHash == creation.ceremony.clientDataHash
        else { throw .unsound("it answers another request") }
        try check(data, creation.ceremony.relyingParty, creation.request.userVerification)
        // An automatic upgrade has no user presence.
        guard creation.isConditional || data.flags.contains(.userPresent) else {
            throw .unsound("it has no user presence")
        }
        guard let credential = data.credential, Data(credential.id) == answer.credentialID else {
            throw .unsound("its credential identifiers differ")
        }
        guard creation.request.supportedAlgorithms.contains(credential.publicKey.algorithm.rawValue) else {
            throw .unsound("the page did not request its algorithm")
        }
        guard !creation.request.excludedCredentials.contains(answer.credentialID) else {
            throw .unsound("the page excluded that credential")
        }
        // §10.1.5: a page can require support for large blobs.
        guard creation.request.extensions?.largeBlob != .required || answer.extensions?.supportsLargeBlob == true
        else { throw .unsound("it does not support large blobs") }
        let hash = Array(creation.ceremony.clientDataHash)
        guard object.isValid(for: credential.publicKey, clientDataHash: hash) != false else {
            throw .unsound("its attestation is invalid")
        }
        return (object, credential)
    }

    /// Validates the relying party and the user verification of an answer.
    func check(
        _ data: AuthenticatorData, _ party: RelyingPartyIdentifier, _ verification: UserVerification
    ) throws(RemoteError) {
        guard data.relyingPartyHash == Authenticator.hash(party.text) else {
            throw .unsound("it is for another relying party")
        }
        guard verification != .required || data.flags.contains(.userVerified) else {
            throw .unsound("the user was not verified")
        }
    }
}

extension PasskeyRegistrationInput {
    fileprivate init?(_ extensions: PasskeyCreationOptions.Extensions?) throws(RemoteError) {
        guard let extensions, extensions.largeBlob != nil || extensions.prf != nil else { return nil }
        let prf: PRF?
        if let wanted = extensions.prf {
            prf = PRF(values: try wanted.eval.map { input throws(RemoteError) in try PRFValues(hashing: input) })
        } else {
            prf = nil
        }
        self.init(
            largeBlob: extensions.largeBlob.map { $0.support == "required" ? .required : .preferred }, prf: prf)
    }
}

extension PRFValues {
    /// Hashes the site's inputs (§10.1.4), which providers do not receive.
    init(hashing input: PasskeyPRFInput) throws(RemoteError) {
        guard let first = Base64URL.decode(input.first).map({ Data($0) }) else { throw .type("a salt is no base64url") }
        var second: Data?
        if let text = input.second {
            guard let bytes = Base64URL.decode(text).map({ Data($0) }) else { throw .type("a salt is no base64url") }
            second = Data(PseudoRandomFunction.salt(for: bytes))
        }
        self.init(first: Data(PseudoRandomFunction.salt(for: first)), second: second)
    }
}
