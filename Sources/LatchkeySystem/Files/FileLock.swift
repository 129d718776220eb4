import Glibc

/// A lock that one process holds, until it lets go of it or ends in whatever way.
///
/// An advisory `flock` on a file that stays behind: removing it would let two holders have a file each.
package final class FileLock: Sendable {
    package let path: String
    private let file: OwnedDescriptor

    private init(path: String, file: OwnedDescriptor) {
        self.path = path
        self.file = file
    }

    /// Takes the lock, or says at once that somebody has it.
    ///
    /// - Throws: ``SystemError/locked(path:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package static func acquire(_ path: String) throws(SystemError) -> FileLock {
        let file = try open(path)
        do throws(SystemError) {
            try systemCall("flock", path: path) { flock(file.number, LOCK_EX | LOCK_NB) }
        } catch .callFailed(_, EWOULDBLOCK, _) {
            throw .locked(path: path)
        }
        return FileLock(path: path, file: file)
    }

    /// Waits for the lock, for as long as somebody else has it.
    package static func acquireWaiting(_ path: String) async throws -> FileLock {
        let file = try open(path)
        _ = try await BlockingCalls.runAlone { try systemCall("flock", path: path) { flock(file.number, LOCK_EX) } }
        return FileLock(path: path, file: file)
    }

    /// Lets go of the lock before the last reference does.
    package func release() {
        flock(file.number, LOCK_UN)
    }

    private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(
            try systemCall("open", path: path) {
                unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            })
    }
}
