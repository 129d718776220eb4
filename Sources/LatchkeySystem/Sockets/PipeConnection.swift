import Glibc
import LatchkeyWire
import NIOCore
import NIOPosix

/// A connection over two pipes, such as those between a browser and a native messaging host.
///
/// The process at the other end is not authenticated: pipes have no peer credentials. When either pipe is closed, the
/// connection ends.
package final class PipeConnection: Connection {
    private let frames: FrameChannel

    private init(frames: FrameChannel) {
        self.frames = frames
    }

    /// Uses copies of standard input and output, which themselves stay open.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, or an error of SwiftNIO unless they are pipes, sockets
    ///   or terminals.
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
                // From here on the channel closes them, even if the registration fails.
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
