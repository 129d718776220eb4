public import LatchkeyWire

/// Two ends of a connection in memory, as a socket pair would be.
///
/// A payload that was sent before the close still arrives, as on a socket. There is no limit to what waits unread.
public struct ConnectionPair: Sendable {
    public let left: InMemoryConnection
    public let right: InMemoryConnection

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
