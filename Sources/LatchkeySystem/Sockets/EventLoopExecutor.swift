import NIOCore
import NIOPosix

/// Runs tasks on the event loop of all connections, so that one thread reads a message, handles it and answers it.
///
/// A task that works for long keeps all connections waiting. It runs such work with the global executor, or with
/// ``BlockingCalls``.
package final class EventLoopExecutor: TaskExecutor {
    package static let shared = EventLoopExecutor(loop: EventLoops.shared.next())

    private let loop: any EventLoop

    private init(loop: any EventLoop) {
        self.loop = loop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
