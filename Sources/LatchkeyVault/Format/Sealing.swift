package import Crypto
package import Foundation
import LatchkeyCore

/// AES-256-GCM with a random nonce before the ciphertext and the tag after it.
package enum Sealing {
    static let nonceByteCount = 12
    package static let tagByteCount = 16

    /// Encrypts bytes and authenticates them together with the associated data.
    package static func seal(_ bytes: some DataProtocol, with key: SymmetricKey, for associated: [UInt8]) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(bytes, using: key, authenticating: associated)
            var sealed: [UInt8] = []
            sealed.reserveCapacity(nonceByteCount + bytes.count + tagByteCount)
            sealed.append(contentsOf: box.nonce)
            sealed.append(contentsOf: box.ciphertext)
            sealed.append(contentsOf: box.tag)
            return sealed
        } catch {
            // Unreachable: sealing fails only for keys of a wrong length, and every key has 32 bytes.
            preconditionFailure("a key of the vault has a wrong length")
        }
    }

    /// Decrypts what ``seal(_:with:for:)`` returned; `nil` if a bit of it or of the associated data differs.
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
