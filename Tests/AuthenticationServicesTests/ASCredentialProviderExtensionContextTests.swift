import AuthenticationServices
import Synchronization
import Testing

/// Keeps every answer, and lets the test say what the handler gets.
final class RecordingHost: ExtensionRequestHost {
    private let expired: [Bool]
    private let recorded = Mutex<[ExtensionAnswer]>([])

    /// - Parameter expired: what each handler is called with, one after the other; nothing for a host that lets go.
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
    @Test func `forwards every call, also a second one`() async {
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

    @Test func `forwards the same through the forms without await`() {
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
    func `passes on whether the time had expired`(expired: Bool) async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: [expired]))
        let awaited = await context.completeOneTimeCodeRequest(using: .init(code: "1"))
        #expect(awaited == expired)
        let handed = Mutex<[Bool]>([])
        context.completeRequest(withSelectedCredential: .init(user: "ann", password: "p")) { value in
            handed.withLock { $0.append(value) }
        }
        #expect(handed.withLock { $0 } == [expired])
    }

    @Test func `hands both calls to a handler, and the first to one who awaits`() async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: [false, true]))
        let handed = Mutex<[Bool]>([])
        context.completeRequest(withTextToInsert: "text") { value in handed.withLock { $0.append(value) } }
        #expect(handed.withLock { $0 } == [false, true])
        #expect(await context.completeRequest(withTextToInsert: "text") == false)
    }

    @Test func `does not leave one who awaits waiting for a host that lets go`() async {
        let context = ASCredentialProviderExtensionContext(host: RecordingHost(expired: []))
        #expect(await context.completeSavePasswordRequest() == true)
    }

    @Test func `hands over a copy of a passkey answer`() throws {
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

    @Test func `without a request answers into nothing, and leaves nobody waiting`() async {
        let context = ASCredentialProviderExtensionContext()
        context.cancelRequest(withError: ASExtensionError(.failed))
        #expect(await context.completeRequest(withTextToInsert: "text") == true)
    }
}
