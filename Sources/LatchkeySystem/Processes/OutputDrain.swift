import NIOCore
import NIOPosix

/// A provider's output.
package enum ProviderOutput: Hashable, Sendable {
    case line(String, isError: Bool)
    /// The limit is reached; further output is dropped.
    case dropping(isError: Bool)
}

/// Reads a child's output, logs its first lines and drops the rest.
///
/// Past the limit it reads one block every 5 ms: the child does not block for long, and costs little memory and time.
final class OutputDrain: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    static let limit = 64 << 10
    static let longestLine = 1_024

    private let isError: Bool
    private let log: @Sendable (ProviderOutput) -> Void
    private var line: [UInt8] = []
    private var taken = 0

    init(isError: Bool, log: @escaping @Sendable (ProviderOutput) -> Void) {
        self.isError = isError
        self.log = log
    }

    /// Takes over the reading end of a pipe; the channel closes when the last writer has closed the pipe.
    static func start(
        _ descriptor: OwnedDescriptor, isError: Bool, log: @escaping @Sendable (ProviderOutput) -> Void
    ) async throws -> any Channel {
        try await NIOPipeBootstrap(group: EventLoops.shared)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64 << 10))
            .takingOwnershipOfDescriptor(input: descriptor.number) { channel in
                // From here on the channel closes it, even if the registration fails.
                descriptor.release()
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(OutputDrain(isError: isError, log: log))
                    return channel
                }
            }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard taken < Self.limit else { return }
        for byte in Array(unwrapInboundIn(data).readableBytesView) {
            taken += 1
            if byte == UInt8(ascii: "\n") { flush() } else if line.count < Self.longestLine { line.append(byte) }
            if taken == Self.limit {
                flush()
                return log(.dropping(isError: isError))
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard taken >= Self.limit else { return context.read() }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(5)) { bound.value.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        flush()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func flush() {
        guard !line.isEmpty else { return }
        log(.line(String(decoding: line, as: UTF8.self), isError: isError))
        line = []
    }
}
