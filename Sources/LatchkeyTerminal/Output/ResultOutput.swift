package import LatchkeySystem
import Synchronization

/// The output for results; after the first error it writes nothing.
///
/// A command that changes data finishes its work even if its output fails. ``Console/requireWritten(_:hint:)`` reports
/// the error at the end.
package final class ResultOutput: Sendable {
    private let write: @Sendable ([UInt8]) throws(SystemError) -> Void
    private let first = Mutex<SystemError?>(nil)

    package init(_ write: @escaping @Sendable ([UInt8]) throws(SystemError) -> Void) {
        self.write = write
    }

    /// The program's stdout.
    package static let standard = ResultOutput { bytes throws(SystemError) in try StandardStream.output.write(bytes) }

    /// The first error; `nil` if everything was written.
    package var failure: SystemError? { first.withLock { $0 } }

    package func add(_ bytes: [UInt8]) {
        // Under the lock, so that results of two tasks do not mix.
        first.withLock { first in
            guard first == nil else { return }
            do throws(SystemError) { try write(bytes) } catch { first = error }
        }
    }
}
