package import LatchkeySystem
import Synchronization

/// What results are written to: remembers the first failure, and writes nothing after it.
///
/// A command that has changed something finishes its work though nobody can read its result; whether all of it was
/// written is asked at the end.
package final class ResultOutput: Sendable {
    private let write: @Sendable ([UInt8]) throws(SystemError) -> Void
    private let first = Mutex<SystemError?>(nil)

    package init(_ write: @escaping @Sendable ([UInt8]) throws(SystemError) -> Void) {
        self.write = write
    }

    /// The program's stdout.
    package static let standard = ResultOutput { bytes throws(SystemError) in try StandardStream.output.write(bytes) }

    /// Why something could not be written; nothing as long as all was.
    package var failure: SystemError? { first.withLock { $0 } }

    package func add(_ bytes: [UInt8]) {
        // Under the lock, so that two results do not mix.
        first.withLock { first in
            guard first == nil else { return }
            do throws(SystemError) { try write(bytes) } catch { first = error }
        }
    }
}
