import CLinux
import CSystemd
import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix

/// The agent's listening socket: gives out connections of this user's programs and of nobody else's.
///
/// **Invariants**: one listener for a runtime folder at a time, in whatever process; a connection of another user is
/// closed before a byte of it is read; one beyond the limits is told so and closed, and no other notices.
package final class SocketListener: Sendable {
    /// The connections in the order in which they came; ends with ``close()``.
    ///
    /// One reader only.
    package let connections: AsyncStream<SocketConnection>

    private let channel: any Channel
    private let lock: FileLock
    private let continuation: AsyncStream<SocketConnection>.Continuation
    /// The socket file that is ours to remove; nothing where the service manager made it.
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

    /// Listens where the programs of this user look, or on the socket that the service manager handed over.
    ///
    /// A socket file that a killed agent left behind is removed: the lock says that nobody is behind it.
    ///
    /// - Parameters:
    ///   - activation: The descriptor from ``takeActivation()``.
    ///   - limits: How many connections may be open, of one process and in all.
    ///   - refused: Told of connections that were closed at once, with the reason; of those beyond the limits once for
    ///     each process until it has room again.
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

    /// Takes the one listening Unix socket of systemd's activation, or nothing where there was none.
    ///
    /// Call once, before other threads run: it removes `LISTEN_FDS` and its fellows from the environment.
    ///
    /// - Throws: ``SystemError/unusableActivation(descriptors:)``. `sd_listen_fds(3)`.
    package static func takeActivation() throws(SystemError) -> Int32? {
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

    /// Stops listening and lets another agent start; connections that were given out stay.
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

    /// Removes a socket file that nobody is behind; the lock is held.
    private static func removeStale(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        do throws(SystemError) {
            Glibc.close(try UnixSocket.connect(to: path))
        } catch .nobodyListens {
            try systemCall("unlink", path: path) { unsafe unlink(path) }
            return
        }
        throw .addressInUse(path: path)
    }

    private static func inode(of path: String) -> UInt64? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Asks the kernel who connected, and refuses anybody else than this user; gives nothing for one too many.
    private static func accept(
        _ channel: any Channel, userID: UInt32, counting count: ConnectionCount,
        refused: @escaping @Sendable (SystemError) -> Void
    ) -> EventLoopFuture<SocketConnection?> {
        guard let options = channel as? any SocketOptionProvider else {
            // Unreachable: every channel of a server socket is one.
            return channel.eventLoop.makeFailedFuture(SystemError.unusableActivation(descriptors: 1))
        }
        let asked: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return asked.flatMapThrowing { peer in
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
                    .busy, "too many connections to the agent are open", hint: "end some of the programs that hold them"
                )
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(error))
                return nil
            case .admitted:
                channel.closeFuture.whenComplete { _ in count.leave(peer.processIdentifier) }
                return try SocketConnection.install(on: channel, peer: peer)
            }
        }
    }
}
