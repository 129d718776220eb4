public import Crypto

/// The outputs of a passkey's pseudo-random function at sign-in (WebAuthn L3 §10.1.4).
///
/// They are secrets of the relying party, for example keys for encryption in the browser.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput: Sendable {
    /// The output for the first salt, 32 bytes.
    public let first: SymmetricKey
    /// The output for the second salt, 32 bytes; `nil` if there was no second salt.
    public let second: SymmetricKey?

    /// Makes the outputs for one or two salts.
    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.first = first
        self.second = second
    }
}
