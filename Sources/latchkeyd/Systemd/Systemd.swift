import CSystemd
import Foundation
import LatchkeySystem

/// systemd, or another program that starts the agent as systemd does.
enum Systemd {
    /// Takes the listening Unix socket of systemd's socket activation; `nil` without activation.
    ///
    /// Call it once, before other threads run: it removes `LISTEN_FDS`, `LISTEN_PID` and `LISTEN_FDNAMES` from the
    /// environment.
    ///
    /// - Throws: ``SystemError/unusableActivation(descriptors:)``. `sd_listen_fds(3)`.
    static func takeActivation() throws(SystemError) -> Int32? {
        let count = sd_listen_fds(1)
        guard count != 0 else { return nil }
        let first: Int32 = 3
        let stream = Int32(bitPattern: SOCK_STREAM.rawValue)
        let isListening = sd_is_socket_unix(first, stream, 1, nil, 0) > 0
        guard count == 1, isListening else {
            throw .unusableActivation(descriptors: Int(count))
        }
        return first
    }

    /// Notifies systemd or `AgentStarter` that the agent is ready; does nothing if `NOTIFY_SOCKET` is not set.
    ///
    /// `sd_notify(3)`.
    static func announceReadiness() {
        _ = unsafe sd_notify(1, "READY=1")
    }
}
