internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// A private key in PKCS #8 (RFC 5958), or a bare elliptic-curve key (RFC 5915).
///
/// swift-crypto does not check the curve, and refuses encodings that other programs write: Ed25519 keys that include
/// the public key (version 2), and P-256 scalars without leading zeros or with an additional one.
enum PrivateKeyInfo {
    /// - Parameter isWrapped: Whether the encoding is PKCS #8.
    case p256(P256.Signing.PrivateKey, isWrapped: Bool)
    case ed25519(Curve25519.Signing.PrivateKey)
    /// An RSA key, which swift-crypto reads.
    case rsa

    /// `nil` for bytes of another structure.
    ///
    /// - Throws: ``PasskeyKeyError/unsupportedKind`` for a key of another algorithm or curve;
    ///   ``PasskeyKeyError/unreadable`` if a part is missing, or if the public key does not match the private key.
    init?(der: UnsafeRawBufferPointer) throws(PasskeyKeyError) {
        var rest = unsafe DERReader(der)
        guard var fields = unsafe rest.readIfPresent(.sequence), unsafe rest.bytes.isEmpty else { return nil }
        let whole = unsafe fields
        guard unsafe fields.readIfPresent(.integer) != nil else { return nil }
        guard var algorithm = unsafe fields.readIfPresent(.sequence) else {
            guard unsafe fields.readIfPresent(.octetString) != nil else { return nil }
            self = .p256(unsafe try Self.p256(whole, publicKey: nil), isWrapped: false)
            return
        }
        let name = unsafe try algorithm.read(.objectIdentifier)
        let key = unsafe try fields.read(.octetString)
        // Attributes do not affect the key.
        _ = unsafe fields.readIfPresent(.attributes)
        let publicKey = unsafe fields.readIfPresent(.publicKey)
        unsafe try fields.expectEnd()
        if unsafe name.equals(ObjectIdentifier.ed25519) {
            self = .ed25519(unsafe try Self.ed25519(key, publicKey))
        } else if unsafe name.equals(ObjectIdentifier.ellipticCurve) {
            guard unsafe try algorithm.read(.objectIdentifier).equals(ObjectIdentifier.p256) else {
                throw .unsupportedKind
            }
            var outer = unsafe key
            let inner = unsafe try outer.read(.sequence)
            unsafe try outer.expectEnd()
            self = .p256(unsafe try Self.p256(inner, publicKey: publicKey), isWrapped: true)
        } else if unsafe name.equals(ObjectIdentifier.rsa) {
            self = .rsa
        } else {
            throw .unsupportedKind
        }
    }

    private static func ed25519(
        _ key: DERReader, _ publicKey: DERReader?
    ) throws(PasskeyKeyError) -> Curve25519.Signing.PrivateKey {
        var key = unsafe key
        let seed = unsafe try key.read(.octetString)
        unsafe try key.expectEnd()
        guard let made = try? unsafe Curve25519.Signing.PrivateKey(rawRepresentation: seed.bytes) else {
            throw .unreadable
        }
        if let publicKey = unsafe publicKey {
            guard unsafe publicKey.isBitString(made.publicKey.rawRepresentation) else { throw .unreadable }
        }
        return made
    }

