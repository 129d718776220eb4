// With static linking, the compiler finds timeval and SOCK_STREAM only through this module's headers.
import CLinux
import Glibc

/// Creates Unix stream sockets; their descriptors are closed on exec.
package enum UnixSocket {
    /// Connects to a path.
    ///
    /// - Parameter waits: Whether to block while the listener's queue is full, for at most five seconds.
    /// - Throws: `EAGAIN` in ``SystemError/callFailed(name:errno:path:)`` if the queue is full.
    static func connect(to path: String, waits: Bool = true) throws(SystemError) -> Int32 {
        let descriptor = try make()
        do throws(SystemError) {
            var limit = timeval(tv_sec: 5, tv_usec: 0)
            try systemCall("setsockopt") {
                unsafe setsockopt(
                    descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            if !waits { try systemCall("fcntl") { fcntl(descriptor, F_SETFL, O_NONBLOCK) } }
            try unsafe withAddress(of: path) { address, length throws(SystemError) in
                try systemCall("connect", path: path) { unsafe Glibc.connect(descriptor, address, length) }
            }
            if !waits { try systemCall("fcntl") { fcntl(descriptor, F_SETFL, 0) } }
            return descriptor
        } catch {
            Glibc.close(descriptor)
            switch error {
            case .callFailed(_, ENOENT, _), .callFailed(_, ECONNREFUSED, _): throw .noListener(path: path)
            default: throw error
            }
        }
    }

    /// Creates a socket file with mode 0600, independent of the umask, and listens on it.
    static func listen(on path: String) throws(SystemError) -> Int32 {
        let descriptor = try make()
        do throws(SystemError) {
            // Before bind(2), which creates the file with the socket's mode: so the file is never open to others.
            try systemCall("fchmod", path: path) { fchmod(descriptor, 0o600) }
            try unsafe withAddress(of: path) { address, length throws(SystemError) in
                try systemCall("bind", path: path) { unsafe Glibc.bind(descriptor, address, length) }
            }
            try systemCall("listen", path: path) { Glibc.listen(descriptor, SOMAXCONN) }
            return descriptor
        } catch {
            Glibc.close(descriptor)
            if case .callFailed(_, EADDRINUSE, _) = error { throw .addressInUse(path: path) }
            throw error
        }
    }

    /// Creates two connected sockets, one for this process and one for a child.
    ///
    /// Both are closed on exec; the child's end must be duplicated for it.
    package static func makePair() throws(SystemError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        return (ends[0], ends[1])
    }

    private static func make() throws(SystemError) -> Int32 {
        try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
    }

    /// Calls the body with the socket address of a path.
    static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        let path = try Locations.checkedSocketPath(path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Result { () throws(SystemError) in
                    try unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        try result.get()
    }
}
