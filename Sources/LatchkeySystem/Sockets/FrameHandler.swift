import Glibc
import LatchkeyWire
import NIOCore

/// A connection's state on its event loop; it reads only while ``FrameChannel/receive()`` waits.
///
/// **Invariants**: it buffers at most one frame and the rest of one read. It does not read while two frames' worth of
/// our bytes wait to be written.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias Waiting = CheckedContinuation<[UInt8]?, any Error>

    /// The number of unwritten bytes above which reading stops.
    static let outgoingLimit = 2 * Frame.maximumLength

    private enum State {
        case open
        /// The peer has closed; whole frames that were read before are still delivered.
        case ended
        /// This side has closed.
        case closed
        case failed(any Error)
    }

    private var state = State.open
    private var decoder = FrameDecoder()
    private var context: ChannelHandlerContext?
    private var waiting: (ticket: UInt64, continuation: Waiting)?
    private var cancelledTicket: UInt64?
    private var outgoing = 0
    private var isReading = false
    /// Whether the peer has sent a byte.
    private(set) var hasReceived = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        if case .open = state { state = .ended }
        serve()
    }

    // MARK: Calls of the connection

    func receive(ticket: UInt64, _ continuation: Waiting) {
        guard cancelledTicket != ticket else { return continuation.resume(throwing: CancellationError()) }
        guard waiting == nil else { return continuation.resume(throwing: SystemError.alreadyReading) }
        waiting = (ticket, continuation)
        serve()
    }

    /// Ends a wait; the next reader gets the next frame.
    func cancel(ticket: UInt64) {
        cancelledTicket = ticket
        guard let waiting, waiting.ticket == ticket else { return }
        self.waiting = nil
        waiting.continuation.resume(throwing: CancellationError())
    }

    func send(_ frame: ByteBuffer, channel: any Channel) -> EventLoopFuture<Void> {
        let count = frame.readableBytes
        outgoing += count
        let written = channel.writeAndFlush(frame)
        written.assumeIsolated().whenComplete { _ in
            self.outgoing -= count
            self.serve()
        }
        return written
    }

    func close() {
        if case .open = state { state = .closed }
        if case .ended = state { state = .closed }
        context?.close(promise: nil)
        serve()
    }

    // MARK: Events of the channel

    func channelActive(context: ChannelHandlerContext) {
        serve()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let read = unwrapInboundIn(data)
        hasReceived = true
        // One copy of the block: the decoder would read a view byte by byte.
        decoder.append(Array(read.readableBytesView))
        Self.overwrite(read)
    }

    /// Overwrites a buffer, which may hold a secret: the channel keeps it for the next read, which may never come.
    ///
    /// In place, because the buffer's own functions would change a copy. That is safe: the channel writes into the
    /// buffer before it passes it on again.
    private static func overwrite(_ buffer: ByteBuffer) {
        unsafe buffer.withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        serve()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .open = state { state = .ended }
        serve()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // ECONNRESET: the peer closed without reading our bytes.
        if case .open = state { state = .ended }
        context.close(promise: nil)
        serve()
    }

    // MARK: Delivering frames

    private func serve() {
        guard let waiting else { return }
        do {
            guard let answer = try nextFrame() else { return read() }
            self.waiting = nil
            waiting.continuation.resume(returning: answer.payload)
        } catch {
            state = .failed(error)
            self.waiting = nil
            waiting.continuation.resume(throwing: error)
            context?.close(promise: nil)
        }
    }

    /// The next frame, or `(nil, ())` at the end; `nil` if more bytes are needed.
    private func nextFrame() throws -> (payload: [UInt8]?, Void)? {
        switch state {
        case .failed(let error): throw error
        case .closed: return (nil, ())
        case .open: return try decoder.next().map { ($0, ()) }
        case .ended:
            if let payload = try decoder.next() { return (payload, ()) }
            try decoder.finish()
            return (nil, ())
        }
    }

    /// Requests a read, unless the channel is not active yet: the request would be lost, and `channelActive` makes it.
    private func read() {
        guard !isReading, outgoing < Self.outgoingLimit, let context, context.channel.isActive else { return }
        isReading = true
        context.read()
    }
}
