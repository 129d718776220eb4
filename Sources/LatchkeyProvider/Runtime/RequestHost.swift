import AuthenticationServices
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// Receives the controller's answers; only the first counts, others are logged.
final class RequestHost: ExtensionRequestHost {
    private struct State {
        var answer: ProviderAnswer?
        var waiting: CheckedContinuation<ProviderAnswer, Never>?
        var completionHandler: (@Sendable (Bool) -> Void)?
    }

    private let state = Mutex(State())
    private let note: @Sendable (String) -> Void

    init(note: @escaping @Sendable (String) -> Void) {
        self.note = note
    }

    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let answer = ProviderAnswer(answer)
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<ProviderAnswer, Never>?) in
            guard state.answer == nil else { return (false, nil) }
            state.answer = answer
            state.completionHandler = completionHandler
            defer { state.waiting = nil }
            return (true, state.waiting)
        }
        guard isFirst else {
            note("a request was ended a second time; the first ending counts")
            return
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the first answer.
    func answer() async -> ProviderAnswer {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> ProviderAnswer? in
                if state.answer == nil { state.waiting = continuation }
                return state.answer
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The first answer; `nil` before there is one.
    var firstAnswer: ProviderAnswer? {
        state.withLock(\.answer)
    }

    /// Whether the provider set a completion handler for its answer.
    var hasCompletionHandler: Bool {
        state.withLock { $0.completionHandler != nil }
    }

    /// Calls the completion handler on a background thread, and returns when it has returned.
    func complete(expired: Bool) async {
        guard let handler = state.withLock({ $0.completionHandler }) else { return }
        // A thread of its own: the handler may take long, and may wait for the main thread.
        try? await BlockingCalls.runAlone { handler(expired) }
    }
}
