import LatchkeyWire
import NIOCore
import NIOPosix
import Synchronization

/// Whole payloads over a channel of bytes, whatever is behind it.
///
/// Reads only while somebody waits in ``receive()``, so that a peer that floods fills its own buffer and not our memory.
/// Closes itself when the last reference goes.
final class FrameChannel: Connection {
    private let channel: any Channel
    private let handler: NIOLoopBound<FrameHandler>
    private let lastTicket = Atomic<UInt64>(0)

    /// Puts the handler on a channel; on its event loop.
    init(on channel: any Channel) throws {
        let handler = FrameHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    deinit {
        channel.close(promise: nil)
    }

    func send(_ payload: [UInt8]) async throws {
        let frame = channel.allocator.buffer(bytes: try Frame.encode(payload))
        do {
            try await channel.eventLoop.flatSubmit { [handler, channel] in
                handler.value.send(frame, channel: channel)
            }.get()
        } catch {
            throw WireError.connectionClosed
        }
    }

    func receive() async throws -> [UInt8]? {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                channel.eventLoop.execute { [handler] in handler.value.receive(ticket: ticket, continuation) }
            }
        } onCancel: {
            channel.eventLoop.execute { [handler] in handler.value.cancel(ticket: ticket) }
        }
    }

    /// Whether a byte has come from the peer.
    var hasReceived: Bool {
        get async {
            (try? await channel.eventLoop.submit { [handler] in handler.value.hasReceived }.get()) ?? false
        }
    }

    func close() async {
        channel.eventLoop.execute { [handler] in handler.value.close() }
        try? await channel.closeFuture.get()
    }
}

/// The threads that wait on sockets and pipes: one for the whole process.
enum EventLoops {
    static let shared = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
