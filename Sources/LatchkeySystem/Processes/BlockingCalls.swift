import NIOPosix

/// Runs blocking calls on threads of their own, so that they do not block other tasks.
package enum BlockingCalls {
    /// Runs a short call, such as a write to a disk, on a pool of threads.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    /// Runs a long call, such as one that waits for a lock, on a new thread.
    package static func runAlone<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try DetachedThread.start { continuation.resume(with: Swift.Result(catching: body)) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
