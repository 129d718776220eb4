import Glibc
package import LatchkeyWire
import NIOCore
import NIOPosix

/// A connection over a Unix socket to a process of the same user.
///
/// It reads only during ``receive()``, so that a peer that sends too much fills its own socket buffer and not our
/// memory. The last reference closes it.
package final class SocketConnection: Connection {
    /// The process and user at the other end.
    package let peer: PeerCredentials
    /// The file that the process at the other end executed when the listener accepted its connection.
    ///
    /// `nil` if that process had ended or is protected, and for a connection that this process made.
    package let executable: ExecutableFile?

    private let frames: FrameChannel

    private init(frames: FrameChannel, peer: PeerCredentials, executable: ExecutableFile?) {
        self.frames = frames
        self.peer = peer
        self.executable = executable
    }

    /// Connects to a listening socket.
    ///
    /// - Throws: ``SystemError/noListener(path:)``, ``SystemError/foreignPeer(user:expected:)`` before anything is
    ///   sent, ``SystemError/socketPathTooLong(path:length:limit:)``, or ``SystemError/callFailed(name:errno:path:)``.
    package static func connect(to path: String, userID: UInt32 = geteuid()) async throws -> SocketConnection {
        let descriptor = try await BlockingCalls.run { try UnixSocket.connect(to: path) }
        return try await adopt(descriptor, userID: userID)
    }

    /// Takes ownership of a connected socket, such as one end of a pair; closes it on failure.
    ///
    /// - Throws: ``SystemError/foreignPeer(user:expected:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package static func adopt(_ descriptor: Int32, userID: UInt32 = geteuid()) async throws -> SocketConnection {
        let socket = OwnedDescriptor(descriptor)
        let peer = try PeerCredentials(of: descriptor)
        try peer.check(userID: userID)
        return try await ClientBootstrap(group: EventLoops.shared)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .withConnectedSocket(descriptor) { channel in
                // From here on the channel closes it, even if the registration fails.
                socket.release()
                return channel.eventLoop.makeCompletedFuture { try install(on: channel, peer: peer) }
            }
    }

    /// Adds the handler to a channel; call it on the channel's event loop.
    static func install(
        on channel: any Channel, peer: PeerCredentials, executable: ExecutableFile? = nil
    ) throws -> SocketConnection {
        SocketConnection(frames: try FrameChannel(on: channel), peer: peer, executable: executable)
    }

    /// Sends one payload; returns when the system has its last byte, which may wait for the peer.
    ///
    /// Cancelling the task does not cancel the sending.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` or ``WireError/connectionClosed``.
    package func send(_ payload: [UInt8]) async throws {
        try await frames.send(payload)
    }

    /// Waits for the next payload; `nil` if either side has closed.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` and ``WireError/truncatedFrame(missing:)``, after which the
    ///   connection is closed; ``SystemError/alreadyReading``; or `CancellationError`, after which the connection can
    ///   be read again.
    package func receive() async throws -> [UInt8]? {
        try await frames.receive()
    }

    /// Whether the peer has sent a byte.
    var hasReceived: Bool { get async { await frames.hasReceived } }

    package func close() async {
        await frames.close()
    }
}
