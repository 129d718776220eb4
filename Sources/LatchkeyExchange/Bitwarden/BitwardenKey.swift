import Crypto
import CryptoExtras
import Foundation
import LatchkeyCore
import LatchkeyVault

/// The two keys of an encrypted Bitwarden export.
///
/// PBKDF2-HMAC-SHA256 or Argon2id derives a master key from the password. HKDF (RFC 5869 §2.3) expands it to an
/// encryption key and an authentication key.
package struct BitwardenKey {
    private let encrypting: SymmetricKey
    private let authenticating: SymmetricKey

    /// Derives the keys from the file's password.
    init(_ password: Secret, _ derivation: BitwardenKeyDerivation) throws {
        let master = try derivation.derive(from: password)
        encrypting = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("enc".utf8), outputByteCount: 32)
        authenticating = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("mac".utf8), outputByteCount: 32)
    }

    func isAuthentic(_ text: BitwardenCiphertext) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            text.code, authenticating: text.vector + text.ciphertext, using: authenticating)
    }

    /// Authenticates and then decrypts a ciphertext.
    ///
    /// - Throws: ``ExchangeError/damagedEncryption`` if it is not authentic, before any decryption.
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
