private import Crypto
private import CryptoExtras

extension COSEKey {
    /// The key as `getPublicKey()` gives it, in DER (RFC 5280 §4.1.2.7); nil for what no library here can write.
    ///
    /// WebAuthn L3 §5.2.1.1 asks for ES256, EdDSA and RS256 at least.
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

    /// All of an Ed25519 public key in DER but its 32 bytes (RFC 8410 §4).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
}
