public import Foundation

/// What came of a read or a write of a passkey's blob.
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput: Sendable {
    public enum OperationResult: Sendable {
        case read(data: Data?)
        case write(success: Bool)
    }

    public var result: OperationResult

    init(result: OperationResult) {
        self.result = result
    }

    public static func read(data: Data?) -> Self { Self(result: .read(data: data)) }

    public static func write(success: Bool) -> Self { Self(result: .write(success: success)) }
}