    /// Reads the fields of an elliptic-curve key (RFC 5915 §3).
    ///
    /// - Parameter outerPublicKey: The public key of the enclosing PKCS #8 structure.
    private static func p256(
        _ key: DERReader, publicKey outerPublicKey: DERReader?
    ) throws(PasskeyKeyError) -> P256.Signing.PrivateKey {
        var fields = unsafe key
        _ = unsafe try fields.read(.integer)
        let scalar = unsafe try fields.read(.octetString)
        if var curve = unsafe fields.readIfPresent(.parameters) {
            guard unsafe try curve.read(.objectIdentifier).equals(ObjectIdentifier.p256) else {
                throw .unsupportedKind
            }
        }
        var innerPublicKey: DERReader?
        if var tagged = unsafe fields.readIfPresent(.explicitPublicKey) {
            unsafe innerPublicKey = unsafe try tagged.read(.bitString)
        }
        unsafe try fields.expectEnd()
        var hasPublicKey = false
        if unsafe outerPublicKey != nil || innerPublicKey != nil { hasPublicKey = true }
        // A much shorter scalar is more likely truncated than one with that many leading zeros.
        let shortest = hasPublicKey ? 1 : scalarByteCount - 4
        let padded = unsafe try Self.padded(scalar.bytes, shortest: shortest)
        guard let made = try? unsafe padded.withBytes({ unsafe try P256.Signing.PrivateKey(rawRepresentation: $0) })
        else { throw .unreadable }
        if let written = unsafe outerPublicKey { unsafe try check(written, of: made) }
        if let written = unsafe innerPublicKey { unsafe try check(written, of: made) }
        return made
    }

    private static func check(_ written: DERReader, of key: P256.Signing.PrivateKey) throws(PasskeyKeyError) {
        guard
            unsafe written.isBitString(key.publicKey.x963Representation)
                || written.isBitString(key.publicKey.compressedRepresentation)
        else { throw .unreadable }
    }

    /// The scalar with 32 bytes.
    private static func padded(
        _ scalar: UnsafeRawBufferPointer, shortest: Int
    ) throws(PasskeyKeyError) -> Secret {
        let surplus = scalar.count - scalarByteCount
        if surplus > 0 {
            guard unsafe scalar.prefix(surplus).allSatisfy({ $0 == 0 }) else { throw .unreadable }
            return unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: scalar.suffix(scalarByteCount)))
        }
        guard scalar.count >= shortest else { throw .unreadable }
        let zeros = Secret(copying: [UInt8](repeating: 0, count: -surplus))
        return unsafe Secret(joining: [zeros, Secret(copying: scalar)])
    }

    private static let scalarByteCount = 32

    private enum ObjectIdentifier {
        static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
        static let ellipticCurve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    }
}

/// Reads DER elements in order (X.690) without copying the bytes, which are secret.
@unsafe
private struct DERReader {
    /// The bytes that were not read yet.
    private(set) var bytes: UnsafeRawBufferPointer

    enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case octetString = 0x04
        case objectIdentifier = 0x06
        case sequence = 0x30
        /// In PKCS #8.
        case attributes = 0xA0
        /// In PKCS #8.
        case publicKey = 0x81
        /// In an elliptic-curve key.
        case explicitPublicKey = 0xA1

        /// In an elliptic-curve key, where 0xA0 is the tag of the parameters.
        static let parameters = attributes
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
    }

    /// Reads the contents of the next element.
    ///
    /// - Throws: ``PasskeyKeyError/unreadable`` if it has another tag or exceeds the remaining bytes.
    mutating func read(_ tag: Tag) throws(PasskeyKeyError) -> DERReader {
        guard unsafe bytes.count >= 2, unsafe bytes[0] == tag.rawValue else { throw .unreadable }
        var (start, length) = (2, Int(unsafe bytes[1]))
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...3).contains(count), unsafe bytes.count >= 2 + count else { throw .unreadable }
            length = unsafe bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        guard unsafe length <= bytes.count - start else { throw .unreadable }
        let contents = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
        unsafe bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[(start + length)...])
        return unsafe DERReader(contents)
    }

    /// Reads the contents of the next element; `nil` if there is none or if it has another tag.
    mutating func readIfPresent(_ tag: Tag) -> DERReader? {
        unsafe try? read(tag)
    }

    func expectEnd() throws(PasskeyKeyError) {
        guard unsafe bytes.isEmpty else { throw .unreadable }
    }

    func equals(_ other: [UInt8]) -> Bool { unsafe bytes.elementsEqual(other) }

    /// Whether the contents are a bit string with these bytes.
    func isBitString(_ other: Data) -> Bool { unsafe bytes.first == 0 && bytes.dropFirst().elementsEqual(other) }
}
