private import Crypto
private import Foundation
package import LatchkeyCore

/// The `prf` extension: derives keys from a site's input and a secret of the passkey (WebAuthn L3 §10.1.4).
package enum PseudoRandomFunction {
    /// The length of a salt and of a result in bytes.
    package static let length = 32

    /// The salt for a site's input.
    ///
    /// Hashing with a prefix separates websites from local programs, which send salts to the authenticator directly.
    package static func salt(for input: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + Array(input)))
    }

    /// The result for a salt (CTAP 2.2 §12.7, "hmac-secret").
    ///
    /// - Parameter secret: The passkey's 32 random bytes.
    package static func result(for salt: [UInt8], secret: Secret) -> Secret {
        let key = unsafe secret.withBytes { unsafe SymmetricKey(data: $0) }
        let code = HMAC<SHA256>.authenticationCode(for: salt, using: key)
        return unsafe code.withUnsafeBytes { unsafe Secret(copying: $0) }
    }
}
