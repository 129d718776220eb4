import Synchronization

/// A clock that moves only when the test moves it.
///
/// Sleeping tasks wake up when the clock reaches their times, in the order of these times. No call waits for real time.
public final class ManualClock: Sendable {
    private struct Sleeper {
        var id: UInt64
        var deadline: Double
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Double
        var lastID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    /// Makes a clock that shows this time, in seconds.
    public init(now: Double = 1_000) {
        state = Mutex(State(now: now))
    }

    /// The present time, in seconds.
    public var now: Double { state.withLock { $0.now } }

    /// Moves the clock forward, and wakes the tasks whose time has come.
    public func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until the clock shows at least this time, in seconds.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(until deadline: Double) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as Sleeper?
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits for a number of seconds from now.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(for seconds: Double) async throws {
        try await sleep(until: now + seconds)
    }

    /// Waits until at least this many tasks sleep, so that a test can then move the clock.
    public func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func add(_ sleeper: Sleeper) {
        enum Outcome { case asleep, due, cancelled }
        let (outcome, waiting) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(sleeper.id) != nil { return (.cancelled, []) }
            if sleeper.deadline <= state.now { return (.due, []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let waiting = state.waiting.filter { $0.count <= count }.map(\.continuation)
            state.waiting.removeAll { $0.count <= count }
            return (.asleep, waiting)
        }
        switch outcome {
        case .asleep: break
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
        for continuation in waiting { continuation.resume() }
    }
}
