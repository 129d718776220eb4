public import Crypto

/// The outputs of the pseudo-random function at sign-in: secrets of the relying party.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput: Sendable {
    public let first: SymmetricKey
    public let second: SymmetricKey?

    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.first = first
        self.second = second
    }
}
