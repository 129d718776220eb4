import Foundation
import NIOPosix

/// Where calls that may wait for a disk or another process run, so that no task of the program waits with them.
package enum BlockingCalls {
    /// Runs a call that ends soon, such as a write to a disk, on a pool of threads kept for that.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    /// Runs a call that may wait for long, such as for a lock, on a thread of its own.
    package static func runAlone<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
        }
    }
}
