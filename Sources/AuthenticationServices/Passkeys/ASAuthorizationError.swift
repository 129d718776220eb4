public import Foundation

/// The domain of ``ASAuthorizationError``.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an authorization, or an app's report about one, failed.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration: the structure is thrown and caught,
/// `Code` is compared, and an `NSError` of the domain casts to it and back.
public struct ASAuthorizationError: CustomNSError, Hashable, Error {
    public enum Code: Int, Sendable {
        case unknown = 1000
        case canceled = 1001
        case invalidResponse = 1002
        case notHandled = 1003
        case failed = 1004
        case notInteractive = 1005
        case matchedExcludedCredential = 1006
        case credentialImport = 1007
        case credentialExport = 1008
        case preferSignInWithApple = 1009
        case deviceNotConfiguredForPasskeyCreation = 1010
    }

    public static var unknown: Code { .unknown }
    public static var canceled: Code { .canceled }
    public static var invalidResponse: Code { .invalidResponse }
    public static var notHandled: Code { .notHandled }
    public static var failed: Code { .failed }
    public static var notInteractive: Code { .notInteractive }
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
    public static var credentialImport: Code { .credentialImport }
    public static var credentialExport: Code { .credentialExport }
    public static var preferSignInWithApple: Code { .preferSignInWithApple }
    public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }

    public static var errorDomain: String { ASAuthorizationErrorDomain }

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

extension ASAuthorizationError.Code {
    /// Lets `catch ASAuthorizationError.unknown` catch errors of this code, thrown as the structure or as an `NSError`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASAuthorizationError)?.code == code
    }
}

// What makes `as? ASAuthorizationError` work for an `NSError`: on Linux the language has no other way to say it.
extension ASAuthorizationError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { underlying }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout ASAuthorizationError?) {
        result = ASAuthorizationError(source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout ASAuthorizationError?)
        -> Bool
    {
        result = ASAuthorizationError(source)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> ASAuthorizationError {
        source.flatMap(ASAuthorizationError.init) ?? ASAuthorizationError(.unknown)
    }
}
