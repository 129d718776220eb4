public import Foundation

/// A read or a write of the blob that is kept with a passkey.
///
/// WebAuthn L3 §10.1.5.
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput: Sendable {
    public enum Operation: Sendable {
        case read
        case write(Data)
    }

    public var operation: Operation

    init(operation: Operation) {
        self.operation = operation
    }

    public static var read: Self { Self(operation: .read) }

    public static func write(_ data: Data) -> Self { Self(operation: .write(data)) }
}
