public import Foundation

/// The salts for a passkey's pseudo-random function at sign-in (WebAuthn L3 §10.1.4).
///
/// Each salt is already hashed and has 32 bytes: SHA-256 over `WebAuthn PRF`, a zero byte and the relying party's
/// input. The provider passes it unchanged to the HMAC of CTAP's `hmac-secret`. Apple's reference does not say whether
/// salts are hashed.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput: Sendable {
    /// One or two salts; each one gives one output.
    public struct InputValues: Sendable {
        /// The first salt, 32 bytes.
        public let saltInput1: Data
        /// The second salt, 32 bytes; `nil` if the relying party wants one output only.
        public let saltInput2: Data?

        /// Makes values from one or two hashed salts.
        public init(saltInput1: Data, saltInput2: Data? = nil) {
            self.saltInput1 = saltInput1
            self.saltInput2 = saltInput2
        }

        /// Makes values from one or two hashed salts, like the initializer.
        public static func saltInput1(_ saltInput1: Data, saltInput2: Data? = nil) -> InputValues {
            InputValues(saltInput1: saltInput1, saltInput2: saltInput2)
        }
    }

    /// The salts for a passkey without an entry in ``perCredentialInputValues``; `nil` if there are none.
    public let inputValues: InputValues?
    /// The salts by credential ID, used instead of ``inputValues``; `nil` if there are none.
    public let perCredentialInputValues: [Data: InputValues]?

    init(inputValues: InputValues?, perCredentialInputValues: [Data: InputValues]?) {
        self.inputValues = inputValues
        self.perCredentialInputValues = perCredentialInputValues
    }

    /// Makes an input with salts for any passkey, and optionally others by credential ID.
    public static func inputValues(
        _ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil
    ) -> Self {
        Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
    }

    /// Makes an input with salts by credential ID only.
    ///
    /// WebAuthn requires an allow list in such a request.
    public static func perCredentialInputValues(_ perCredentialInputValues: [Data: InputValues]) -> Self {
        Self(inputValues: nil, perCredentialInputValues: perCredentialInputValues)
    }
}
