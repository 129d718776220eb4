public import Foundation

/// A request to read or write the blob that is stored with a passkey (WebAuthn L3 §10.1.5).
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput: Sendable {
    /// Reads or writes the blob.
    public enum Operation: Sendable {
        /// Returns the stored blob.
        case read
        /// Stores these bytes, replacing an older blob.
        case write(Data)
    }

    /// Whether to read or to write.
    public var operation: Operation

    init(operation: Operation) {
        self.operation = operation
    }

    /// A request to read the blob.
    public static var read: Self { Self(operation: .read) }

    /// Makes a request to store these bytes.
    public static func write(_ data: Data) -> Self { Self(operation: .write(data)) }
}
