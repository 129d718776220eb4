private import Crypto
private import CryptoExtras
private import Foundation

extension COSEKey {
    /// Whether a signature over a message is of this key's other half (WebAuthn L3 §6.5.5).
    ///
    /// False, too, for a key that is no point of its curve, and for Ed448, which no library here can verify.
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
            // No point of the curve, or no signature in DER: it verifies nothing.
            return false
        }
    }
}
