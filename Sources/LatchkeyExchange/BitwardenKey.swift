import Crypto
import CryptoExtras
import Foundation
import LatchkeySecret
import LatchkeyVault

/// The two keys that a password gives for an export of Bitwarden's.
///
/// The password is stretched by PBKDF2-HMAC-SHA256 or Argon2id, and what comes out is expanded by HKDF (RFC 5869 §2.3) once
/// for encrypting and once for authenticating.
package struct BitwardenKey {
    /// How much work a file may ask for before it is refused.
    package struct WorkLimit: Sendable {
        let pbkdf2Rounds: Int64
        let argon2MemoryKiB: UInt32

        /// What Bitwarden lets a person choose: two million rounds; for Argon2id, what the vault itself allows.
        package static let standard = WorkLimit(
            pbkdf2Rounds: 2_000_000, argon2MemoryKiB: Argon2Cost.memoryLimitKiB)

        package init(pbkdf2Rounds: Int64, argon2MemoryKiB: UInt32) {
            self.pbkdf2Rounds = pbkdf2Rounds
            self.argon2MemoryKiB = argon2MemoryKiB
        }
    }

    private static let saltByteLimit = 1024

    private let encrypting: SymmetricKey
    private let authenticating: SymmetricKey

    /// Derives the keys with what the file says about them.
    ///
    /// - Throws: ``ExchangeError/keyDerivationRefused`` before any work, for parameters that are missing or out of bounds.
    init(_ password: Secret, parameters: [String: JSONValue], limit: WorkLimit) throws {
        // The salt is the text as it stands, and not what its Base64 says.
        guard let salt = parameters["salt"]?.string.map({ Array($0.utf8) }),
            (1...Self.saltByteLimit).contains(salt.count),
            let rounds = parameters["kdfIterations"]?.integer, rounds > 0
        else { throw ExchangeError.keyDerivationRefused }
        let master: SymmetricKey
        switch parameters["kdfType"]?.integer {
        case 0: master = try Self.pbkdf2(password, salt, rounds: rounds, limit: limit)
        case 1: master = try Self.argon2id(password, salt, passes: rounds, parameters, limit: limit)
        default: throw ExchangeError.keyDerivationRefused
        }
        encrypting = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("enc".utf8), outputByteCount: 32)
        authenticating = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Array("mac".utf8), outputByteCount: 32)
    }

    private static func pbkdf2(
        _ password: Secret, _ salt: [UInt8], rounds: Int64, limit: WorkLimit
    ) throws -> SymmetricKey {
        guard rounds <= limit.pbkdf2Rounds, let rounds = Int(exactly: rounds) else {
            throw ExchangeError.keyDerivationRefused
        }
        // Old exports have fewer rounds than one would choose today.
        return try unsafe password.withBytes { bytes in
            try unsafe KDF.Insecure.PBKDF2.deriveKey(
                from: bytes, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: rounds)
        }
    }

    private static func argon2id(
        _ password: Secret, _ salt: [UInt8], passes: Int64, _ parameters: [String: JSONValue], limit: WorkLimit
    ) throws -> SymmetricKey {
        guard let passes = UInt32(exactly: passes),
            let mebibytes = parameters["kdfMemory"]?.integer, mebibytes > 0,
            mebibytes <= Int64(limit.argon2MemoryKiB / 1024), let memory = UInt32(exactly: mebibytes * 1024),
            let lanes = parameters["kdfParallelism"]?.integer.flatMap(UInt32.init(exactly:)),
            let cost = try? Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        else { throw ExchangeError.keyDerivationRefused }
        let key = try cost.derive(from: password, salt: Array(SHA256.hash(data: salt)))
        return unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
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
