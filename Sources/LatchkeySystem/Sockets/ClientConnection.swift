// With static linking, the compiler finds MSG_DONTWAIT only through this module's headers.
import CLinux
import Glibc
import LatchkeyWire

/// A client's connection to the agent.
///
/// In a program with a ``MainThreadExecutor``, calls wait on the main thread. Elsewhere a call that must wait starts a
/// thread. So a short-lived program needs no event loop, whose start takes longer than its messages. The agent uses
/// ``SocketConnection``, which serves many clients with one thread.
package final class ClientConnection: Connection {
    /// The process and user at the other end.
    package let peer: PeerCredentials

    private let socket: OwnedDescriptor
    private let reader: FrameReader
    private let writer: FrameWriter
    private let identification: Identification?

    /// Connects to a listening socket of this user; waits only while the listener's queue is full.
    ///
    /// - Parameter isIdentified: See ``init(to:userID:isIdentified:)``.
    /// - Throws: The errors of ``init(to:userID:isIdentified:)``.
    package static func open(
        to path: String, userID: UInt32 = geteuid(), isIdentified: Bool = true
    ) async throws -> ClientConnection {
        do throws(SystemError) {
            return try ClientConnection(to: path, userID: userID, isIdentified: isIdentified, waits: false)
        } catch .callFailed(_, EAGAIN, _) {
            return try await BlockingCalls.runAlone {
                try ClientConnection(to: path, userID: userID, isIdentified: isIdentified)
            }
        }
    }

    /// Connects to a listening socket of this user.
    ///
    /// - Parameters:
    ///   - waits: Whether to block while the listener's queue is full, for at most five seconds.
    ///   - isIdentified: Whether a protected process lets the agent read which program it runs, until the
    ///     agent's first message (``Identification``).
    /// - Throws: ``SystemError/noListener(path:)``, ``SystemError/foreignPeer(user:expected:)`` before anything is sent,
    ///   ``SystemError/socketPathTooLong(path:length:limit:)``, or ``SystemError/callFailed(name:errno:path:)``.
    package init(
        to path: String, userID: UInt32 = geteuid(), isIdentified: Bool = true, waits: Bool = true
    ) throws(SystemError) {
        // The agent reads it when it accepts the connection.
        let identification = isIdentified ? Identification() : nil
        let socket = OwnedDescriptor(try UnixSocket.connect(to: path, waits: waits))
        peer = try PeerCredentials(of: socket.number)
        try peer.check(userID: userID)
        self.socket = socket
        reader = FrameReader(socket: socket, wake: try OwnedDescriptor.makePipe())
        writer = FrameWriter(socket: socket)
        self.identification = identification
    }

    deinit {
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    package func send(_ payload: [UInt8]) async throws {
        try await writer.write(Frame.encode(payload))
    }

    package func receive() async throws -> [UInt8]? {
        // The first message shows that the agent has accepted the connection.
        defer { identification?.end() }
        return try await withTaskCancellationHandler {
            try await reader.next()
        } onCancel: {
            reader.cancel()
        }
    }

    package func close() async {
        // The descriptor stays open until no thread uses it.
        shutdown(socket.number, Int32(SHUT_RDWR))
    }
}

/// Reads frames; one caller at a time.
private actor FrameReader {
    private let socket: OwnedDescriptor
    private let wake: (read: OwnedDescriptor, write: OwnedDescriptor)
    private var decoder = FrameDecoder()
    private var isReading = false

    init(socket: OwnedDescriptor, wake: (read: OwnedDescriptor, write: OwnedDescriptor)) {
        self.socket = socket
        self.wake = wake
    }

    /// Ends the wait of a cancelled task.
    nonisolated func cancel() {
        var byte: UInt8 = 0
        _ = unsafe Glibc.write(wake.write.number, &byte, 1)
    }

    /// Waits for the next payload; `nil` when either side has closed.
    func next() async throws -> [UInt8]? {
        guard !isReading else { throw SystemError.alreadyReading }
        isReading = true
        defer { isReading = false }
        do {
            while true {
                if let payload = try decoder.next() { return payload }
                switch readAvailable() {
                case .bytes(let bytes): decoder.append(bytes)
                case .end:
                    try decoder.finish()
                    return nil
                case .mustWait:
                    try Task.checkCancellation()
                    try await wait()
                }
            }
        } catch let error as WireError {
            shutdown(socket.number, Int32(SHUT_RDWR))
            throw error
        }
    }

    private enum Outcome {
        case bytes([UInt8])
        case end
        case mustWait
    }

    private func readAvailable() -> Outcome {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(socket.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { return .bytes(Array(bytes.prefix(count))) }
        // ECONNRESET: the peer closed without reading our bytes.
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .mustWait : .end
    }

    /// Waits until the socket is readable, or the task is cancelled.
    private func wait() async throws {
        let descriptors = [socket, wake.read]
        let ready =
            if let executor = MainThreadExecutor.running {
                await executor.waitForInput(on: descriptors)
            } else {
                try await BlockingCalls.runAlone {
                    var requests = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
                    try systemCall("poll") { unsafe poll(&requests, nfds_t(requests.count), -1) }
                    return requests.map { $0.revents != 0 }
                }
            }
        guard ready[1] else { return }
        var byte: UInt8 = 0
        _ = unsafe read(wake.read.number, &byte, 1)
        try Task.checkCancellation()
    }
}

/// Writes frames in the order of the calls, each as a whole.
private actor FrameWriter {
    private let socket: OwnedDescriptor
    /// The last frame that waits for the peer.
    private var last: Task<Void, any Error>?

    init(socket: OwnedDescriptor) {
        self.socket = socket
    }

    /// - Throws: ``WireError/connectionClosed``.
    func write(_ frame: [UInt8]) async throws {
        var rest = frame[...]
        if last == nil {
            let count = try Self.send(rest, to: socket, Int32(MSG_DONTWAIT))
            rest = rest.dropFirst(count)
            if rest.isEmpty { return }
        }
        let (previous, socket, remaining) = (last, socket, rest)
        // Not a child task: a cancelled caller must not leave half a frame.
        let writing = Task {
            _ = await previous?.result
            try await BlockingCalls.runAlone {
                var rest = remaining
                while !rest.isEmpty { rest = rest.dropFirst(try Self.send(rest, to: socket, 0)) }
            }
        }
        last = writing
        defer { if last == writing { last = nil } }
        try await writing.value
    }

    /// Writes a part of the bytes and returns its length, 0 if the call would block.
    private static func send(_ bytes: ArraySlice<UInt8>, to socket: OwnedDescriptor, _ flags: Int32) throws -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | flags)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: throw WireError.connectionClosed
            }
        }
    }
}
