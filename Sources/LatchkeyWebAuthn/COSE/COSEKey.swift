private import Crypto
private import CryptoExtras
private import Foundation

/// A public key as in authenticator data (RFC 9052 §7, RFC 9053 §7).
package enum COSEKey: Hashable, Sendable {
    /// An ES256, ES384 or ES512 key; WebAuthn L3 §5.8.5 fixes the curve of each algorithm. Coordinates are
    /// uncompressed.
    case elliptic(Curve, x: [UInt8], y: [UInt8])
    case edwards(EdwardsCurve, x: [UInt8])
    /// An RS256 key: modulus and exponent in big-endian order without leading zeros (RFC 8230 §4).
    case rsa(modulus: [UInt8], exponent: [UInt8])

    package enum Curve: Int, Hashable, Sendable {
        case p256 = 1
        case p384 = 2
        case p521 = 3

        /// The length of a coordinate in bytes.
        package var width: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }

        var algorithm: COSEAlgorithm {
            switch self {
            case .p256: .es256
            case .p384: .es384
            case .p521: .es512
            }
        }
    }

    package enum EdwardsCurve: Int, Hashable, Sendable {
        case ed25519 = 6
        case ed448 = 7

        package var width: Int { self == .ed25519 ? 32 : 57 }
        var algorithm: COSEAlgorithm { self == .ed25519 ? .edDSA : .ed448 }
    }

    package var algorithm: COSEAlgorithm {
        switch self {
        case .elliptic(let curve, _, _): curve.algorithm
        case .edwards(let curve, _): curve.algorithm
        case .rsa: .rs256
        }
    }
}

/// The labels of a key's members (RFC 9052 §7.1, RFC 9053 §7.1 and §7.2, RFC 8230 §4).
private enum Label {
    static let keyType = 1
    static let algorithm = 3
    static let curve = -1
    static let x = -2
    static let y = -3
    static let modulus = -1
    static let exponent = -2
}

private enum KeyType {
    static let octetKeyPair = 1
    static let elliptic = 2
    static let rsa = 3
}

extension COSEKey {
    /// The longest accepted modulus in bytes: 8192 bits.
    private static let modulusLimit = 1024

    package var cbor: CBOR {
        let algorithm = CBOR(algorithm.rawValue)
        switch self {
        case .elliptic(let curve, let x, let y):
            return .map([
                CBOR(Label.keyType): CBOR(KeyType.elliptic), CBOR(Label.algorithm): algorithm,
                CBOR(Label.curve): CBOR(curve.rawValue), CBOR(Label.x): .bytes(x), CBOR(Label.y): .bytes(y),
            ])
        case .edwards(let curve, let x):
            return .map([
                CBOR(Label.keyType): CBOR(KeyType.octetKeyPair), CBOR(Label.algorithm): algorithm,
                CBOR(Label.curve): CBOR(curve.rawValue), CBOR(Label.x): .bytes(x),
            ])
        case .rsa(let modulus, let exponent):
            return .map([
                CBOR(Label.keyType): CBOR(KeyType.rsa), CBOR(Label.algorithm): algorithm,
                CBOR(Label.modulus): .bytes(modulus), CBOR(Label.exponent): .bytes(exponent),
            ])
        }
    }

