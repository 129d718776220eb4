private import Crypto
private import Foundation
package import LatchkeyCore

/// The `prf` extension: a secret of the passkey's own turns what a site gives into keys that only it can have
/// (WebAuthn L3 §10.1.4).
package enum PseudoRandomFunction {
    /// The bytes of a salt and of a result.
    package static let length = 32

    /// What becomes of a site's input before it reaches the authenticator, so that a site cannot have what a program of the
    /// computer's own asks the same authenticator for.
    package static func salt(for input: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + Array(input)))
    }

    /// The result for a salt (CTAP 2.2 §12.7, "hmac-secret").
    ///
    /// - Parameter secret: The passkey's own, 32 random bytes made with it.
    package static func result(for salt: [UInt8], secret: Secret) -> Secret {
        let key = unsafe secret.withBytes { unsafe SymmetricKey(data: $0) }
        let code = HMAC<SHA256>.authenticationCode(for: salt, using: key)
        return unsafe code.withUnsafeBytes { unsafe Secret(copying: $0) }
    }
}
