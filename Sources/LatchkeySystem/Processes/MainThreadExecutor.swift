import Dispatch
import Synchronization

/// Runs the tasks of a short-lived program on its main thread.
///
/// The threads of Swift's default executor take longer to start than such a program runs.
package final class MainThreadExecutor: TaskExecutor {
    private static let current = Mutex<MainThreadExecutor?>(nil)

    /// The executor of this process, for tasks that are not structured; `nil` in a program without ``run(_:)``.
    package static var running: MainThreadExecutor? { current.withLock { $0 } }

    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts ``jobs``.
    private let ready = DispatchSemaphore(value: 0)

    private init() {}

    /// Runs the body, and the tasks that it starts, on this thread, which must be the main thread.
    ///
    /// Code of the main actor never runs.
    package static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
        let executor = MainThreadExecutor()
        current.withLock { $0 = executor }
        Task(executorPreference: executor) { await body() }
        executor.runJobs()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        ready.signal()
    }

    private func runJobs() -> Never {
        while true {
            ready.wait()
            let job = jobs.withLock { $0.removeFirst() }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
