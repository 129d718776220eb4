import AuthenticationServices
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyProvider

@Suite @MainActor struct `Provider runtime` {
    /// Records its calls in order, and answers as the test says.
    class RecordingController: ASCredentialProviderViewController {
        var calls: [String] = []
        var act: (RecordingController) -> Void = { _ in }

        override func viewDidLoad() { calls.append("viewDidLoad") }
        override func viewWillAppear(_ animated: Bool) { calls.append("viewWillAppear") }
        override func viewDidAppear(_ animated: Bool) { calls.append("viewDidAppear") }
        override func viewWillDisappear(_ animated: Bool) { calls.append("viewWillDisappear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("viewDidDisappear") }

        override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
            calls.append("provide \(credentialRequest.credentialIdentity.user)")
            act(self)
        }

        override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
            calls.append("list \(serviceIdentifiers.map(\.identifier))")
            act(self)
        }

        override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
            calls.append("save \(savePasswordRequest.credential.user) \(savePasswordRequest.event.rawValue)")
            act(self)
        }

        override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
            calls.append("unused \(userName) at \(domain)")
            act(self)
        }

        override func sheetDidReceive(_ event: SheetEvent) { act(self) }
    }

    /// A provider's process in memory, connected with an agent.
    @MainActor final class TestProcess {
        let agent: Peer
        let controller: RecordingController
        let sheets = AsyncStream<Sheet>.makeStream()
        let finished = AsyncStream<Void>.makeStream()
        private let running: [Task<Void, any Error>]

        init(
            _ controller: RecordingController = RecordingController(),
            act: @escaping (RecordingController) -> Void = { _ in }
        ) async {
            self.controller = controller
            let pair = ConnectionPair()
            var methods = MethodTable()
            let (sheets, finished) = (sheets.continuation, finished.continuation)
            methods.on(OpenSheet.self) { sheets.yield($0.sheet) }
            methods.on(FinishRequest.self) { _ in finished.finish() }
            let agent = Peer(connection: pair.left, methods: methods)
            self.agent = agent
            controller.act = act
            let runtime = ProviderRuntime(note: { _ in }) { [controller] in controller }
            let provider = Peer(connection: pair.right, methods: runtime.methods())
            runtime.connect(to: provider)
            running = [Task { try await agent.run() }, Task { try await provider.run() }]
        }

        func perform(_ request: ProviderRequest) async throws -> LatchkeyWire.ProviderAnswer {
            let provider = try ProviderIdentifier("org.example.provider")
            return try await agent.call(
                PerformRequest.self,
                PerformRequest.Parameters(
                    provider: provider, request: request, context: RequestContext(program: "test")))
        }
    }

    nonisolated static let alice = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")

    @Test func `loads the view before the entry method, and shows no sheet without an interface`() async throws {
        let process = await TestProcess { controller in
            controller.extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "alice", password: "p"))
        }
        let answer = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        #expect(answer == .password(user: "alice", password: "p"))
        #expect(process.controller.calls == ["viewDidLoad", "provide alice"])
    }

    @Test func `shows the sheet after the entry method, and removes it after the answer`() async throws {
        let process = await TestProcess { controller in
            if controller.sheet == nil {
                controller.sheet = Sheet(
                    title: "Logins", elements: [Sheet.Element("go", .button(Sheet.Button(title: "Go")))])
            } else {
                controller.extensionContext.completeRequest(
                    withSelectedCredential: ASPasswordCredential(user: "alice", password: "p"))
            }
        }
        async let answer = process.perform(
            .prepareCredentialList([ServiceIdentifier(type: .domain, identifier: "m.example.com")]))
        var sheets = process.sheets.stream.makeAsyncIterator()
        let sheet = try #require(await sheets.next())
        #expect(sheet.title == "Logins")
        #expect(sheet.cancelTitle != nil)
        try await process.agent.notify(
            SheetHappening.self, SheetHappening.Parameters(id: 1, event: SheetEvent("go", .pressed)))
        #expect(try await answer == .password(user: "alice", password: "p"))
        #expect(
            process.controller.calls == [
                "viewDidLoad", "list [\"m.example.com\"]", "viewWillAppear", "viewDidAppear", "viewWillDisappear",
                "viewDidDisappear",
            ])
    }

    @Test func `cancelling a sheet without a cancel button ends the request`() async throws {
        let process = await TestProcess { $0.sheet = Sheet(title: "Logins") }
        async let answer = process.perform(.prepareCredentialList([]))
        var sheets = process.sheets.stream.makeAsyncIterator()
        _ = await sheets.next()
        for _ in 0..<2 {
            try await process.agent.notify(
                SheetHappening.self, SheetHappening.Parameters(id: 1, event: SheetEvent(nil, .cancelled)))
        }
        #expect(try await answer == .cancelled(domain: "ASExtensionErrorDomain", code: 1))
    }

    @Test(arguments: [17, nil])
    func `answers with a code's remaining validity if the provider gives it`(seconds: Int?) async throws {
        let process = await TestProcess { controller in
            let code = ASOneTimeCodeCredential(code: "123456")
            if let seconds {
                controller.extensionContext.completeOneTimeCodeRequest(using: code, expiresIn: seconds)
            } else {
                controller.extensionContext.completeOneTimeCodeRequest(using: code, completionHandler: nil)
            }
        }
        var identity = Self.alice
        identity.kind = .code
        let answer = try await process.perform(.provideWithoutUserInteraction(identity))
        #expect(answer == .oneTimeCode("123456", expiresIn: seconds))
    }

    @Test func `the first of two answers counts`() async throws {
        let process = await TestProcess { controller in
            controller.extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
            controller.extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "alice", password: "p"))
        }
        let answer = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        #expect(answer == .cancelled(domain: "ASExtensionErrorDomain", code: 100))
    }

    @Test func `an error of another domain keeps its domain`() async throws {
        let process = await TestProcess {
            $0.extensionContext.cancelRequest(withError: NSError(domain: "PassExtension", code: 0))
        }
        let answer = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        #expect(answer == .cancelled(domain: "PassExtension", code: 0))
    }

    @Test func `an error keeps its failure reason and recovery suggestion`() async throws {
        let process = await TestProcess {
            $0.extensionContext.cancelRequest(
                withError: ASExtensionError(
                    .failed,
                    userInfo: [
                        NSLocalizedFailureReasonErrorKey: "the disk is full",
                        NSLocalizedRecoverySuggestionErrorKey: "make room",
                    ]))
        }
        let answer = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        #expect(
            answer
                == .cancelled(
                    domain: "ASExtensionErrorDomain", code: 0,
                    explanation: ProviderExplanation(reason: "the disk is full", suggestion: "make room")))
    }

    @Test(arguments: [
        ([NSLocalizedDescriptionKey: "the store is busy"], "the store is busy"),
        ([ASExtensionLocalizedFailureReasonErrorKey: "no key"], "no key"),
        (
            [
                NSLocalizedDescriptionKey: "The operation failed.",
                ASExtensionLocalizedFailureReasonErrorKey: "no key\u{1B}[31m",
            ], "no key [31m"
        ),
        (
            [
                NSLocalizedDescriptionKey: "The operation failed.",
                NSLocalizedFailureReasonErrorKey: "the disk is full",
                ASExtensionLocalizedFailureReasonErrorKey: "no key",
            ], "the disk is full"
        ),
        // A blank text explains nothing.
        ([NSLocalizedFailureReasonErrorKey: " ", NSLocalizedDescriptionKey: "the store is busy"], "the store is busy"),
    ])
    func `an error without a failure reason is explained by its other texts`(
        texts: [String: String], reason: String
    ) async throws {
        let process = await TestProcess {
            $0.extensionContext.cancelRequest(withError: ASExtensionError(.failed, userInfo: texts))
        }
        let answer = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        #expect(
            answer
                == .cancelled(
                    domain: "ASExtensionErrorDomain", code: 0, explanation: ProviderExplanation(reason: reason)))
    }

    @Test func `notifies the agent after the completion handler has returned`() async throws {
        let expired = Mutex<[Bool]>([])
        let process = await TestProcess { controller in
            controller.extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "alice", password: "p")
            ) { value in expired.withLock { $0.append(value) } }
        }
        _ = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        for await _ in process.finished.stream {}
        #expect(expired.withLock { $0 } == [false])
    }

    @Test func `calls the completion handler again when its time has expired`() async throws {
        let calls = AsyncStream<Bool>.makeStream()
        let process = await TestProcess { controller in
            controller.extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "alice", password: "p")
            ) { calls.continuation.yield($0) }
        }
        _ = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        try await process.agent.notify(ExpireRequest.self, Empty())
        var iterator = calls.stream.makeAsyncIterator()
        var seen: [Bool] = []
        while seen.count < 2, let call = await iterator.next() { seen.append(call) }
        #expect(seen.sorted { !$0 && $1 } == [false, true])
    }

    @Test func `a process answers one request only`() async throws {
        let process = await TestProcess { controller in
            controller.extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "alice", password: "p"))
        }
        _ = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        await #expect(throws: RemoteError(.notPermitted, "this process has been asked already")) {
            _ = try await process.perform(.provideWithoutUserInteraction(Self.alice))
        }
    }

    @Test func `passes a save with its event, and a report without an answer`() async throws {
        let process = await TestProcess { $0.extensionContext.completeSavePasswordRequest() }
        let save = SavePasswordRequest(
            serviceIdentifier: Self.alice.serviceIdentifier, user: "alice", password: "new", sessionID: "s",
            event: .generatedPasswordFilled)
        #expect(try await process.perform(.saveWithoutUserInteraction(save)) == .passwordSaved)
        #expect(process.controller.calls.last == "save alice 2")

        let other = await TestProcess()
        let report = CredentialReport.unusedPasswordCredential(domain: "example.com", user: "alice")
        #expect(try await other.perform(.report(report)) == .reported)
        #expect(other.controller.calls.last == "unused alice at example.com")
    }

    @Test func `distinguishes a report that the provider rejected from a received one`() async throws {
        let process = await TestProcess { $0.extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
        let report = CredentialReport.unusedPasswordCredential(domain: "example.com", user: "alice")
        #expect(
            try await process.perform(.report(report)) == .cancelled(domain: "ASExtensionErrorDomain", code: 0))
    }

    @Test func `rejects a passkey identity in a password request`() async throws {
        let process = await TestProcess()
        let passkey = CredentialIdentity(
            kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"),
            user: "alice", credentialID: [1], userHandle: [2])
        let answer = try await process.perform(.provideWithoutUserInteraction(passkey))
        #expect(answer == .cancelled(domain: "ASExtensionErrorDomain", code: 0))
    }
}
