import Glibc
import Synchronization

/// The notification that a service is ready: systemd's `NOTIFY_SOCKET`, `sd_notify(3)`.
package enum Readiness {
    /// The datagram socket on which a child sends the notification.
    final class Receiver: Sendable {
        let path: String
        private let descriptor: OwnedDescriptor
        private let exists = Atomic(true)

        /// - Parameter folder: A folder that only this user may enter.
        init(in folder: String) throws(SystemError) {
            path = try Locations.checkedSocketPath("\(folder)/ready.\(getpid())")
            unsafe unlink(path)
            let descriptor = OwnedDescriptor(
                try systemCall("socket") {
                    socket(AF_UNIX, Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                })
            self.descriptor = descriptor
            let path = path
            try systemCall("fchmod", path: path) { fchmod(descriptor.number, 0o600) }
            try unsafe UnixSocket.withAddress(of: path) { address, length throws(SystemError) in
                try systemCall("bind", path: path) { unsafe bind(descriptor.number, address, length) }
            }
        }

        deinit {
            remove()
        }

        /// Removes the socket's file once: a later receiver of this process may use the same path.
        func remove() {
            if exists.exchange(false, ordering: .relaxed) { unsafe unlink(path) }
        }

        /// Blocks until the child is ready; `false` if it ended or the time is over first.
        func wait(seconds: Int32) -> Bool {
            var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            var message = [UInt8](repeating: 0, count: 4_096)
            let end = ContinuousClock.now + .seconds(seconds)
            while true {
                let left = max((end - .now) / .milliseconds(1), 0)
                let ready = unsafe Glibc.poll(&poll, 1, Int32(left.rounded(.up)))
                // Signals such as SIGWINCH interrupt poll(2).
                if ready < 0, errno == EINTR { continue }
                guard ready > 0 else { return false }
                let count = unsafe message.withUnsafeMutableBytes {
                    unsafe recv(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                }
                guard count > 0 else { return false }
                let lines = String(decoding: message[..<count], as: UTF8.self).split(separator: "\n")
                if lines.contains("READY=1") { return true }
                if lines.contains("ENDED=1") { return false }
            }
        }

        /// Ends ``wait(seconds:)`` after the child has ended.
        func abandon() {
            guard exists.load(ordering: .relaxed),
                let descriptor = try? systemCall(
                    "socket",
                    {
                        socket(AF_UNIX, Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                    })
            else { return }
            let sender = OwnedDescriptor(descriptor)
            try? unsafe UnixSocket.withAddress(of: path) { address, length throws(SystemError) in
                try systemCall("sendto") { unsafe sendto(sender.number, "ENDED=1", 7, 0, address, length) }
            }
        }
    }
}
