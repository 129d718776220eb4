public import AuthenticationServices
internal import Dispatch
internal import LatchkeySheet
internal import Synchronization

/// Runs entry methods of a provider as the system does, each on a controller of its own, and returns the answers.
///
/// ```swift
/// let host = ProviderTestHost { MyProvider() }
/// let answer = try await host.answer { $0.prepareCredentialList(for: []) }
/// #expect(answer == .cancelled(.userCanceled))
/// ```
///
/// What a person does follows in the same closure: `{ $0.prepareCredentialList(for: []); $0.cancel() }`.
@MainActor
public struct ProviderTestHost<Provider: ASCredentialProviderViewController> {
    private let makeController: @MainActor () -> Provider
    private let patience: Duration

    /// Makes a host.
    ///
    /// - Parameter patience: how long a provider may take, generous so that a slow machine does not fail it.
    public init(patience: Duration = .seconds(10), _ makeController: @escaping @MainActor () -> Provider) {
        self.makeController = makeController
        self.patience = patience
    }

    /// Runs an entry method and waits for the answer and for its completion handler, which gets `false`.
    ///
    /// The view is loaded before the entry method, as the system does it.
    ///
    /// - Parameter isPresented: whether the controller then appears, and disappears after the answer, as it does for
    ///   the entry methods that prepare an interface or a list.
    /// - Throws: ``ProviderTestError`` where the provider does not answer in time, or answers more than once by then.
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

    /// Runs an entry method that has no answer, and returns its controller.
    ///
    /// - Throws: ``ProviderTestError`` where the provider answers nevertheless.
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

/// How a provider failed the system, whatever it answered.
public enum ProviderTestError: Error, Equatable {
    case noAnswer(after: Duration)
    case answeredAgain([ProviderAnswer])
    case answeredReport([ProviderAnswer])
}

/// Takes the answers of one request and says when the first is dealt with.
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

    /// Waits for the first answer; returns without one when the time is up.
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
