import LatchkeyCore
import Foundation
import LatchkeyMatching
import LatchkeyWebAuthn
import LatchkeyWire

// Sign-in (WebAuthn L3 §5.1.4).
extension PasskeyClient {
    /// A request for a sign-in, before a passkey is picked.
    struct Assertion: Sendable {
        let ceremony: Ceremony
        let userVerification: UserVerification
        /// Empty for every passkey.
        let allowedCredentials: [Data]
        let extensions: PasskeyAssertionInput?
        /// Whether the page uses the extension `appid` (§10.1.1).
        let wantsAppID: Bool
        /// Whether the page uses the extension `prf`, even without a salt (§10.1.4).
        let wantsPRF: Bool

        /// The request as matching needs it.
        var question: PasskeyRequest {
            PasskeyRequest(
                relyingPartyIdentifier: ceremony.relyingParty,
                allowedCredentialIDs: Set(allowedCredentials.map(Array.init)),
                isRelatedOriginVerified: ceremony.isRelatedOrigin)
        }

        func request(for identity: CredentialIdentity) -> PasskeyAssertionRequest {
            PasskeyAssertionRequest(
                identity: identity, clientDataHash: ceremony.clientDataHash, userVerification: userVerification,
                extensions: extensions)
        }

        var parameters: PasskeyRequestParameters {
            PasskeyRequestParameters(
                relyingPartyIdentifier: ceremony.relyingParty.text, clientDataHash: ceremony.clientDataHash,
                userVerification: userVerification, allowedCredentials: allowedCredentials, extensions: extensions)
        }
    }

    func assertion(_ options: PasskeyRequestOptions) throws(RemoteError) -> Assertion {
        let ceremony = try ceremony(.get, relyingParty: options.rpId, challenge: options.challenge)
        try check(appID: options.extensions?.appid)
        let allowed = try Self.identifiers(of: options.allowCredentials ?? [])
        // Step 10 of the loop: a list of unknown types allows no passkey.
        guard options.allowCredentials?.isEmpty != false || !allowed.isEmpty else {
            throw RemoteError(.nothingFound, "the page allows no passkey that could be stored here")
        }
        return Assertion(
            ceremony: ceremony, userVerification: options.userVerification ?? .preferred, allowedCredentials: allowed,
            extensions: try PasskeyAssertionInput(options.extensions, allowed: allowed),
            wantsAppID: options.extensions?.appid != nil, wantsPRF: options.extensions?.prf != nil)
    }

    /// Validates a provider's answer against the request.
    ///
    /// - Parameter picked: The picked passkey; `nil` for the provider's own list.
    /// - Throws: ``RemoteError/Reason/providerFailed``.
    func check(_ answer: PasskeyAssertion, to assertion: Assertion, picked: CredentialIdentity?) throws(RemoteError) {
        guard answer.relyingParty == assertion.ceremony.relyingParty.text,
            answer.clientDataHash == assertion.ceremony.clientDataHash
        else { throw .unsound("it answers another request") }
        guard let data = try? AuthenticatorData(answer.authenticatorData) else { throw .unsound("it cannot be read") }
        try check(data, assertion.ceremony.relyingParty, assertion.userVerification)
        // Step 12 of §6.3.3: user presence.
        guard data.flags.contains(.userPresent) else { throw .unsound("it has no user presence") }
        if let picked {
            guard Array(answer.credentialID) == picked.credentialID else {
                throw .unsound("it is from another passkey than the picked one")
            }
            guard answer.userHandle.isEmpty || Array(answer.userHandle) == picked.userHandle else {
                throw .unsound("it is for another account than the picked one")
            }
        }
        let allowed = assertion.allowedCredentials
        guard allowed.isEmpty || allowed.contains(answer.credentialID) else {
            throw .unsound("the page did not ask for that passkey")
        }
        // §7.2, step 6: without an allow list the site identifies the account by the user handle.
        guard !allowed.isEmpty || !answer.userHandle.isEmpty else { throw .unsound("it has no user handle") }
        guard (1...AuthenticatorData.AttestedCredential.identifierLimit).contains(answer.credentialID.count),
            !answer.signature.isEmpty, answer.userHandle.count <= 64
        else { throw .unsound("its identifier, signature or user handle has an invalid length") }
    }
}

extension PasskeyAssertionInput {
    /// - Throws: ``RemoteError/Reason/notSupportedError`` for salts of single credentials without an allow list
    ///   (§10.1.4, client extension processing of an authentication, steps 1 and 2).
    fileprivate init?(_ extensions: PasskeyRequestOptions.Extensions?, allowed: [Data]) throws(RemoteError) {
        guard let extensions, extensions.largeBlob != nil || extensions.prf != nil else { return nil }
        var largeBlob: LargeBlob?
        if let wanted = extensions.largeBlob {
            guard wanted.read != true || wanted.write == nil else {
                throw RemoteError(.notSupportedError, "a large blob can be read or written, not both")
            }
            if let text = wanted.write {
                guard allowed.count == 1, let bytes = Base64URL.decode(text).map({ Data($0) }) else {
                    throw RemoteError(.notSupportedError, "writing a large blob requires exactly one allowed passkey")
                }
                largeBlob = LargeBlob(write: bytes)
            } else if wanted.read == true {
                largeBlob = LargeBlob()
            }
        }
        let single = extensions.prf?.evalByCredential?.values ?? [:]
        guard single.isEmpty || !allowed.isEmpty else {
            throw RemoteError(.notSupportedError, "salts for single passkeys require a list of allowed passkeys")
        }
        var byCredential: [PRFOfCredential] = []
        for (text, input) in single.sorted(by: { $0.key < $1.key }) {
            guard let identifier = Base64URL.decode(text).map({ Data($0) }), allowed.contains(identifier) else {
                throw RemoteError(.syntaxError, "a salt is for a passkey that the page does not allow")
            }
            byCredential.append(PRFOfCredential(credentialID: identifier, values: try PRFValues(hashing: input)))
        }
        var prf: PRFValues?
        if let input = extensions.prf?.eval { prf = try PRFValues(hashing: input) }
        self.init(
            largeBlob: largeBlob, prf: prf, prfByCredential: byCredential.isEmpty ? nil : byCredential)
    }
}
