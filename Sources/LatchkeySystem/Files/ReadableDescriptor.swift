import Glibc
import NIOCore
import NIOPosix

/// Waiting for a descriptor that is neither a socket nor a pipe of ours.
enum ReadableDescriptor {
    /// Waits until the descriptor can be read once, and closes it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    static func wait(owning descriptor: Int32) async throws {
        let owned = OwnedDescriptor(descriptor)
        let channel = try await NIOPipeBootstrap(group: EventLoops.shared)
            .takingOwnershipOfDescriptor(input: descriptor) { channel in
                // From here on the channel closes it, also when it cannot be registered.
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
