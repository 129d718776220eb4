import LatchkeyWire
import NIOCore

/// Says one thing to whoever has connected, and hangs up; reads nothing.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let frame: [UInt8]

    /// - Throws: ``WireError/frameTooLong(announced:)``.
    init(_ error: RemoteError) throws {
        frame = try Frame.encode(Answer.refusal(nil, error))
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        // A new socket has room for so little: this waits for nobody.
        channel.writeAndFlush(channel.allocator.buffer(bytes: frame)).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
