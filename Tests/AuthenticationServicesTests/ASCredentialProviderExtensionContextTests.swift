import AuthenticationServices
import Synchronization
import Testing

/// Records all answers, and calls the handlers with the test's values.
final class RecordingHost: ExtensionRequestHost {
    private let expired: [Bool]
    private let recorded = Mutex<[ExtensionAnswer]>([])

    /// - Parameter expired: The values with which each handler is called; empty for a host that never calls it.
    init(expired: [Bool] = [false]) {
        self.expired = expired
    }

    var answers: [ExtensionAnswer] { recorded.withLock { $0 } }
    var texts: [String] { answers.map { "\($0)" } }

    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        recorded.withLock { $0.append(answer) }
        for value in expired { completionHandler?(value) }
    }
}

@Suite struct `Extension context` {
    @Test func `the context forwards every call to the host, including a second one`() async {
        let host = RecordingHost()
        let context = ASCredentialProviderExtensionContext(host: host)
        context.completeRequest(withSelectedCredential: ASPasswordCredential(user: "ann", password: "p"))
        await context.completeAssertionRequest(using: Samples.assertionCredential)
        await context.completeRegistrationRequest(using: Samples.registrationCredential)
        await context.completeOneTimeCodeRequest(using: .init(code: "1"))
        await context.completeRequest(withTextToInsert: "text")
        await context.completeSavePasswordRequest()
        await context.completeGeneratePasswordRequest(results: [.init(kind: .strong, value: "v")])
        context.completeExtensionConfigurationRequest()
        context.cancelRequest(withError: NSError(domain: "PassExtension", code: 3))
        #expect(
            host.texts == [
                "password", "passkey assertion", "passkey registration", "one-time code", "text", "password saved",
                "1 generated passwords", "configured", "cancelled: PassExtension 3",
            ])
    }

    @Test func `methods without await forward the same answers`() {
        let host = RecordingHost()
        let context = ASCredentialProviderExtensionContext(host: host)
        context.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: "ann", password: "p"), completionHandler: nil)
        context.completeAssertionRequest(using: Samples.assertionCredential)
        context.completeRegistrationRequest(using: Samples.registrationCredential)
        context.completeOneTimeCodeRequest(using: .init(code: "1"))
        context.completeRequest(withTextToInsert: "text")
        context.completeSavePasswordRequest()
        context.completeGeneratePasswordRequest(results: [])
        #expect(
            host.texts == [
                "password", "passkey assertion", "passkey registration", "one-time code", "text", "password saved",
                "0 generated passwords",
            ])
    }

    @Test(arguments: [false, true])
    func `completion handlers learn whether the time has expired`(expired: Bool) async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: [expired]))
        let awaited = await context.completeOneTimeCodeRequest(using: .init(code: "1"))
        #expect(awaited == expired)
        let handed = Mutex<[Bool]>([])
        context.completeRequest(withSelectedCredential: .init(user: "ann", password: "p")) { value in
            handed.withLock { $0.append(value) }
        }
        #expect(handed.withLock { $0 } == [expired])
    }

    @Test func `a handler gets both calls, an awaiting caller the first`() async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: [false, true]))
        let handed = Mutex<[Bool]>([])
        context.completeRequest(withTextToInsert: "text") { value in handed.withLock { $0.append(value) } }
        #expect(handed.withLock { $0 } == [false, true])
        #expect(await context.completeRequest(withTextToInsert: "text") == false)
    }

    @Test func `awaiting ends with true if the host never calls the handler`() async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: []))
        #expect(await context.completeSavePasswordRequest() == true)
    }

    @Test func `the host gets a copy of a passkey credential`() throws {
        let host = RecordingHost()
        let credential = Samples.assertionCredential
        ASCredentialProviderExtensionContext(host: host).completeAssertionRequest(using: credential)
        credential.extensionOutput = nil
        guard case .passkeyAssertion(let given) = host.answers.first else {
            Issue.record("no assertion")
            return
        }
        #expect(given.extensionOutput?.prf?.first == SymmetricKey(data: Data([7])))
    }

    @Test func `a context without a request ignores answers and returns`() async {
        let context = ASCredentialProviderExtensionContext()
        context.cancelRequest(withError: ASExtensionError(.failed))
        #expect(await context.completeRequest(withTextToInsert: "text") == true)
    }
}
