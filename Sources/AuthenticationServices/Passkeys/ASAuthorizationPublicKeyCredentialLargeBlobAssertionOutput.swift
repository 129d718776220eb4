public import Foundation

/// The result of reading or writing a passkey's blob (WebAuthn L3 §10.1.5).
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput: Sendable {
    /// The result of the requested operation.
    public enum OperationResult: Sendable {
        /// The stored bytes; `nil` if none are stored.
        case read(data: Data?)
        /// Whether the bytes were stored.
        case write(success: Bool)
    }

    /// The result; of the same operation as the input's.
    public var result: OperationResult

    init(result: OperationResult) {
        self.result = result
    }

    /// Makes the result of a read; `nil` if no blob is stored.
    public static func read(data: Data?) -> Self { Self(result: .read(data: data)) }

    /// Makes the result of a write.
    public static func write(success: Bool) -> Self { Self(result: .write(success: success)) }
}
