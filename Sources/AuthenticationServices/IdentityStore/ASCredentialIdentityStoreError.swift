public import Foundation

/// The domain of ``ASCredentialIdentityStoreError``.
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// The reason why the identity store did not make a change; the store is unchanged.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration. Code throws and catches the
/// structure, compares `Code`, and casts an `NSError` of the domain to the structure and back.
public struct ASCredentialIdentityStoreError: CustomNSError, Hashable, Error {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The store failed or cannot be reached.
        case internalError = 0
        /// The user has not enabled the provider.
        case storeDisabled = 1
        /// The store is in use; try again later.
        case storeBusy = 2
    }

    /// ``Code/internalError``, for `catch ASCredentialIdentityStoreError.internalError`.
    public static var internalError: Code { .internalError }
    /// ``Code/storeDisabled``, for `catch ASCredentialIdentityStoreError.storeDisabled`.
    public static var storeDisabled: Code { .storeDisabled }
    /// ``Code/storeBusy``, for `catch ASCredentialIdentityStoreError.storeBusy`.
    public static var storeBusy: Code { .storeBusy }

    /// ``ASCredentialIdentityStoreErrorDomain``.
    public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

    /// The reason; never `nil`, as an `NSError` with an unknown code does not convert to this type.
    public let code: Code
    private let underlying: NSError

    /// Makes an error with a reason and user information.
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

    /// The user information of the `NSError`, such as `NSUnderlyingErrorKey` with the cause of an `internalError`.
    public var userInfo: [String: Any] { underlying.userInfo }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { underlying.userInfo }
    public var localizedDescription: String { underlying.localizedDescription }
}

extension ASCredentialIdentityStoreError.Code {
    /// Makes `catch ASCredentialIdentityStoreError.storeBusy` match this code, as the structure or as an `NSError`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASCredentialIdentityStoreError)?.code == code
    }
}

// Required for `as? ASCredentialIdentityStoreError` on an `NSError`; Swift on Linux has no public protocol for it.
extension ASCredentialIdentityStoreError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { underlying }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout ASCredentialIdentityStoreError?) {
        result = ASCredentialIdentityStoreError(source)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout ASCredentialIdentityStoreError?
    ) -> Bool {
        result = ASCredentialIdentityStoreError(source)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> ASCredentialIdentityStoreError {
        source.flatMap(ASCredentialIdentityStoreError.init) ?? ASCredentialIdentityStoreError(.internalError)
    }
}
