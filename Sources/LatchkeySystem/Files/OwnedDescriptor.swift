import CLinux
import Glibc
import Synchronization

/// A file descriptor that is closed by ``close()`` or with its last reference.
package final class OwnedDescriptor: Sendable {
    package let number: Int32
    private let isOpen = Atomic(true)

    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close()
    }

    /// Makes a pipe whose ends are closed on exec.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func makePipe() throws(SystemError) -> (read: OwnedDescriptor, write: OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    }

    /// Gives up ownership: another owner closes the descriptor.
    func release() {
        isOpen.store(false, ordering: .relaxed)
    }

    /// Closes it for all holders; later calls do nothing.
    func close() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        // Linux frees the descriptor even if close(2) reports an error.
        _ = Glibc.close(number)
    }
}
