private import Crypto

/// The authenticator's operations, except for user interaction: the provider verifies the user before it calls them.
package enum Authenticator {
    /// The AAGUID of Latchkey's vault, 3f9a963a-b164-4ce9-a7d0-0d1be1e42d66.
    ///
    /// It is the same for every user, so it does not identify a user.
    package static let aaguid: [UInt8] = [
        0x3F, 0x9A, 0x96, 0x3A, 0xB1, 0x64, 0x4C, 0xE9,
        0xA7, 0xD0, 0x0D, 0x1B, 0xE1, 0xE4, 0x2D, 0x66,
    ]

    /// A credential (WebAuthn L3 §4, "public key credential source").
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
    /// Returns the attestation object of a new credential (WebAuthn L3 §6.3.2, "authenticatorMakeCredential").
    ///
    /// The provider performs steps 1 to 6, which check the parameters and ask the user. Step 7, which generates the
    /// key and the identifier, has created `credential`.
    ///
    /// - Parameters:
    ///   - flags: User presence and verification, and the backup state of the credential.
    ///   - extensions: The authenticator extension outputs by identifier (step 8); `nil` for none.
    /// - Throws: ``PasskeyKeyError``
    package static func makeCredential(
        _ credential: Credential, aaguid: [UInt8] = aaguid, clientDataHash: [UInt8], flags: AuthenticatorData.Flags,
        attestation: Attestation = .none, extensions: CBOR? = nil
    ) throws(PasskeyKeyError) -> AttestationObject {
        // Steps 9 to 11. The counter is always 0: several machines can have copies of the credential.
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

    /// Returns an assertion of a credential (WebAuthn L3 §6.3.3, "authenticatorGetAssertion").
    ///
    /// The provider performs steps 1 to 7, which find the credential and ask the user.
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

    /// The SHA-256 of a relying party identifier.
    package static func hash(_ relyingPartyIdentifier: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(relyingPartyIdentifier.utf8)))
    }
}
