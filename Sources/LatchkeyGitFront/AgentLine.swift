import CLinux
import Glibc

/// A connection to the agent, with blocking calls and nothing behind them: no loop, no thread.
package struct AgentLine: ~Copyable {
    package static let messageLimit = 1 << 20
    private let descriptor: Int32

    /// Connects to this user's own agent; nothing where there is none to be reached.
    package init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0, Self.isOwn(descriptor) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether the other end is this user's, as the kernel says: process, user and group (`SO_PEERCRED`).
    private static func isOwn(_ descriptor: Int32) -> Bool {
        var peer: [UInt32] = [0, .max, .max]
        var length = socklen_t(MemoryLayout<UInt32>.size * peer.count)
        let status = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length)
        return status == 0 && peer[1] == geteuid()
    }

    /// Sends a message: four bytes of length in native order, and the text.
    package func send(_ message: [UInt8]) -> Bool {
        let length = UInt32(truncatingIfNeeded: message.count)
        var bytes = unsafe withUnsafeBytes(of: length) { unsafe Array($0) }
        bytes += message
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for a message; nothing at the end, and for one that is longer than any.
    package func receive() -> [UInt8]? {
        guard let head = read(4) else { return nil }
        let length = unsafe head.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
        guard let count = Int(exactly: length), count <= Self.messageLimit else { return nil }
        return read(count)
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var taken = 0
        while taken < count {
            let got = unsafe bytes[taken...].withUnsafeMutableBytes { rest in
                unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            taken += got
        }
        return bytes
    }
}
