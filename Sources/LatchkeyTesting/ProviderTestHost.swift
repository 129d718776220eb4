public import AuthenticationServices
internal import Dispatch
internal import LatchkeySheet
internal import Synchronization

/// Calls entry methods of a provider as the system does, each on a new controller, and returns the answers.
///
/// ```swift
/// let host = ProviderTestHost { MyProvider() }
/// let answer = try await host.answer { $0.prepareCredentialList(for: []) }
/// #expect(answer == .cancelled(.userCanceled))
/// ```
///
/// The user's actions follow in the same closure: `{ $0.prepareCredentialList(for: []); $0.cancel() }`.
@MainActor
public struct ProviderTestHost<Provider: ASCredentialProviderViewController> {
    private let makeController: @MainActor () -> Provider
    private let patience: Duration

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - patience: The provider's time limit; long by default, so that a slow computer causes no failures.
    ///   - makeController: Makes a new controller for each request.
    public init(patience: Duration = .seconds(10), _ makeController: @escaping @MainActor () -> Provider) {
        self.makeController = makeController
        self.patience = patience
    }

    /// Calls an entry method, and waits for the answer and its completion handler, which gets `false`.
    ///
    /// The view is loaded before the entry method, as in the system.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the controller appears, and disappears after the answer; the system does this for the
    ///     entry methods that prepare an interface or a list.
    ///   - entry: Calls the entry method, and acts for the user.
    /// - Throws: ``ProviderTestError`` if the provider does not answer in time, or answers twice before that.
    public func answer(
        isPresented: Bool = false, to entry: @MainActor (Provider) -> Void
    ) async throws -> ProviderAnswer {
        let (controller, recorder) = makeRequest()
        let screen = SheetHost(root: controller, cancelTitle: "Cancel", output: { _ in }, cancelled: {})
        entry(controller)
        if isPresented { screen.appear() }
        let answers = await recorder.answers(within: patience)
        screen.disappear()
        guard let first = answers.first else { throw ProviderTestError.noAnswer(after: patience) }
        guard answers.count == 1 else { throw ProviderTestError.answeredAgain(answers) }
        return first
    }

    /// Calls an entry method without an answer, and returns its controller.
    ///
    /// - Throws: ``ProviderTestError`` if the provider answers.
    @discardableResult
    public func report(_ entry: @MainActor (Provider) -> Void) throws -> Provider {
        let (controller, recorder) = makeRequest()
        entry(controller)
        let answers = recorder.answers
        guard answers.isEmpty else { throw ProviderTestError.answeredReport(answers) }
        return controller
    }

    private func makeRequest() -> (Provider, AnswerRecorder) {
        let recorder = AnswerRecorder()
        let controller = makeController()
        controller.attach(ASCredentialProviderExtensionContext(host: recorder))
        controller.loadViewIfNeeded()
        return (controller, recorder)
    }
}

/// A violation of the rules for answers.
public enum ProviderTestError: Error, Equatable {
    /// The provider did not answer within this time.
    case noAnswer(after: Duration)
    /// The provider answered more than once; all its answers.
    case answeredAgain([ProviderAnswer])
    /// The provider answered a report, which has no answer.
    case answeredReport([ProviderAnswer])
}

/// Records the answers of one request, and signals when the first one's handler has returned.
private final class AnswerRecorder: ExtensionRequestHost {
    private let given = Mutex<[ExtensionAnswer]>([])
    private let settled: AsyncStream<Void>
    private let settle: AsyncStream<Void>.Continuation

    init() {
        (settled, settle) = AsyncStream.makeStream()
    }

    var answers: [ProviderAnswer] {
        given.withLock { $0.map { ProviderAnswer($0) } }
    }

    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let isFirst = given.withLock { given in
            given.append(answer)
            return given.count == 1
        }
        DispatchQueue.global(qos: .background).async { [settle] in
            completionHandler?(!isFirst)
            if isFirst { settle.finish() }
        }
    }

    /// Waits for the first answer, at most for this time; returns all answers.
    func answers(within patience: Duration) async -> [ProviderAnswer] {
        await withTaskGroup { group in
            group.addTask { [settled] in
                for await _ in settled {}
            }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        return answers
    }
}
