public import Foundation

/// The domain of ``ASCredentialIdentityStoreError``.
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// Why the identity store did not take a change; nothing of the change was made.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration: the structure is thrown and caught,
/// `Code` is compared, and an `NSError` of the domain casts to it and back.
public struct ASCredentialIdentityStoreError: CustomNSError, Hashable, Error {
    public enum Code: Int, Sendable {
        case internalError = 0
        case storeDisabled = 1
        case storeBusy = 2
    }

    public static var internalError: Code { .internalError }
    public static var storeDisabled: Code { .storeDisabled }
    public static var storeBusy: Code { .storeBusy }

    public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

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

extension ASCredentialIdentityStoreError.Code {
    /// Lets `catch ASCredentialIdentityStoreError.internalError` catch errors of this code, thrown as the structure or as an `NSError`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASCredentialIdentityStoreError)?.code == code
    }
}

// What makes `as? ASCredentialIdentityStoreError` work for an `NSError`: on Linux the language has no other way to say it.
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
