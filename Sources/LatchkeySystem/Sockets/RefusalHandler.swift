import LatchkeyWire
import NIOCore

/// Sends one error to a new connection and closes it without reading.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let frame: [UInt8]

    /// - Throws: ``WireError/frameTooLong(announced:)``.
    init(_ error: RemoteError) throws {
        frame = try Frame.encode(Answer.refusal(nil, error))
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        // The buffer of a new socket holds the whole frame, so this does not wait for the peer.
        channel.writeAndFlush(channel.allocator.buffer(bytes: frame)).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