    /// Reads a key, and refuses unknown members.
    ///
    /// - Throws: ``COSEKeyError``
    package init(_ cbor: CBOR) throws(COSEKeyError) {
        guard let members = cbor.map else { throw .notAMap }
        guard let algorithm = cbor[Label.algorithm]?.int.map(COSEAlgorithm.init) else { throw .missingAlgorithm }
        switch cbor[Label.keyType]?.int {
        case KeyType.elliptic:
            guard members.count == 5, let curve = cbor[Label.curve]?.int.flatMap(Curve.init),
                let x = cbor[Label.x]?.bytes, let y = cbor[Label.y]?.bytes, x.count == curve.width,
                y.count == curve.width
            else { throw .malformed }
            self = .elliptic(curve, x: x, y: y)
        case KeyType.octetKeyPair:
            guard members.count == 4, let curve = cbor[Label.curve]?.int.flatMap(EdwardsCurve.init),
                let x = cbor[Label.x]?.bytes, x.count == curve.width
            else { throw .malformed }
            self = .edwards(curve, x: x)
        case KeyType.rsa:
            guard members.count == 4, let modulus = cbor[Label.modulus]?.bytes,
                let exponent = cbor[Label.exponent]?.bytes,
                (256...Self.modulusLimit).contains(modulus.count), modulus[0] != 0, let last = exponent.last,
                last & 1 == 1,
                exponent[0] != 0, exponent.count <= 8
            else { throw .malformed }
            self = .rsa(modulus: modulus, exponent: exponent)
        default:
            throw .unknownKind
        }
        guard algorithm == self.algorithm else { throw .algorithmMismatch(algorithm) }
    }
}

extension COSEKey {
    /// Whether the private key of this public key made a signature over a message (WebAuthn L3 §6.5.5).
    ///
    /// `false` for Ed448, which swift-crypto does not support, and for a key that is not a point of its curve.
    package func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        switch self {
        case .elliptic(let curve, let x, let y):
            verifies(ecdsa: signature, over: message, curve: curve, point: [0x04] + x + y)
        case .edwards(.ed25519, let x):
            (try? Curve25519.Signing.PublicKey(rawRepresentation: x))?.isValidSignature(signature, for: message)
                ?? false
        case .edwards(.ed448, _):
            false
        case .rsa(let modulus, let exponent):
            (try? _RSA.Signing.PublicKey(n: modulus, e: exponent))?.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: Data(signature)), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5) ?? false
        }
    }

    private func verifies(ecdsa signature: [UInt8], over message: [UInt8], curve: Curve, point: [UInt8]) -> Bool {
        do {
            switch curve {
            case .p256:
                return try P256.Signing.PublicKey(x963Representation: point)
                    .isValidSignature(P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
            case .p384:
                return try P384.Signing.PublicKey(x963Representation: point)
                    .isValidSignature(P384.Signing.ECDSASignature(derRepresentation: signature), for: message)
            case .p521:
                return try P521.Signing.PublicKey(x963Representation: point)
                    .isValidSignature(P521.Signing.ECDSASignature(derRepresentation: signature), for: message)
            }
        } catch {
            // The key is not a point of the curve, or the signature is not DER.
            return false
        }
    }
}

extension COSEKey {
    /// The DER SubjectPublicKeyInfo that `getPublicKey()` returns (RFC 5280 §4.1.2.7).
    ///
    /// `nil` for Ed448 and for invalid keys. WebAuthn L3 §5.2.1.1 requires ES256, EdDSA and RS256.
    package var subjectPublicKeyInfo: [UInt8]? {
        switch self {
        case .elliptic(.p256, let x, let y):
            (try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y)).map { Array($0.derRepresentation) }
        case .elliptic(.p384, let x, let y):
            (try? P384.Signing.PublicKey(x963Representation: [0x04] + x + y)).map { Array($0.derRepresentation) }
        case .elliptic(.p521, let x, let y):
            (try? P521.Signing.PublicKey(x963Representation: [0x04] + x + y)).map { Array($0.derRepresentation) }
        case .edwards(.ed25519, let x): Self.ed25519Prefix + x
        case .edwards(.ed448, _): nil
        case .rsa(let modulus, let exponent):
            (try? _RSA.Signing.PublicKey(n: modulus, e: exponent)).map { Array($0.derRepresentation) }
        }
    }

    /// The DER of an Ed25519 public key before its 32 bytes (RFC 8410 §4).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
}

/// Why CBOR is not a supported public key.
package enum COSEKeyError: Error, Hashable, Sendable {
    case notAMap
    case missingAlgorithm
    /// The key type is neither elliptic curve, octet key pair nor RSA.
    case unknownKind
    /// A member is missing, has the wrong length, or is unknown.
    case malformed
    /// The algorithm does not belong to the key's type and curve.
    case algorithmMismatch(COSEAlgorithm)
}
