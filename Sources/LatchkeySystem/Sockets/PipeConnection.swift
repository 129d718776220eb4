import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix

/// Whole payloads over a pair of pipes, such as those that a browser starts a native messaging host with.
///
/// Whoever is at the other end is whoever started this program: a pipe knows no user. When the other end of either
/// pipe has gone, the connection has.
package final class PipeConnection: Connection {
    private let frames: FrameChannel

    private init(frames: FrameChannel) {
        self.frames = frames
    }

    /// Reads and writes this program's standard input and output, which stay open when the connection has ended.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``; what SwiftNIO throws for what is no pipe, socket or
    ///   terminal.
    package static func standardStreams() async throws -> PipeConnection {
        try await adopt(input: copy(of: .input), output: copy(of: .output))
    }

    private static func copy(of stream: StandardStream) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try systemCall("fcntl") { fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3) })
    }

    /// Takes over the reading end of one pipe and the writing end of another.
    static func adopt(input: OwnedDescriptor, output: OwnedDescriptor) async throws -> PipeConnection {
        try await NIOPipeBootstrap(group: EventLoops.shared)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .takingOwnershipOfDescriptors(input: input.number, output: output.number) { channel in
                // From here on the channel closes them, also when it cannot be registered.
                input.release()
                output.release()
                return channel.eventLoop.makeCompletedFuture { PipeConnection(frames: try FrameChannel(on: channel)) }
            }
    }

    package func send(_ payload: [UInt8]) async throws {
        try await frames.send(payload)
    }

    package func receive() async throws -> [UInt8]? {
        try await frames.receive()
    }

    package func close() async {
        await frames.close()
    }
}
