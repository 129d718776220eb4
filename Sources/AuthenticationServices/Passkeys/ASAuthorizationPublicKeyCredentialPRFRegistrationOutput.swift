public import Crypto

/// Whether a new passkey has a pseudo-random function, and its first outputs (WebAuthn L3 §10.1.4).
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput: Sendable {
    /// The output for a passkey with the function, without evaluating it.
    public static var supported: Self { Self(isSupported: true, first: nil, second: nil) }
    /// The output for a passkey without the function.
    public static var unsupported: Self { Self(isSupported: false, first: nil, second: nil) }

    /// Whether the passkey has the function.
    public let isSupported: Bool
    /// The output for the first salt, 32 bytes; `nil` if it was not evaluated.
    public let first: SymmetricKey?
    /// The output for the second salt, 32 bytes; `nil` if there was no second salt.
    public let second: SymmetricKey?

    /// Makes the output for a passkey with the function, with the results for one or two salts.
    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.init(isSupported: true, first: first, second: second)
    }

    init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
        self.isSupported = isSupported
        self.first = first
        self.second = second
    }
}
