import Crypto
import Foundation
import LatchkeyCore
import LatchkeyWebAuthn
import Testing

@Suite("WebAuthn test vectors") struct VectorTests {
    @Test func `loads all 15 ceremonies of the WebAuthn vectors`() {
        #expect(Vectors.ceremonies.count == 15)
    }

    @Test(arguments: Vectors.ceremonies)
    func `writes the client data of the WebAuthn vectors`(vector: Vector) throws {
        try check(try vector.registered("clientDataJSON"), .create, challenge: try vector.registered("challenge"))
        try check(try vector.authenticated("clientDataJSON"), .get, challenge: try vector.authenticated("challenge"))
    }

    private func check(_ json: [UInt8], _ type: ClientData.Ceremony, challenge: [UInt8]) throws {
        let members = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        let made = ClientData(
            type: type, challenge: challenge, origin: try #require(members["origin"] as? String),
            isCrossOrigin: members["crossOrigin"] as? Bool == true, topOrigin: members["topOrigin"] as? String)
        let more = (members["extraData"] as? String).map { [(name: "extraData", value: $0)] } ?? []
        #expect(made.json(adding: more) == String(decoding: json, as: UTF8.self))
    }

    @Test(arguments: Vectors.ceremonies)
    func `decodes and encodes the authenticator data of the WebAuthn vectors`(vector: Vector) throws {
        let bytes = try vector.registered("attestationObject")
        let object = try AttestationObject(bytes)
        #expect(object.encoded == bytes)
        let data = try AuthenticatorData(object.authenticatorData)
        #expect(data.encoded == object.authenticatorData)
        #expect(data.credential?.id == (try vector.registered("credential_id")))
        #expect(data.relyingPartyHash == Authenticator.hash(Vectors.all.relyingParty))
        let used = try vector.authenticated("authenticatorData")
        #expect(try AuthenticatorData(used).encoded == used)
    }

    @Test(arguments: Vectors.ceremonies.filter { $0.id.hasPrefix("none-") || $0.id.hasPrefix("packed-self-") })
    func `creates the attestation objects of the WebAuthn vectors`(vector: Vector) throws {
        let key = try DeterministicKey(scalar: try vector.registered("credential_private_key"))
        let wanted = try vector.registered("attestationObject")
        let flags = try AuthenticatorData(try AttestationObject(wanted).authenticatorData).flags
        let made = try Authenticator.makeCredential(
            Authenticator.Credential(
                id: try vector.registered("credential_id"), key: key,
                relyingPartyIdentifier: Vectors.all.relyingParty),
            aaguid: try vector.registered("aaguid"),
            clientDataHash: Array(SHA256.hash(data: try vector.registered("clientDataJSON"))), flags: flags,
            attestation: vector.id.hasPrefix("none-") ? .none : .packed)
        #expect(made.encoded == wanted)
    }

    @Test(arguments: Vectors.ceremonies.filter(\.signsDeterministically))
    func `creates the assertions of the WebAuthn vectors`(vector: Vector) throws {
        let key: any SigningKey
        if vector.id == "packed-eddsa" {
            let raw = try Curve25519.Signing.PrivateKey(rawRepresentation: try vector.registered("private_key"))
            key = try PasskeyKey(pkcs8: Secret(copying: Ed25519.prefix + raw.rawRepresentation))
        } else {
            key = try DeterministicKey(scalar: try vector.registered("credential_private_key"))
        }
        let wanted = try vector.authenticated("authenticatorData")
        let made = try Authenticator.getAssertion(
            Authenticator.Credential(
                id: try vector.registered("credential_id"), key: key,
                relyingPartyIdentifier: Vectors.all.relyingParty),
            clientDataHash: Array(SHA256.hash(data: try vector.authenticated("clientDataJSON"))),
            flags: try AuthenticatorData(wanted).flags)
        #expect(made.authenticatorData == wanted)
        #expect(made.signature == (try vector.authenticated("signature")))
    }

    @Test(arguments: Vectors.ceremonies)
    func `verifies the signatures of the WebAuthn vectors only for their messages`(vector: Vector) throws {
        let object = try AttestationObject(try vector.registered("attestationObject"))
        let key = try #require(try AuthenticatorData(object.authenticatorData).credential).publicKey
        var message = try vector.authenticated("authenticatorData")
        message += SHA256.hash(data: try vector.authenticated("clientDataJSON"))
        let signature = try vector.authenticated("signature")
        let verifies: ([UInt8]) throws -> Bool = { message in
            guard case .edwards(.ed448, let x) = key else { return key.verifies(signature, over: message) }
            #expect(!key.verifies(signature, over: message), "swift-crypto does not support Ed448")
            return try Gcrypt.verifiesEd448(signature, over: message, key: x)
        }
        #expect(try verifies(message))
        message[40] ^= 1
        #expect(try !verifies(message))
    }

    @Test(arguments: Vectors.ceremonies)
    func `verifies the self attestations of the WebAuthn vectors`(vector: Vector) throws {
        let object = try AttestationObject(try vector.registered("attestationObject"))
        let key = try #require(try AuthenticatorData(object.authenticatorData).credential).publicKey
        let hash = Array(SHA256.hash(data: try vector.registered("clientDataJSON")))
        let isOwn = vector.id.hasPrefix("none-") || vector.id.hasPrefix("packed-self-")
        #expect(object.isValid(for: key, clientDataHash: hash) == (isOwn ? true : nil))
        if vector.id.hasPrefix("packed-self-") {
            #expect(object.isValid(for: key, clientDataHash: hash.reversed()) == false)
        }
    }

    @Test func `derives the PRF results of the WebAuthn vectors`() throws {
        let value: (String) throws -> [UInt8] = { name in
            try #require(Vectors.all.prf[name].flatMap { [UInt8](hex: $0) })
        }
        let secret = Secret(copying: try value("authenticator_cred_random"))
        for (input, salt, result) in [
            ("eval_first", "salt1", "results_first"), ("eval_second", "salt2", "results_second"),
        ] {
            let hashed = PseudoRandomFunction.salt(for: try value(input))
            #expect(hashed == (try value(salt)))
            #expect(PseudoRandomFunction.result(for: hashed, secret: secret) == Secret(copying: try value(result)))
        }
    }
}

extension Vector {
    /// Whether the vector has a private key whose signatures are deterministic.
    fileprivate var signsDeterministically: Bool {
        id.hasSuffix("es256") || id.hasPrefix("none-es256") || id == "packed-eddsa"
    }
}

/// The DER of an Ed25519 private key before its 32 bytes (RFC 8410 §7).
enum Ed25519 {
    static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
}
