import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization

@testable import LatchkeyAgent

/// A provider process in memory that gives scripted answers over a real connection and the real protocol.
final class ScriptedProvider: ProviderProcess {
    let processIdentifier: Int32 = 4711
    let connection: any Connection
    let peer: Peer
    let wasKilled = Latch()
    let wasExpired = Latch()
    /// The process ends after this latch opens, like one whose last messages are still in transit; `nil` for at once.
    let endsAfter = Mutex<Latch?>(nil)
    private let ending = Latch()
    private let death = Mutex<ProviderDeath>(.signalled(9))
    private let running = Mutex<Task<Void, any Error>?>(nil)

    /// - Parameter answer: The result of the entry method; cancelled when the agent cancels the request.
    init(
        answer:
            @escaping @Sendable (PerformRequest.Parameters, ScriptedProvider) async throws ->
            LatchkeyWire.ProviderAnswer
    ) {
        let pair = ConnectionPair()
        connection = pair.left
        let own = Mutex<ScriptedProvider?>(nil)
        var methods = MethodTable()
        methods.on(PerformRequest.self) { parameters in
            guard let provider = own.withLock({ $0 }) else { throw WireError.connectionClosed }
            return try await answer(parameters, provider)
        }
        let events = Events()
        self.events = events
        methods.on(SheetHappening.self) { events.add($0.event) }
        let expired = wasExpired
        methods.on(ExpireRequest.self) { _ in expired.open() }
        peer = Peer(connection: pair.right, methods: methods)
        own.withLock { $0 = self }
        running.withLock { $0 = Task { [peer] in try await peer.run() } }
    }

    let events: Events

    func waitForEnd() async -> ProviderDeath {
        await ending.wait()
        return death.withLock { $0 }
    }

    func kill() async {
        wasKilled.open()
        await endsAfter.withLock(\.self)?.wait()
        await end(.signalled(9))
    }

    /// Exits.
    func end(_ how: ProviderDeath) async {
        death.withLock { if !ending.isOpen { $0 = how } }
        ending.open()
        await peer.close()
    }

    /// The received events of the user.
    final class Events: Sendable {
        private let stream = AsyncStream<SheetEvent>.makeStream()

        func add(_ event: SheetEvent) { stream.continuation.yield(event) }

        func next() async -> SheetEvent? {
            var iterator = stream.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }
}

/// A gate that opens once, and then lets all waiting tasks continue.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A clock that only a test advances.
final class TestClock: Sendable {
    private struct Sleeper {
        var id: Int
        var due: Double
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = 0.0
        var lastID = 0
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var clock: MonotonicClock {
        MonotonicClock(now: { self.state.withLock(\.now) }, sleep: { try await self.sleep($0) })
    }

    private func sleep(_ seconds: Double) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    state.sleepers.append(Sleeper(id: id, due: state.now + seconds, continuation: continuation))
                    return Self.satisfied(&state)
                }
                for watcher in watchers { watcher.resume() }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Waits until this number of tasks sleep.
    func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let enough = state.withLock { state in
                if state.sleepers.count < count { state.watchers.append((count, continuation)) }
                return state.sleepers.count >= count
            }
            if enough { continuation.resume() }
        }
    }

    /// Waits until a task sleeps for at most a second.
    func waitForFarewell() async {
        while !state.withLock({ state in state.sleepers.contains { $0.due < state.now + 1 } }) { await Task.yield() }
    }

    func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.due <= state.now }
            state.sleepers.removeAll { $0.due <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    private static func satisfied(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let done = state.watchers.filter { $0.count <= state.sleepers.count }.map(\.continuation)
        state.watchers.removeAll { $0.count <= state.sleepers.count }
        return done
    }
}

/// A screen that shows nothing and sends the events of a test.
actor ScriptedScreen: SheetScreen {
    private var continuation: AsyncStream<SheetEvent>.Continuation?
    private(set) var shown: Sheet?
    private(set) var frame: SheetFrame?
    private(set) var closings = 0
    private(set) var openings = 0
    private(set) var failure: String?
    nonisolated let opened = Latch()
    nonisolated let changed = Latch()

    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SheetEvent.self)
        self.continuation = continuation
        self.frame = frame
        shown = sheet
        openings += 1
        failure = nil
        opened.open()
        return stream
    }

    func change(_ difference: SheetDifference) async {
        shown = try? shown?.applying(difference)
        changed.open()
    }

    func close() async {
        closings += 1
        continuation?.finish()
    }

    func happen(_ event: SheetEvent) { continuation?.yield(event) }

    /// The window was closed by the desktop.
    func vanish() { continuation?.finish() }

    /// The screen fails before the user answers.
    func fail(_ sentence: String) {
        failure = sentence
        continuation?.finish()
    }
}
