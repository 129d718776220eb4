import LatchkeyWire
import NIOCore
import NIOPosix
import Synchronization

/// A connection over a channel of SwiftNIO.
///
/// It reads only during ``receive()``, so that a peer that sends too much fills its own buffer and not our memory. The
/// last reference closes it.
final class FrameChannel: Connection {
    private let channel: any Channel
    private let handler: NIOLoopBound<FrameHandler>
    private let lastTicket = Atomic<UInt64>(0)

    /// Adds the handler to a channel; call it on the channel's event loop.
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

    /// Whether the peer has sent a byte.
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

/// The event loop for sockets and pipes: one thread for the whole process.
enum EventLoops {
    static let shared = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
