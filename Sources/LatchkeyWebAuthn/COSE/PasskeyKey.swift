internal import Crypto
internal import CryptoExtras
internal import Foundation
package import LatchkeyCore

/// A key that signs for a credential.
package protocol SigningKey: Sendable {
    var publicKey: COSEKey { get }

    /// Returns a signature in the encoding of WebAuthn L3 §6.5.5.
    func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8]
}

/// The private key of a passkey, encoded as PKCS #8 (RFC 5958), which other programs exchange, too.
///
/// ``pkcs8`` holds the bytes in guarded memory. The signer is a second copy inside BoringSSL, in memory that is
/// neither locked nor guarded. BoringSSL overwrites it when the last reference is released. Our programs overwrite the
/// memory that swift-crypto frees while it reads and writes DER (decisions/0036).
package struct PasskeyKey: SigningKey {
    /// The key in DER; a key in an unusual encoding is encoded again.
    package let pkcs8: Secret
    package let publicKey: COSEKey
    private let signer: Signer

    private init(pkcs8: Secret, signer: Signer) throws(PasskeyKeyError) {
        self.pkcs8 = pkcs8
        self.signer = signer
        publicKey = try signer.publicKey
    }

    /// Generates a key.
    ///
    /// An RSA key has 2048 bits and takes 0.1 seconds or more.
    ///
    /// - Throws: ``PasskeyKeyError/unsupported(_:)`` for an algorithm that is not in ``COSEAlgorithm/supported``.
    package static func make(_ algorithm: COSEAlgorithm) throws(PasskeyKeyError) -> PasskeyKey {
        let signer: Signer
        switch algorithm {
        case .es256: signer = .p256(P256.Signing.PrivateKey())
        case .edDSA: signer = .ed25519(Curve25519.Signing.PrivateKey())
        case .rs256:
            guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .unreadable }
            signer = .rsa(key)
        default: throw .unsupported(algorithm)
        }
        return try PasskeyKey(pkcs8: signer.pkcs8, signer: signer)
    }

    /// Reads a key of Latchkey or of another program.
    ///
    /// - Throws: ``PasskeyKeyError/unsupportedKind``, ``PasskeyKeyError/unreadable``
    package init(pkcs8: Secret) throws(PasskeyKeyError) {
        let result = unsafe pkcs8.withBytes { bytes in
            Result { () throws(PasskeyKeyError) in try unsafe Signer.read(bytes) }
        }
        let (signer, isUsual) = try result.get()
        try self.init(pkcs8: isUsual ? pkcs8 : signer.pkcs8, signer: signer)
    }

    /// Signs a test message and verifies the signature.
    ///
    /// - Throws: ``PasskeyKeyError/unreadable`` if the private key does not match the public key.
    package func check() throws(PasskeyKeyError) {
        let message = Array("a message to try the key with".utf8)
        guard publicKey.verifies(try sign(message), over: message) else { throw .unreadable }
    }

    /// - Throws: ``PasskeyKeyError/unreadable``
    package func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8] { try signer.sign(message) }
}

/// A key of swift-crypto for one of ``COSEAlgorithm/supported``.
private enum Signer: Sendable {
    case p256(P256.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)

    /// Reads a key.
    ///
    /// `isUsual` says whether its encoding is PKCS #8 that every program reads.
    static func read(_ der: UnsafeRawBufferPointer) throws(PasskeyKeyError) -> (key: Signer, isUsual: Bool) {
        switch unsafe try PrivateKeyInfo(der: der) {
        case .p256(let key, let isWrapped):
            return (.p256(key), isWrapped && (try? unsafe P256.Signing.PrivateKey(derRepresentation: der)) != nil)
        case .ed25519(let key):
            return (.ed25519(key), unsafe der.starts(with: ed25519Prefix))
        case .rsa:
            guard let key = try? unsafe _RSA.Signing.PrivateKey(derRepresentation: der) else { throw .unreadable }
            return (.rsa(key), true)
        case nil:
            guard let key = try? unsafe _RSA.Signing.PrivateKey(derRepresentation: der) else { throw .unreadable }
            return (.rsa(key), false)
        }
    }

    var pkcs8: Secret {
        var bytes: Data
        switch self {
        case .p256(let key): bytes = key.derRepresentation
        case .ed25519(let key):
            // Not wiped: the key shares these bytes.
            let prefix = Secret(copying: Self.ed25519Prefix)
            return Secret(joining: [prefix, Secret(copying: key.rawRepresentation)])
        case .rsa(let key): bytes = key.pkcs8DERRepresentation
        }
        defer { unsafe bytes.withUnsafeMutableBytes { unsafe $0.wipe() } }
        return Secret(copying: bytes)
    }

    var publicKey: COSEKey {
        get throws(PasskeyKeyError) {
            switch self {
            case .p256(let key):
                let point = Array(key.publicKey.rawRepresentation)
                return .elliptic(.p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))
            case .ed25519(let key): return .edwards(.ed25519, x: Array(key.publicKey.rawRepresentation))
            case .rsa(let key):
                guard let numbers = try? key.publicKey.getKeyPrimitives() else { throw .unreadable }
                return .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
            }
        }
    }

    func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8] {
        do {
            switch self {
            case .p256(let key): return Array(try key.signature(for: message).derRepresentation)
            case .ed25519(let key): return Array(try key.signature(for: message))
            case .rsa(let key):
                let hash = SHA256.hash(data: message)
                return Array(try key.signature(for: hash, padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        } catch {
            throw .unreadable
        }
    }

    /// The DER of an Ed25519 private key before its 32 bytes (RFC 8410 §7).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
}

package enum PasskeyKeyError: Error, Hashable, Sendable {
    case unsupported(COSEAlgorithm)
    /// A private key of an algorithm or curve that is not in ``COSEAlgorithm/supported``.
    case unsupportedKind
    /// The bytes are not a private key, or the key cannot sign.
    case unreadable
}
