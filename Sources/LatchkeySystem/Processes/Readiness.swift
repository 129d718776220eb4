import CSystemd
import Glibc
import Synchronization

/// Telling whoever started a service that it listens: systemd's `NOTIFY_SOCKET`, `sd_notify(3)`.
package enum Readiness {
    /// Tells systemd, or our own starter, that the program is ready; does nothing where nobody asked.
    package static func announce() {
        _ = unsafe sd_notify(1, "READY=1")
    }

    /// A datagram socket of ours that a child announces itself on.
    final class Receiver: Sendable {
        let path: String
        private let descriptor: OwnedDescriptor
        private let isThere = Atomic(true)

        /// - Parameter folder: One that is ours alone.
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

        /// Takes the socket out of its folder, once: another one of this process may have its path after that.
        func remove() {
            if isThere.exchange(false, ordering: .relaxed) { unsafe unlink(path) }
        }

        /// Waits on a thread of its own; false when the time is over first.
        func wait(seconds: Int32) -> Bool {
            var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            var message = [UInt8](repeating: 0, count: 4_096)
            let end = ContinuousClock.now + .seconds(seconds)
            while true {
                let left = max((end - .now) / .milliseconds(1), 0)
                let ready = unsafe Glibc.poll(&poll, 1, Int32(left.rounded(.up)))
                // A signal, such as that of a terminal whose size changed, is no answer.
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

        /// Ends a ``wait(seconds:)`` that goes on for nothing: the child has ended.
        func abandon() {
            guard isThere.load(ordering: .relaxed),
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
