import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix

/// Whole payloads over a Unix socket whose other end belongs to the same user.
///
/// Reads only while somebody waits in ``receive()``, so that a peer that floods fills its own socket buffer and not our
/// memory. Closes itself when the last reference goes.
package final class SocketConnection: Connection {
    /// Who was at the other end when the connection was made.
    package let peer: PeerCredentials

    private let frames: FrameChannel

    private init(frames: FrameChannel, peer: PeerCredentials) {
        self.frames = frames
        self.peer = peer
    }

    /// Connects to a listening socket.
    ///
    /// - Throws: ``SystemError/nobodyListens(path:)``, ``SystemError/foreignPeer(user:expected:)`` before anything is
    ///   sent, ``SystemError/socketPathTooLong(path:length:limit:)``, or ``SystemError/callFailed(name:errno:path:)``.
    package static func connect(to path: String, userID: UInt32 = geteuid()) async throws -> SocketConnection {
        let descriptor = try await BlockingCalls.run { try UnixSocket.connect(to: path) }
        return try await adopt(descriptor, userID: userID)
    }

    /// Takes over a connected socket, such as one end of a pair; closes it when this fails.
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
                // From here on the channel closes it, also when it cannot be registered.
                socket.release()
                return channel.eventLoop.makeCompletedFuture { try install(on: channel, peer: peer) }
            }
    }

    /// Puts the handler on a channel; on its event loop.
    static func install(on channel: any Channel, peer: PeerCredentials) throws -> SocketConnection {
        SocketConnection(frames: try FrameChannel(on: channel), peer: peer)
    }

    /// Sends one payload; returns when the last byte is handed to the system, which waits for the peer to make room.
    ///
    /// Cancelling the task does not take back what was begun.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` or ``WireError/connectionClosed``.
    package func send(_ payload: [UInt8]) async throws {
        try await frames.send(payload)
    }

    /// Waits for the next payload; nothing when either side has closed.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` and ``WireError/truncatedFrame(missing:)``, after which the
    ///   connection is closed; ``SystemError/alreadyReading``; or `CancellationError`, after which one can read on.
    package func receive() async throws -> [UInt8]? {
        try await frames.receive()
    }

    /// Whether a byte has come from the peer.
    var hasReceived: Bool { get async { await frames.hasReceived } }

    package func close() async {
        await frames.close()
    }
}
