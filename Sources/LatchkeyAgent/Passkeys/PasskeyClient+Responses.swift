import LatchkeyCore
import Foundation
import LatchkeyWebAuthn
import LatchkeyWire

// The results for the page, from a validated answer.
extension PasskeyClient {
    /// - Throws: As ``check(_:to:)``.
    func response(
        _ answer: PasskeyRegistration, to creation: Creation
    ) throws(RemoteError) -> PasskeyRegistrationResponse {
        let (object, credential) = try check(answer, to: creation)
        return PasskeyRegistrationResponse(answer, object, credential, to: creation)
    }

    /// - Throws: As ``check(_:to:picked:)``.
    func response(
        _ answer: PasskeyAssertion, to assertion: Assertion, picked: CredentialIdentity?
    ) throws(RemoteError) -> PasskeyAuthenticationResponse {
        try check(answer, to: assertion, picked: picked)
        return PasskeyAuthenticationResponse(answer, to: assertion)
    }
}

extension PasskeyCredentialResponse<PasskeyAttestationResponse> {
    fileprivate init(
        _ answer: PasskeyRegistration, _ object: AttestationObject,
        _ credential: AuthenticatorData.AttestedCredential, to creation: PasskeyClient.Creation
    ) {
        // Without a request for attestation the page gets none (§5.1.3, attestation conveyance `none`).
        let shown =
            creation.wantsAttestation
            ? object : AttestationObject(format: "none", statement: [:], authenticatorData: object.authenticatorData)
        let output = answer.extensions
        let wanted = creation.request.extensions
        self.init(
            id: text(answer.credentialID),
            response: Response(
                clientDataJSON: text(creation.ceremony.clientDataJSON),
                authenticatorData: text(object.authenticatorData), transports: ["hybrid", "internal"],
                publicKey: credential.publicKey.subjectPublicKeyInfo.map { text($0) },
                publicKeyAlgorithm: credential.publicKey.algorithm.rawValue, attestationObject: text(shown.encoded)),
            clientExtensionResults: PasskeyExtensionResults(
                credProps: creation.wantsCredentialProperties ? .init(rk: true) : nil,
                largeBlob: wanted?.largeBlob.map { _ in .init(supported: output?.supportsLargeBlob ?? false) },
                prf: wanted?.prf.map { _ in
                    .init(enabled: output?.supportsPRF ?? false, results: output?.prf.map(PasskeyPRFInput.init))
                }))
    }
}

extension PasskeyCredentialResponse<PasskeyAssertionResponse> {
    fileprivate init(_ answer: PasskeyAssertion, to assertion: PasskeyClient.Assertion) {
        let output = answer.extensions
        let wanted = assertion.extensions
        let hasSalts = wanted?.prf != nil || wanted?.prfByCredential != nil
        var results = PasskeyExtensionResults(
            largeBlob: wanted?.largeBlob.map { _ in
                .init(blob: output?.largeBlob?.read.map { text($0) }, written: output?.largeBlob?.written)
            },
            prf: assertion.wantsPRF ? .init(results: hasSalts ? output?.prf.map(PasskeyPRFInput.init) : nil) : nil)
        // §10.1.1, client extension processing, step 5: there are no U2F credentials.
        results.appid = assertion.wantsAppID ? false : nil
        self.init(
            id: text(answer.credentialID),
            response: Response(
                clientDataJSON: text(assertion.ceremony.clientDataJSON),
                authenticatorData: text(answer.authenticatorData), signature: text(answer.signature),
                userHandle: answer.userHandle.isEmpty ? nil : text(answer.userHandle)),
            clientExtensionResults: results)
    }
}

extension PasskeyPRFInput {
    fileprivate init(_ values: PRFValues) {
        self.init(first: text(values.first), second: values.second.map { text($0) })
    }
}

private func text(_ bytes: some DataProtocol) -> String {
    String(decoding: Base64URL.encode(bytes), as: UTF8.self)
}
