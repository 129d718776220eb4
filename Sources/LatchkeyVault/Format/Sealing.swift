import Crypto
import Foundation
import LatchkeyCore

/// AES-256-GCM as the vault uses it: a random nonce in front, the tag behind.
enum Sealing {
    static let nonceByteCount = 12
    static let tagByteCount = 16

    /// Seals bytes under a key and the data that they belong to.
    static func seal(_ bytes: some DataProtocol, with key: SymmetricKey, for associated: [UInt8]) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(bytes, using: key, authenticating: associated)
            var sealed: [UInt8] = []
            sealed.reserveCapacity(nonceByteCount + bytes.count + tagByteCount)
            sealed.append(contentsOf: box.nonce)
            sealed.append(contentsOf: box.ciphertext)
            sealed.append(contentsOf: box.tag)
            return sealed
        } catch {
            // Unreachable: sealing fails for keys of a wrong length alone, and ours all have 32 bytes.
            preconditionFailure("a key of the vault has a wrong length")
        }
    }

    /// Opens what ``seal(_:with:for:)`` wrote; nil if a single bit differs.
    static func open(_ sealed: some DataProtocol, with key: SymmetricKey, for associated: [UInt8]) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: associated)
    }
}

extension SymmetricKey {
    init(_ secret: Secret) {
        self = unsafe secret.withBytes { unsafe SymmetricKey(data: $0) }
    }
}

extension Secret {
    convenience init(_ key: SymmetricKey) {
        unsafe self.init(count: key.bitCount / 8) { target in
            unsafe key.withUnsafeBytes { unsafe target.copyBytes(from: $0) }
        }
    }
}
