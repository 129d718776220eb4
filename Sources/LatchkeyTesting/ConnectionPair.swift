public import LatchkeyWire

/// Two connected ends in memory, like a socket pair.
///
/// A payload that was sent before the close still arrives, as on a socket. Unread payloads are not limited in number.
public struct ConnectionPair: Sendable {
    /// One end; its payloads arrive at ``right``.
    public let left: InMemoryConnection
    /// The other end; its payloads arrive at ``left``.
    public let right: InMemoryConnection

    /// Makes two connected ends.
    public init() {
        let toLeft = AsyncStream<[UInt8]>.makeStream()
        let toRight = AsyncStream<[UInt8]>.makeStream()
        left = InMemoryConnection(incoming: toLeft, outgoing: toRight.continuation)
        right = InMemoryConnection(incoming: toRight, outgoing: toLeft.continuation)
    }
}

/// One end of a ``ConnectionPair``.
public struct InMemoryConnection: Connection {
    private let incoming: (stream: AsyncStream<[UInt8]>, continuation: AsyncStream<[UInt8]>.Continuation)
    private let outgoing: AsyncStream<[UInt8]>.Continuation

    fileprivate init(
        incoming: (stream: AsyncStream<[UInt8]>, continuation: AsyncStream<[UInt8]>.Continuation),
        outgoing: AsyncStream<[UInt8]>.Continuation
    ) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// Sends a payload to the other end; it does not wait until the payload is read.
    ///
    /// - Throws: ``WireError/connectionClosed``, ``WireError/frameTooLong(announced:)``.
    public func send(_ payload: [UInt8]) async throws {
        guard payload.count <= Frame.maximumLength else {
            throw WireError.frameTooLong(announced: UInt32(clamping: payload.count))
        }
        guard case .enqueued = outgoing.yield(payload) else { throw WireError.connectionClosed }
    }

    public func receive() async throws -> [UInt8]? {
        var iterator = incoming.stream.makeAsyncIterator()
        return await iterator.next()
    }

    public func close() async {
        outgoing.finish()
        incoming.continuation.finish()
    }
}
