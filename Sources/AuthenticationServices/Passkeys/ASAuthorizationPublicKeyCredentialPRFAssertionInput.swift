public import Foundation

/// The inputs of the pseudo-random function at sign-in.
///
/// WebAuthn L3 §10.1.4.
///
/// A provider receives each salt already hashed, 32 bytes: SHA-256 of `WebAuthn PRF`, a zero byte and the relying
/// party's input. It passes the salt to the HMAC of `hmac-secret` as it is. Apple's reference does not say whether salts
/// are hashed.
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput: Sendable {
    public struct InputValues: Sendable {
        public let saltInput1: Data
        public let saltInput2: Data?

        public init(saltInput1: Data, saltInput2: Data? = nil) {
            self.saltInput1 = saltInput1
            self.saltInput2 = saltInput2
        }

        public static func saltInput1(_ saltInput1: Data, saltInput2: Data? = nil) -> InputValues {
            InputValues(saltInput1: saltInput1, saltInput2: saltInput2)
        }
    }

    public let inputValues: InputValues?
    /// Inputs that go before `inputValues` for single credentials, by credential ID.
    public let perCredentialInputValues: [Data: InputValues]?

    init(inputValues: InputValues?, perCredentialInputValues: [Data: InputValues]?) {
        self.inputValues = inputValues
        self.perCredentialInputValues = perCredentialInputValues
    }

    public static func inputValues(
        _ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil
    ) -> Self {
        Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
    }

    /// Makes inputs for single credentials only; the request needs an allow list then.
    public static func perCredentialInputValues(_ perCredentialInputValues: [Data: InputValues]) -> Self {
        Self(inputValues: nil, perCredentialInputValues: perCredentialInputValues)
    }
}
