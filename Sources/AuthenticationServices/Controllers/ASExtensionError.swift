public import Foundation

/// The domain of ``ASExtensionError``.
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// The reason why an extension ended a request without a credential.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration. Code throws and catches the
/// structure, compares `Code`, and casts an `NSError` of the domain to the structure and back.
public struct ASExtensionError: CustomNSError, Hashable, Error {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The provider failed, or declined without a more specific reason.
        case failed = 0
        /// The user cancelled.
        case userCanceled = 1
        /// The provider needs an interface; a request without one is repeated with it.
        case userInteractionRequired = 100
        /// The provider does not have the identity; the agent removes it from the identity store.
        case credentialIdentityNotFound = 101
        /// A registration excludes a passkey that the provider already has for the account.
        case matchedExcludedCredential = 102
    }

    /// ``Code/failed``, under the name that `ASExtensionError(.failed)` and `catch` use.
    public static var failed: Code { .failed }
    /// ``Code/userCanceled``, for `catch ASExtensionError.userCanceled`.
    public static var userCanceled: Code { .userCanceled }
    /// ``Code/userInteractionRequired``, for `catch ASExtensionError.userInteractionRequired`.
    public static var userInteractionRequired: Code { .userInteractionRequired }
    /// ``Code/credentialIdentityNotFound``, for `catch ASExtensionError.credentialIdentityNotFound`.
    public static var credentialIdentityNotFound: Code { .credentialIdentityNotFound }
    /// ``Code/matchedExcludedCredential``, for `catch ASExtensionError.matchedExcludedCredential`.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }

    /// ``ASExtensionErrorDomain``.
    public static var errorDomain: String { ASExtensionErrorDomain }

    /// The reason; never `nil`, as an `NSError` with an unknown code does not convert to this type.
    public let code: Code
    private let underlying: NSError

    /// Makes an error with a reason and user information, such as `NSLocalizedFailureReasonErrorKey`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.underlying = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Converts an `NSError` of this domain; `nil` for another domain or an unknown code.
    private init?(_ error: NSError) {
        guard error.domain == Self.errorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.code = code
        self.underlying = error
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.underlying.isEqual(other.underlying)
    }

    // The code only: Foundation cannot hash every value that user information may contain.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    /// The user information of the `NSError`; empty unless the error was made with some.
    public var userInfo: [String: Any] { underlying.userInfo }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { underlying.userInfo }
    public var localizedDescription: String { underlying.localizedDescription }
}

extension ASExtensionError.Code {
    /// Makes `catch ASExtensionError.failed` match this code, whether the structure or an `NSError` was thrown.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASExtensionError)?.code == code
    }
}

// Required for `as? ASExtensionError` on an `NSError`; Swift on Linux has no public protocol for it.
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

/// The user-information key of a message for the user, in an error that ends a request.
///
/// Apple documents it for another kind of extension. The agent on Linux shows it with the failure if the error has no
/// `NSLocalizedFailureReasonErrorKey`.
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReasonErrorKey"
