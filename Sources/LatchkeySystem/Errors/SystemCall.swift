import Glibc
import Synchronization

/// Runs a system call again while a signal interrupts it.
///
/// - Throws: ``SystemError/callFailed(name:errno:path:)`` when it gives a negative number.
@discardableResult
func systemCall<Number: SignedInteger>(
    _ name: String, path: String? = nil, _ call: () -> Number
) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result >= 0 { return result }
        // Taken at once: whatever runs next may change it.
        let number = errno
        if number != EINTR { throw .callFailed(name: name, errno: number, path: path) }
    }
}

/// A file descriptor that is closed when its last holder lets go of it, or before.
final class OwnedDescriptor: Sendable {
    let number: Int32
    private let isOpen = Atomic(true)

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close()
    }

    /// Leaves it open, for somebody else to close.
    func release() {
        isOpen.store(false, ordering: .relaxed)
    }

    /// Closes it for all holders; safe after that.
    func close() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        // Nobody can act on an error here; on Linux the descriptor is gone in any case.
        _ = Glibc.close(number)
    }
}
