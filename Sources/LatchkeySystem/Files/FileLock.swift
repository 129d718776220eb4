import Glibc

/// A lock that one process holds until it releases it or ends.
///
/// An advisory `flock`. The file is never removed: otherwise two processes could lock a file each.
package final class FileLock: Sendable {
    package let path: String
    private let file: OwnedDescriptor

    private init(path: String, file: OwnedDescriptor) {
        self.path = path
        self.file = file
    }

    /// Takes the lock, or throws if another process holds it.
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

    /// Takes the lock, and waits while another process holds it.
    package static func acquireWaiting(_ path: String) async throws -> FileLock {
        let file = try open(path)
        _ = try await BlockingCalls.runAlone { try systemCall("flock", path: path) { flock(file.number, LOCK_EX) } }
        return FileLock(path: path, file: file)
    }

    /// Takes the lock, and blocks the thread while another process holds it; for locks that are held for a moment only.
    package static func acquireBlocking(_ path: String) throws(SystemError) -> FileLock {
        let file = try open(path)
        try systemCall("flock", path: path) { flock(file.number, LOCK_EX) }
        return FileLock(path: path, file: file)
    }

    /// Releases the lock; the last reference does, too.
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
