import AuthenticationServices
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// Takes what the controller completes or cancels with: the first counts, every other is only noted.
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

    /// Waits for the first ending.
    func answer() async -> ProviderAnswer {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> ProviderAnswer? in
                if state.answer == nil { state.waiting = continuation }
                return state.answer
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The first ending, where there is one already.
    var firstAnswer: ProviderAnswer? {
        state.withLock(\.answer)
    }

    /// Whether the provider has something to do after its answer.
    var hasCompletionHandler: Bool {
        state.withLock { $0.completionHandler != nil }
    }

    /// Calls the completion handler at background priority; returns when it has.
    func complete(expired: Bool) async {
        guard let handler = state.withLock({ $0.completionHandler }) else { return }
        // A thread of its own: the handler may take long, and may wait for the main thread.
        // A thread of its own: the handler may take long. It throws nothing, so that neither does this.
        try? await BlockingCalls.runAlone { handler(expired) }
    }
}
