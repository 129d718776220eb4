import Glibc
import NIOCore
import NIOPosix

/// Waits for descriptors such as timers.
enum ReadableDescriptor {
    /// Waits until the descriptor is readable, and closes it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    static func wait(owning descriptor: Int32) async throws {
        let owned = OwnedDescriptor(descriptor)
        let channel = try await NIOPipeBootstrap(group: EventLoops.shared)
            .takingOwnershipOfDescriptor(input: descriptor) { channel in
                // From here on the channel closes it, even if the registration fails.
                owned.release()
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CloseWhenRead())
                    return channel
                }
            }
        try await withTaskCancellationHandler {
            try await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        try Task.checkCancellation()
    }

    private final class CloseWhenRead: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.close(promise: nil)
        }
    }
}
