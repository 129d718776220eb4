private import Crypto

/// The authenticator's part of the ceremonies, without what asks the person: the provider has done that before.
package enum Authenticator {
    /// Which kind of authenticator Latchkey's vault is; the same for everybody, so that it tells nobody from anybody.
    ///
    /// 3f9a963a-b164-4ce9-a7d0-0d1be1e42d66
    package static let aaguid: [UInt8] = [
        0x3F, 0x9A, 0x96, 0x3A, 0xB1, 0x64, 0x4C, 0xE9,
        0xA7, 0xD0, 0x0D, 0x1B, 0xE1, 0xE4, 0x2D, 0x66,
    ]

    /// A credential that is made or used (WebAuthn L3 §4, public key credential source).
    package struct Credential: Sendable {
        package let id: [UInt8]
        package let key: any SigningKey
        package let relyingPartyIdentifier: String

        package init(id: [UInt8], key: some SigningKey, relyingPartyIdentifier: String) {
            self.id = id
            self.key = key
            self.relyingPartyIdentifier = relyingPartyIdentifier
        }
    }

    package enum Attestation: Hashable, Sendable {
        case none
        /// Self attestation in the format `packed`.
        case packed
    }

    package struct Assertion: Hashable, Sendable {
        package let authenticatorData: [UInt8]
        package let signature: [UInt8]
    }
}

extension Authenticator {
    /// Makes the answer for a new credential (WebAuthn L3 §6.3.2, "authenticatorMakeCredential").
    ///
    /// Steps 1 to 6, which check the parameters and ask the person, are the provider's; step 7, making the key and an
    /// identifier, has given `credential`.
    ///
    /// - Parameters:
    ///   - flags: What the person did, and whether the credential is backed up.
    ///   - extensions: The authenticator's outputs, by identifier; nil for none (step 8).
    /// - Throws: ``PasskeyKeyError``
    package static func makeCredential(
        _ credential: Credential, aaguid: [UInt8] = aaguid, clientDataHash: [UInt8], flags: AuthenticatorData.Flags,
        attestation: Attestation = .none, extensions: CBOR? = nil
    ) throws(PasskeyKeyError) -> AttestationObject {
        // Steps 9 and 10: the counter stays 0, since a credential that is on several machines has none. Step 11.
        let attested = AuthenticatorData.AttestedCredential(
            aaguid: aaguid, id: credential.id, publicKey: credential.key.publicKey)
        // Step 12.
        let data = AuthenticatorData(
            relyingPartyHash: hash(credential.relyingPartyIdentifier), flags: flags, credential: attested,
            extensions: extensions
        ).encoded
        // Steps 13 and 14.
        switch attestation {
        case .none:
            return .none(data)
        case .packed:
            let signature = try credential.key.sign(data + clientDataHash)
            return .packed(data, algorithm: credential.key.publicKey.algorithm, signature: signature)
        }
    }

    /// Signs in with a credential (WebAuthn L3 §6.3.3, "authenticatorGetAssertion").
    ///
    /// Steps 1 to 7, which find the credential and ask the person, are the provider's.
    ///
    /// - Throws: ``PasskeyKeyError``
    package static func getAssertion(
        _ credential: Credential, clientDataHash: [UInt8], flags: AuthenticatorData.Flags, extensions: CBOR? = nil
    ) throws(PasskeyKeyError) -> Assertion {
        // Steps 8 to 10.
        let data = AuthenticatorData(
            relyingPartyHash: hash(credential.relyingPartyIdentifier), flags: flags, extensions: extensions
        ).encoded
        // Steps 11 to 13.
        return Assertion(authenticatorData: data, signature: try credential.key.sign(data + clientDataHash))
    }

    /// SHA-256 of an identifier's bytes.
    package static func hash(_ relyingPartyIdentifier: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(relyingPartyIdentifier.utf8)))
    }
}
