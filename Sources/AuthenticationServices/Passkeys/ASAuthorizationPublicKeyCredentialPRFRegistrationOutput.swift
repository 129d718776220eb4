public import Crypto

/// Whether a new passkey has a pseudo-random function, with its first outputs if inputs were given.
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput: Sendable {
    public static var supported: Self { Self(isSupported: true, first: nil, second: nil) }
    public static var unsupported: Self { Self(isSupported: false, first: nil, second: nil) }

    public let isSupported: Bool
    public let first: SymmetricKey?
    public let second: SymmetricKey?

    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.init(isSupported: true, first: first, second: second)
    }

    init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
        self.isSupported = isSupported
        self.first = first
        self.second = second
    }
}
