import Glibc
import Synchronization

/// Runs the tasks of a short-lived program on its main thread.
///
/// The threads of Swift's default executor take longer to start than such a program runs.
package final class MainThreadExecutor: TaskExecutor {
    private static let current = Mutex<MainThreadExecutor?>(nil)

    /// The executor of this process, for tasks that are not structured; `nil` in a program without ``run(_:)``.
    package static var running: MainThreadExecutor? { current.withLock { $0 } }

    private struct State {
        var jobs: [UnownedJob] = []
        var waits: [Int: Wait] = [:]
        var lastWait = 0
        /// Whether the main thread must be woken for a new job.
        var isPolling = false
    }

    private struct Wait {
        let descriptors: [OwnedDescriptor]
        let continuation: CheckedContinuation<[Bool], Never>
    }

    private let state = Mutex(State())
    /// Ends the main thread's poll(2).
    private let wake: (read: OwnedDescriptor, write: OwnedDescriptor)

    init() throws(SystemError) {
        wake = try OwnedDescriptor.makePipe()
    }

    /// Runs the body, and the tasks that it starts, on this thread, which must be the main thread.
    ///
    /// Code of the main actor never runs.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)`` if the process has too many descriptors.
    package static func run(_ body: @escaping @Sendable () async -> Never) throws(SystemError) -> Never {
        let executor = try MainThreadExecutor()
        current.withLock { $0 = executor }
        Task(executorPreference: executor) { await body() }
        executor.runJobs()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Waits until at least one of the descriptors is readable or closed by the other side.
    ///
    /// - Returns: For each descriptor, whether it is readable or closed.
    func waitForInput(on descriptors: [OwnedDescriptor]) async -> [Bool] {
        await withCheckedContinuation { continuation in
            change { state in
                state.lastWait += 1
                state.waits[state.lastWait] = Wait(descriptors: descriptors, continuation: continuation)
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let mustWake = state.withLock { state in
            body(&state)
            defer { state.isPolling = false }
            return state.isPolling
        }
        guard mustWake else { return }
        var byte: UInt8 = 0
        _ = unsafe write(wake.write.number, &byte, 1)
    }

    /// Runs the tasks on this thread.
    func runJobs() -> Never {
        while true {
            let job = state.withLock { state -> UnownedJob? in
                state.isPolling = state.jobs.isEmpty
                return state.isPolling ? nil : state.jobs.removeFirst()
            }
            if let job { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) } else { poll() }
        }
    }

    /// Blocks until a job is added or a wait ends.
    private func poll() {
        let waits = Array(state.withLock(\.waits))
        var requests = ([wake.read] + waits.flatMap(\.value.descriptors))
            .map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        let count = unsafe Glibc.poll(&requests, nfds_t(requests.count), -1)
        guard count > 0 else {
            // After a signal, the next turn polls again.
            precondition(count == 0 || errno == EINTR, "poll(2) failed with error \(errno)")
            return
        }
        state.withLock { $0.isPolling = false }
        if requests[0].revents != 0 {
            var byte: UInt8 = 0
            _ = unsafe read(wake.read.number, &byte, 1)
        }
        var results = requests.dropFirst().map { $0.revents != 0 }[...]
        for (number, wait) in waits {
            let ready = Array(results.prefix(wait.descriptors.count))
            results = results.dropFirst(ready.count)
            guard ready.contains(true) else { continue }
            state.withLock { $0.waits[number] = nil }
            wait.continuation.resume(returning: ready)
        }
    }
}
