internal import Dispatch
internal import Foundation
internal import Synchronization

/// Where a provider ends its request: with a credential, with nothing to give, or with an error.
///
/// Every call is forwarded to the process around the provider, which takes the first and ignores the others.
/// A completion handler runs off the main queue once the answer is captured, with `false`; where it takes too long it
/// is called again with `true`, and the process may end.
open class ASCredentialProviderExtensionContext: NSExtensionContext {
    private let host: any ExtensionRequestHost

    package init(host: any ExtensionRequestHost) {
        self.host = host
        super.init()
    }

    /// Makes a context without a request, whose answers go nowhere: what tests of a provider subclass.
    public override init() {
        self.host = NoRequestHost()
        super.init()
    }

    // Apple's handler is not `@Sendable` here, and there is no async form: two shipped apps call it in async functions
    // without `await`.
    open func completeRequest(
        withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)? = nil
    ) {
        guard let completionHandler else {
            return host.requestDidEnd(with: .password(credential), completionHandler: nil)
        }
        // Sendable: it is called on the main thread only, where providers form it. In Swift 6 a closure that is formed
        // in a controller belongs to the main actor without its type saying so, and would trap anywhere else.
        nonisolated(unsafe) let handler = completionHandler
        host.requestDidEnd(with: .password(credential)) { expired in
            if Thread.isMainThread {
                unsafe handler(expired)
            } else {
                DispatchQueue.main.sync { unsafe handler(expired) }
            }
        }
    }

    @preconcurrency
    open func completeAssertionRequest(
        using credential: ASPasskeyAssertionCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .assertion(credential), completionHandler: completionHandler)
    }

    @discardableResult
    open func completeAssertionRequest(using credential: ASPasskeyAssertionCredential) async -> Bool {
        await end(with: .assertion(credential))
    }

    @preconcurrency
    open func completeRegistrationRequest(
        using credential: ASPasskeyRegistrationCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .registration(credential), completionHandler: completionHandler)
    }

    @discardableResult
    open func completeRegistrationRequest(using credential: ASPasskeyRegistrationCredential) async -> Bool {
        await end(with: .registration(credential))
    }

    @preconcurrency
    open func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .oneTimeCode(credential), completionHandler: completionHandler)
    }

    @discardableResult
    open func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
        await end(with: .oneTimeCode(credential))
    }

    @preconcurrency
    open func completeRequest(
        withTextToInsert text: String, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .text(text), completionHandler: completionHandler)
    }

    @discardableResult
    open func completeRequest(withTextToInsert text: String) async -> Bool {
        await end(with: .text(text))
    }

    /// Ends a save; the provider itself writes the identity store.
    @preconcurrency
    open func completeSavePasswordRequest(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        host.requestDidEnd(with: .passwordSaved, completionHandler: completionHandler)
    }

    @discardableResult
    open func completeSavePasswordRequest() async -> Bool {
        await end(with: .passwordSaved)
    }

    /// Ends a generation with passwords in order of preference.
    @preconcurrency
    open func completeGeneratePasswordRequest(
        results: [ASGeneratedPassword], completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        host.requestDidEnd(with: .generatedPasswords(results), completionHandler: completionHandler)
    }

    @discardableResult
    open func completeGeneratePasswordRequest(results: [ASGeneratedPassword]) async -> Bool {
        await end(with: .generatedPasswords(results))
    }

    open func completeExtensionConfigurationRequest() {
        host.requestDidEnd(with: .configured, completionHandler: nil)
    }

    /// Ends the request without a credential; an error of a foreign domain counts as a failure.
    open override func cancelRequest(withError error: any Error) {
        host.requestDidEnd(with: .cancelled(error), completionHandler: nil)
    }

    @available(*, unavailable, message: "a credential provider answers with a credential")
    open override func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}

    /// Forwards an answer and waits for the host's first word on it.
    private func end(with answer: ExtensionAnswer) async -> Bool {
        await withCheckedContinuation { continuation in
            let reply = Reply(continuation)
            host.requestDidEnd(with: answer) { reply.resume(returning: $0) }
        }
    }
}

extension ExtensionAnswer {
    // Copies: both credentials can be changed after they were handed over.
    fileprivate static func assertion(_ credential: ASPasskeyAssertionCredential) -> Self {
        .passkeyAssertion(credential.copy() as? ASPasskeyAssertionCredential ?? credential)
    }

    fileprivate static func registration(_ credential: ASPasskeyRegistrationCredential) -> Self {
        .passkeyRegistration(credential.copy() as? ASPasskeyRegistrationCredential ?? credential)
    }
}

/// A continuation that is resumed exactly once: by the host's first call, or when the host lets go of the handler.
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
