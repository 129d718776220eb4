import Glibc
import LatchkeyWire
import NIOCore

/// One connection's state on its event loop: reads only when somebody waits for a frame.
///
/// **Invariants**: holds at most one frame and what one read brought beyond it; does not read on while two frames'
/// worth of our own bytes wait for the peer to take them.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias Waiting = CheckedContinuation<[UInt8]?, any Error>

    /// How many bytes may wait to be written before nothing is read any more.
    static let outgoingLimit = 2 * Frame.maximumLength

    private enum State {
        case open
        /// The peer has closed; whole frames that were read before are still given out.
        case ended
        /// Closed from this side.
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
    /// Whether a byte has come from the peer.
    private(set) var hasReceived = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        if case .open = state { state = .ended }
        serve()
    }

    // MARK: What the connection asks

    func receive(ticket: UInt64, _ continuation: Waiting) {
        guard cancelledTicket != ticket else { return continuation.resume(throwing: CancellationError()) }
        guard waiting == nil else { return continuation.resume(throwing: SystemError.alreadyReading) }
        waiting = (ticket, continuation)
        serve()
    }

    /// Ends one wait; a frame that comes later is the next reader's.
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

    // MARK: What the channel tells

    func channelActive(context: ChannelHandlerContext) {
        serve()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let read = unwrapInboundIn(data)
        hasReceived = true
        // One copy as a block: the decoder would take a view byte by byte.
        decoder.append(Array(read.readableBytesView))
        Self.overwrite(read)
    }

    /// Overwrites what was read, which may be a secret: the channel keeps its buffer for the next reading, and that may
    /// never come.
    ///
    /// In place, since a change by the buffer's own means would be one of a copy. Nobody reads it any more: the channel
    /// writes into it before it hands it out again.
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
        // A reset is a peer that went away with our bytes unread: the end, as a close is.
        if case .open = state { state = .ended }
        context.close(promise: nil)
        serve()
    }

    // MARK: Giving out frames

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

    /// The next frame, the end as a payload of nothing, or nothing when more has to be read.
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

    /// Asks for more; a reading that is asked for before the channel is active would be lost, and is made up then.
    private func read() {
        guard !isReading, outgoing < Self.outgoingLimit, let context, context.channel.isActive else { return }
        isReading = true
        context.read()
    }
}
