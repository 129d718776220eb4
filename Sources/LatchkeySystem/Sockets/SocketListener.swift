import CLinux
import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix

/// The agent's listening socket; it accepts connections of this user only.
///
/// **Invariants**: at most one process listens for a runtime folder. A connection of another user is closed before a
/// byte of it is read. A connection beyond the limits gets an error and is closed; other connections are not affected.
package final class SocketListener: Sendable {
    /// The accepted connections in order; the stream ends with ``close()``.
    ///
    /// One reader only.
    package let connections: AsyncStream<SocketConnection>

    private let channel: any Channel
    private let lock: FileLock
    private let continuation: AsyncStream<SocketConnection>.Continuation
    /// The socket file to remove at the end; `nil` if the service manager created it.
    private let ownFile: (path: String, inode: UInt64)?

    private init(
        channel: any Channel, lock: FileLock, stream: AsyncStream<SocketConnection>,
        continuation: AsyncStream<SocketConnection>.Continuation, ownFile: (path: String, inode: UInt64)?
    ) {
        self.channel = channel
        self.lock = lock
        self.connections = stream
        self.continuation = continuation
        self.ownFile = ownFile
    }

    /// Listens on the user's agent socket, or on the socket that the service manager passed.
    ///
    /// Removes the socket file of a killed agent; the lock proves that no other agent runs.
    ///
    /// - Parameters:
    ///   - activation: A listening Unix socket of systemd's socket activation.
    ///   - limits: The limits for open connections.
    ///   - refused: Called with the reason for each refused connection. For connections beyond the limits, it is called
    ///     once per process until the process is under its limit again.
    /// - Throws: ``SystemError/agentIsRunning(path:)``, ``SystemError/addressInUse(path:)``, those of
    ///   ``PrivateFolder/ensure(_:userID:)`` and ``Locations/agentSocket``.
    package static func open(
        _ locations: Locations, activation: Int32? = nil, userID: UInt32 = geteuid(),
        limits: ConnectionLimits = ConnectionLimits(),
        refused: @escaping @Sendable (SystemError) -> Void = { _ in }
    ) async throws -> SocketListener {
        let prepared = try await BlockingCalls.run { try prepare(locations, activation: activation) }
        let (stream, continuation) = AsyncStream.makeStream(of: SocketConnection.self)
        let count = ConnectionCount(limits)
        let channel = try await ServerBootstrap(group: EventLoops.shared)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                accept(channel, userID: userID, counting: count, refused: refused).map { connection in
                    if let connection { continuation.yield(connection) }
                }
            }
            .withBoundSocket(prepared.descriptor)
            .get()
        return SocketListener(
            channel: channel, lock: prepared.lock, stream: stream, continuation: continuation,
            ownFile: prepared.ownFile)
    }

    /// Stops listening and releases the lock; accepted connections stay open.
    package func close() async {
        try? await channel.close()
        continuation.finish()
        if let ownFile, Self.inode(of: ownFile.path) == ownFile.inode { unsafe unlink(ownFile.path) }
        lock.release()
    }

    private static func prepare(
        _ locations: Locations, activation: Int32?
    ) throws(SystemError) -> (descriptor: Int32, lock: FileLock, ownFile: (path: String, inode: UInt64)?) {
        try PrivateFolder.ensure(locations.runtimeDirectory)
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock.acquire(locations.agentLock)
        } catch .locked(let path) {
            throw .agentIsRunning(path: path)
        }
        if let activation { return (activation, lock, nil) }
        let path = try locations.agentSocket
        try removeStale(path)
        let descriptor = try UnixSocket.listen(on: path)
        return (descriptor, lock, inode(of: path).map { (path, $0) })
    }

    /// Removes a socket file on which no process listens; the caller holds the lock.
    private static func removeStale(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        do throws(SystemError) {
            Glibc.close(try UnixSocket.connect(to: path))
        } catch .noListener {
            try systemCall("unlink", path: path) { unsafe unlink(path) }
            return
        }
        throw .addressInUse(path: path)
    }

    private static func inode(of path: String) -> UInt64? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Refuses connections of other users; returns `nil` for a connection beyond the limits.
    private static func accept(
        _ channel: any Channel, userID: UInt32, counting count: ConnectionCount,
        refused: @escaping @Sendable (SystemError) -> Void
    ) -> EventLoopFuture<SocketConnection?> {
        guard let options = channel as? any SocketOptionProvider else {
            // Unreachable: every channel of a server socket provides socket options.
            return channel.eventLoop.makeFailedFuture(SystemError.unusableActivation(descriptors: 1))
        }
        let asked: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        let identified: EventLoopFuture<Int32> = options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: peerProcessDescriptor))
        let handle = identified.map { ProcessHandle.descriptor(OwnedDescriptor($0)) }.recover { error in
            (error as? IOError)?.errnoCode == ENOPROTOOPT ? .unsupported : .ended
        }
        return asked.and(handle).flatMapThrowing { peer, handle in
            do throws(SystemError) {
                try peer.check(userID: userID)
            } catch {
                refused(error)
                throw error
            }
            switch count.admit(peer.processIdentifier) {
            case .refused(let isFirst):
                if isFirst { refused(.tooManyConnections(process: peer.processIdentifier)) }
                let error = RemoteError(
                    .busy, "too many connections to the agent are open",
                    hint: "close some programs that are connected to the agent")
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(error))
                return nil
            case .admitted:
                channel.closeFuture.whenComplete { _ in count.leave(peer.processIdentifier) }
                return try SocketConnection.install(
                    on: channel, peer: peer,
                    executable: RunningExecutable.of(peer.processIdentifier, handle: handle))
            }
        }
    }

    /// `SO_PEERPIDFD`, which Swift's Glibc module lacks.
    private static let peerProcessDescriptor: CInt = 77
}
