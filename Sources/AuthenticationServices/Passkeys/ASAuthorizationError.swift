public import Foundation

/// The domain of ``ASAuthorizationError``.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// The reason why an authorization, or an app's report about a credential, failed.
///
/// It has the shape that Apple's compiler gives an Objective-C error enumeration. Code throws and catches the
/// structure, compares `Code`, and casts an `NSError` of the domain to the structure and back. On Linux the module
/// itself throws only `failed`; the other codes are there for source compatibility.
public struct ASAuthorizationError: CustomNSError, Hashable, Error {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknown = 1000
        /// The user cancelled.
        case canceled = 1001
        /// The response to the authorization could not be parsed.
        case invalidResponse = 1002
        /// No authenticator handled the request.
        case notHandled = 1003
        /// The request failed; on Linux also an invalid report, or a process that has no host.
        case failed = 1004
        /// The request needs an interface, and none may be shown.
        case notInteractive = 1005
        /// A registration excludes a passkey that exists already.
        case matchedExcludedCredential = 1006
        /// An import of credentials failed.
        case credentialImport = 1007
        /// An export of credentials failed.
        case credentialExport = 1008
        /// The user prefers to sign in with Apple; never on Linux.
        case preferSignInWithApple = 1009
        /// The device cannot create passkeys with its present settings.
        case deviceNotConfiguredForPasskeyCreation = 1010
    }

    /// ``Code/unknown``, for `catch ASAuthorizationError.unknown`.
    public static var unknown: Code { .unknown }
    /// ``Code/canceled``, for `catch ASAuthorizationError.canceled`.
    public static var canceled: Code { .canceled }
    /// ``Code/invalidResponse``, for `catch ASAuthorizationError.invalidResponse`.
    public static var invalidResponse: Code { .invalidResponse }
    /// ``Code/notHandled``, for `catch ASAuthorizationError.notHandled`.
    public static var notHandled: Code { .notHandled }
    /// ``Code/failed``, for `catch ASAuthorizationError.failed`.
    public static var failed: Code { .failed }
    /// ``Code/notInteractive``, for `catch ASAuthorizationError.notInteractive`.
    public static var notInteractive: Code { .notInteractive }
    /// ``Code/matchedExcludedCredential``, for `catch ASAuthorizationError.matchedExcludedCredential`.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
    /// ``Code/credentialImport``, for `catch ASAuthorizationError.credentialImport`.
    public static var credentialImport: Code { .credentialImport }
    /// ``Code/credentialExport``, for `catch ASAuthorizationError.credentialExport`.
    public static var credentialExport: Code { .credentialExport }
    /// ``Code/preferSignInWithApple``, for `catch ASAuthorizationError.preferSignInWithApple`.
    public static var preferSignInWithApple: Code { .preferSignInWithApple }
    /// ``Code/deviceNotConfiguredForPasskeyCreation``, for `catch` like the other codes.
    public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }

    /// ``ASAuthorizationErrorDomain``.
    public static var errorDomain: String { ASAuthorizationErrorDomain }

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

    /// The user information of the `NSError`; empty unless the error was made with some.
    public var userInfo: [String: Any] { underlying.userInfo }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { underlying.userInfo }
    public var localizedDescription: String { underlying.localizedDescription }
}

extension ASAuthorizationError.Code {
    /// Makes `catch ASAuthorizationError.failed` match this code, whether the structure or an `NSError` was thrown.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ASAuthorizationError)?.code == code
    }
}

// Required for `as? ASAuthorizationError` on an `NSError`; Swift on Linux has no public protocol for it.
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
