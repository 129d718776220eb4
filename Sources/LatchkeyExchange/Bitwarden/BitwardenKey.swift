import Crypto
import CryptoExtras
import Foundation
import LatchkeyCore
import LatchkeyVault

/// The two keys that a password gives for an export of Bitwarden's.
///
/// The password is stretched by PBKDF2-HMAC-SHA256 or Argon2id, and what comes out is expanded by HKDF (RFC 5869 §2.3) once
/// for encrypting and once for authenticating.
package struct BitwardenKey {
    private let encrypting: SymmetricKey
    private let authenticating: SymmetricKey

    /// Derives the keys with what the file says about them.
    init(_ password: Secret, _ work: BitwardenWork) throws {
        let master = try work.derive(from: password)
        encrypting = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("enc".utf8), outputByteCount: 32)
        authenticating = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("mac".utf8), outputByteCount: 32)
    }

    func isAuthentic(_ text: BitwardenCiphertext) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            text.code, authenticating: text.vector + text.ciphertext, using: authenticating)
    }

    /// Decrypts what is authentic.
    ///
    /// - Throws: ``ExchangeError/damagedEncryption`` otherwise, before the key has touched it.
    func decrypt(_ text: BitwardenCiphertext) throws -> [UInt8] {
        guard isAuthentic(text) else { throw ExchangeError.damagedEncryption }
        do {
            let vector = try AES._CBC.IV(ivBytes: text.vector)
            return Array(try AES._CBC.decrypt(text.ciphertext, using: encrypting, iv: vector))
        } catch {
            throw ExchangeError.damagedEncryption
        }
    }
}
