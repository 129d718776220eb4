internal import Dispatch
internal import Foundation
internal import Synchronization

/// Ends a provider's request with a credential, another result or an error.
///
/// The process around the provider receives every call. It uses the first one and ignores the others.
///
/// A completion handler is called with `false` when the host has the answer. It is called a second time, with `true`,
/// if it still runs after the host's time limit; the process may then end at any time. Only the handler of
/// ``completeRequest(withSelectedCredential:completionHandler:)`` runs on the main thread.
open class ASCredentialProviderExtensionContext: NSExtensionContext {
    private let host: any ExtensionRequestHost

    package init(host: any ExtensionRequestHost) {
        self.host = host
        super.init()
    }

    /// Makes a context without a request, for tests of a provider.
    ///
    /// An answer has no effect except a warning on standard error. Its completion handler is called with `true`.
    public override init() {
        self.host = NoRequestHost()
        super.init()
    }

    /// Ends the request with a user name and password.
    ///
    /// - Parameter completionHandler: Called on the main thread, with whether the provider's time has expired.
    open func completeRequest(
        withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)? = nil
    ) {
        // As in Apple's module, the handler is not `@Sendable` and there is no async form. Existing apps call this
        // method in async functions without `await`.
        guard let completionHandler else {
            return host.requestDidEnd(with: .password(credential), completionHandler: nil)
        }
        // Safe: it is called on the main thread only. In Swift 6 a closure that a controller makes is isolated to the
        // main actor, although its type does not say so, and traps on any other thread.
        nonisolated(unsafe) let handler = completionHandler
        host.requestDidEnd(with: .password(credential)) { expired in
            if Thread.isMainThread {
                unsafe handler(expired)
            } else {
                DispatchQueue.main.sync { unsafe handler(expired) }
            }
        }
    }

    /// Ends the request with a passkey's signature (WebAuthn L3 §6.3.3).
    ///
    /// The credential is copied, so later changes to it have no effect.
    ///
    /// - Parameter completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeAssertionRequest(
        using credential: ASPasskeyAssertionCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .assertion(credential), completionHandler: completionHandler)
    }

    /// Ends the request with a passkey's signature, and waits until the host has it.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeAssertionRequest(using credential: ASPasskeyAssertionCredential) async -> Bool {
        await end(with: .assertion(credential))
    }

    /// Ends the request with a new passkey (WebAuthn L3 §6.3.2).
    ///
    /// The credential is copied, so later changes to it have no effect.
    ///
    /// - Parameter completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeRegistrationRequest(
        using credential: ASPasskeyRegistrationCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .registration(credential), completionHandler: completionHandler)
    }

    /// Ends the request with a new passkey, and waits until the host has it.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeRegistrationRequest(using credential: ASPasskeyRegistrationCredential) async -> Bool {
        await end(with: .registration(credential))
    }

    /// Ends the request with a one-time code.
    ///
    /// - Parameter completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .oneTimeCode(credential), completionHandler: completionHandler)
    }

    /// Ends the request with a one-time code, and waits until the host has it.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
        await end(with: .oneTimeCode(credential))
    }

    /// Ends the request with text that the user chose to insert.
    ///
    /// It answers ``ASCredentialProviderViewController/prepareInterfaceForUserChoosingTextToInsert()``.
    ///
    /// - Parameter completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeRequest(
        withTextToInsert text: String, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .text(text), completionHandler: completionHandler)
    }

    /// Ends the request with text to insert, and waits until the host has it.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeRequest(withTextToInsert text: String) async -> Bool {
        await end(with: .text(text))
    }

    /// Ends a save request after the provider has saved the password.
    ///
    /// The provider itself adds the new identity to ``ASCredentialIdentityStore``.
    ///
    /// - Parameter completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeSavePasswordRequest(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        host.requestDidEnd(with: .passwordSaved, completionHandler: completionHandler)
    }

    /// Ends a save request, and waits until the host knows.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeSavePasswordRequest() async -> Bool {
        await end(with: .passwordSaved)
    }

    /// Ends a generate request with new passwords.
    ///
    /// - Parameters:
    ///   - results: The passwords, in the provider's order of preference.
    ///   - completionHandler: Called on a background thread, with whether the provider's time has expired.
    @preconcurrency
    open func completeGeneratePasswordRequest(
        results: [ASGeneratedPassword], completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .generatedPasswords(results), completionHandler: completionHandler)
    }

    /// Ends a generate request with new passwords, and waits until the host has them.
    ///
    /// - Returns: Whether the provider's time has expired; also `true` if the host never replies.
    @discardableResult
    open func completeGeneratePasswordRequest(results: [ASGeneratedPassword]) async -> Bool {
        await end(with: .generatedPasswords(results))
    }

    /// Ends the configuration that ``ASCredentialProviderViewController/prepareInterfaceForExtensionConfiguration()``
    /// began.
    open func completeExtensionConfigurationRequest() {
        host.requestDidEnd(with: .configured, completionHandler: nil)
    }

    /// Ends the request without a credential.
    ///
    /// - Parameter error: An ``ASExtensionError``. An error of any other domain counts as `failed`. For a failure, the
    ///   agent shows the user its localized failure reason and recovery suggestion.
    open override func cancelRequest(withError error: any Error) {
        host.requestDidEnd(with: .cancelled(error), completionHandler: nil)
    }

    /// Unavailable on Apple's class as well.
    @available(*, unavailable, message: "a credential provider answers with a credential")
    open override func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}

    /// Forwards an answer and waits for the first call of the host's handler.
    private func end(with answer: ExtensionAnswer) async -> Bool {
        await withCheckedContinuation { continuation in
            let reply = Reply(continuation)
            host.requestDidEnd(with: answer) { reply.resume(returning: $0) }
        }
    }
}

extension ExtensionAnswer {
    // Copies, since the caller can still change both credentials.
    fileprivate static func assertion(_ credential: ASPasskeyAssertionCredential) -> Self {
        .passkeyAssertion(credential.copy() as? ASPasskeyAssertionCredential ?? credential)
    }

    fileprivate static func registration(_ credential: ASPasskeyRegistrationCredential) -> Self {
        .passkeyRegistration(credential.copy() as? ASPasskeyRegistrationCredential ?? credential)
    }
}

/// A continuation that is resumed exactly once: by the handler's first call, or when the host releases the handler.
private final class Reply: Sendable {
    private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = Mutex(continuation)
    }

    func resume(returning expired: Bool) {
        let waiting = continuation.withLock { held in
            defer { held = nil }
            return held
        }
        waiting?.resume(returning: expired)
    }

    deinit {
        resume(returning: true)
    }
}
