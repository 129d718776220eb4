public import Foundation

/// The domain of ``ASExtensionError``.
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// Why an extension ended a request without a credential.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration: the structure is thrown and caught,
/// `Code` is compared, and an `NSError` of the domain casts to it and back.
public struct ASExtensionError: CustomNSError, Hashable, Error {
    public enum Code: Int, Sendable {
        case failed = 0
        case userCanceled = 1
        case userInteractionRequired = 100
        case credentialIdentityNotFound = 101
        case matchedExcludedCredential = 102
    }

    public static var failed: Code { .failed }
    public static var userCanceled: Code { .userCanceled }
    public static var userInteractionRequired: Code { .userInteractionRequired }
    public static var credentialIdentityNotFound: Code { .credentialIdentityNotFound }
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }

    public static var errorDomain: String { ASExtensionErrorDomain }

    public let code: Code
    private let underlying: NSError

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.underlying = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Takes an error of this domain with a code that is known here, and no other.
    private init?(_ error: NSError) {
        guard error.domain == Self.errorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.code = code
        self.underlying = error
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.underlying.isEqual(other.underlying)
    }

    // By the code alone: Foundation cannot hash every value that user information may hold.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    public var userInfo: [String: Any] { underlying.userInfo }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { underlying.userInfo }
    public var localizedDescription: String { underlying.localizedDescription }
}

extension ASExtensionError.Code {
    /// Lets `catch ASExtensionError.failed` catch errors of this code, thrown as the structure or as an `NSError`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASExtensionError)?.code == code
    }
}

// What makes `as? ASExtensionError` work for an `NSError`: on Linux the language has no other way to say it.
extension ASExtensionError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { underlying }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout ASExtensionError?) {
        result = ASExtensionError(source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout ASExtensionError?) -> Bool {
        result = ASExtensionError(source)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> ASExtensionError {
        source.flatMap(ASExtensionError.init) ?? ASExtensionError(.failed)
    }
}

/// The key of a message for the person in the user information of an error that ends a request.
///
/// Apple documents it for another kind of extension; here a provider's message is shown with the failure.
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReasonErrorKey"
