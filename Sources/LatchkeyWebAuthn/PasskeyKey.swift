internal import Crypto
internal import CryptoExtras
internal import Foundation
package import LatchkeySecret

/// What a credential signs with, wherever the key is.
package protocol SigningKey: Sendable {
    var publicKey: COSEKey { get }

    /// Signs as a relying party expects it (WebAuthn L3 §6.5.5).
    func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8]
}

/// The private half of a passkey, as PKCS #8 has it (RFC 5958): the form in which passkeys are exchanged, too.
package struct PasskeyKey: SigningKey {
    /// The key in DER.
    package let pkcs8: Secret
    package let publicKey: COSEKey

    private init(pkcs8: Secret, publicKey: COSEKey) {
        self.pkcs8 = pkcs8
        self.publicKey = publicKey
    }

    /// Makes a new key; RSA has 2048 bits, and takes a tenth of a second or more.
    ///
    /// - Throws: ``PasskeyKeyError/unsupported(_:)`` for what is not in ``COSEAlgorithm/supported``.
    package static func make(_ algorithm: COSEAlgorithm) throws(PasskeyKeyError) -> PasskeyKey {
        switch algorithm {
        case .es256: return PasskeyKey(P256.Signing.PrivateKey())
        case .edDSA: return PasskeyKey(Curve25519.Signing.PrivateKey())
        case .rs256:
            do {
                return try PasskeyKey(_RSA.Signing.PrivateKey(keySize: .bits2048))
            } catch {
                throw .unreadable
            }
        default: throw .unsupported(algorithm)
        }
    }

    /// Reads a key that was made here or elsewhere.
    ///
    /// - Throws: ``PasskeyKeyError/unreadable``
    package init(pkcs8: Secret) throws(PasskeyKeyError) {
        let bytes = pkcs8.revealData()
        if bytes.starts(with: Self.ed25519Prefix), bytes.count == Self.ed25519Prefix.count + 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes.dropFirst(Self.ed25519Prefix.count))
        {
            self.init(key)
        } else if let key = try? P256.Signing.PrivateKey(derRepresentation: bytes) {
            self.init(key)
        } else if let key = try? _RSA.Signing.PrivateKey(derRepresentation: bytes), let made = try? PasskeyKey(key) {
            self = made
        } else {
            throw .unreadable
        }
    }

    /// - Throws: ``PasskeyKeyError/unreadable``
    package func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8] {
        let bytes = pkcs8.revealData()
        do {
            switch publicKey.algorithm {
            case .es256:
                return Array(
                    try P256.Signing.PrivateKey(derRepresentation: bytes).signature(for: message).derRepresentation)
            case .edDSA:
                let raw = bytes.dropFirst(Self.ed25519Prefix.count)
                return Array(try Curve25519.Signing.PrivateKey(rawRepresentation: raw).signature(for: message))
            default:
                let key = try _RSA.Signing.PrivateKey(derRepresentation: bytes)
                let hash = SHA256.hash(data: message)
                return Array(try key.signature(for: hash, padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        } catch {
            throw .unreadable
        }
    }

    /// All of an Ed25519 key in DER but its 32 bytes (RFC 8410 §7).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
}

extension PasskeyKey {
    private init(_ key: P256.Signing.PrivateKey) {
        let point = Array(key.publicKey.rawRepresentation)
        self.init(
            pkcs8: Secret(copying: key.derRepresentation),
            publicKey: .elliptic(.p256, x: Array(point.prefix(32)), y: Array(point.suffix(32))))
    }

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.init(
            pkcs8: Secret(copying: Self.ed25519Prefix + key.rawRepresentation),
            publicKey: .edwards(.ed25519, x: Array(key.publicKey.rawRepresentation)))
    }

    private init(_ key: _RSA.Signing.PrivateKey) throws {
        let numbers = try key.publicKey.getKeyPrimitives()
        self.init(
            pkcs8: Secret(copying: key.pkcs8DERRepresentation),
            publicKey: .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent)))
    }
}

package enum PasskeyKeyError: Error, Hashable, Sendable {
    case unsupported(COSEAlgorithm)
    /// No key of a kind that we know, or one that nothing can be signed with.
    case unreadable
}
