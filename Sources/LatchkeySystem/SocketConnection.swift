import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix
import Synchronization

/// Whole payloads over a Unix socket whose other end belongs to the same user.
///
/// Reads only while somebody waits in ``receive()``, so that a peer that floods fills its own socket buffer and not our
/// memory. Closes itself when the last reference goes.
package final class SocketConnection: Connection {
    /// Who was at the other end when the connection was made.
    package let peer: PeerCredentials

    private let channel: any Channel
    private let handler: NIOLoopBound<FrameHandler>
    private let lastTicket = Atomic<UInt64>(0)

    init(channel: any Channel, handler: NIOLoopBound<FrameHandler>, peer: PeerCredentials) {
        self.channel = channel
        self.handler = handler
        self.peer = peer
    }

    deinit {
        channel.close(promise: nil)
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
        let handler = FrameHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        return SocketConnection(channel: channel, handler: bound, peer: peer)
    }

    /// Sends one payload; returns when the last byte is handed to the system, which waits for the peer to make room.
    ///
    /// Cancelling the task does not take back what was begun.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` or ``WireError/connectionClosed``.
    package func send(_ payload: [UInt8]) async throws {
        let frame = channel.allocator.buffer(bytes: try Frame.encode(payload))
        do {
            try await channel.eventLoop.flatSubmit { [handler, channel] in
                handler.value.send(frame, channel: channel)
            }.get()
        } catch {
            throw WireError.connectionClosed
        }
    }

    /// Waits for the next payload; nothing when either side has closed.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)`` and ``WireError/truncatedFrame(missing:)``, after which the
    ///   connection is closed; ``SystemError/alreadyReading``; or `CancellationError`, after which one can read on.
    package func receive() async throws -> [UInt8]? {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                channel.eventLoop.execute { [handler] in handler.value.receive(ticket: ticket, continuation) }
            }
        } onCancel: {
            channel.eventLoop.execute { [handler] in handler.value.cancel(ticket: ticket) }
        }
    }

    package func close() async {
        channel.eventLoop.execute { [handler] in handler.value.close() }
        try? await channel.closeFuture.get()
    }
}

/// The threads that wait on sockets: one for the whole process.
enum EventLoops {
    static let shared = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
