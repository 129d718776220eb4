/// A public key, as authenticator data carries it (RFC 9052 §7, RFC 9053 §7).
package enum COSEKey: Hashable, Sendable {
    /// ES256, ES384 or ES512, each over its own curve (WebAuthn L3 §5.8.5), with both coordinates.
    case elliptic(Curve, x: [UInt8], y: [UInt8])
    case edwards(EdwardsCurve, x: [UInt8])
    /// RS256: modulus and exponent, the most significant byte first and not zero (RFC 8230 §4).
    case rsa(modulus: [UInt8], exponent: [UInt8])

    package enum Curve: Int, Hashable, Sendable {
        case p256 = 1
        case p384 = 2
        case p521 = 3

        /// The bytes of a coordinate.
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
    /// The longest modulus that is read, in bytes: 8192 bits.
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

    /// Reads a key; a member that no key of its kind has makes it another kind of key, which is refused.
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
        guard algorithm == self.algorithm else { throw .algorithmOfAnotherKind(algorithm) }
    }
}

package enum COSEKeyError: Error, Hashable, Sendable {
    case notAMap
    case missingAlgorithm
    /// Neither elliptic, nor an octet key pair, nor RSA.
    case unknownKind
    /// A member is missing, of another length, or too many.
    case malformed
    /// The algorithm is none of this kind and curve.
    case algorithmOfAnotherKind(COSEAlgorithm)
}
