import Crypto
import CryptoExtras
import Foundation

/// Encrypts an export with a password as Bitwarden does.
enum BitwardenFile {
    static let password = "bench of the file"
    /// Bitwarden's default.
    private static let rounds = 600_000

    static func encrypt(_ plain: Data) throws -> Data {
        let salt = Data((0..<16).map { UInt8($0) }).base64EncodedString()
        let master = try KDF.Insecure.PBKDF2.deriveKey(
            from: Data(password.utf8), salt: Data(salt.utf8), using: .sha256, outputByteCount: 32,
            unsafeUncheckedRounds: rounds)
        func key(_ name: String) -> SymmetricKey {
            HKDF<SHA256>.expand(pseudoRandomKey: master, info: Data(name.utf8), outputByteCount: 32)
        }
        func sealed(_ data: Data) throws -> String {
            let vector = Data((0..<16).map { UInt8($0) })
            let ciphertext = try AES._CBC.encrypt(data, using: key("enc"), iv: AES._CBC.IV(ivBytes: vector))
            let code = Data(HMAC<SHA256>.authenticationCode(for: vector + ciphertext, using: key("mac")))
            return "2." + [vector, ciphertext, code].map { $0.base64EncodedString() }.joined(separator: "|")
        }
        return Data(
            """
            {"encrypted": true, "passwordProtected": true, "salt": "\(salt)", "kdfType": 0, "kdfIterations": \(rounds),
            "encKeyValidation_DO_NOT_EDIT": "\(try sealed(Data("a random text".utf8)))", "data": "\(try sealed(plain))"}
            """.utf8)
    }
}
