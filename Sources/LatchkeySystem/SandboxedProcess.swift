import CLinux
import Glibc
import NIOCore
import NIOPosix
import Subprocess
import Synchronization
import SystemPackage

/// A provider's process in its sandbox, and the one connection to it.
///
/// Its descriptor 0 is the other end of ``connection``; what it writes to the other two goes to the log. It ends with
/// ``kill()``, with the agent, or by itself, and everything that it has started ends with it.
package final class SandboxedProcess: Sendable {
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        /// A crash, or ``kill()``.
        case signalled(Int32)
        /// The provider never ran.
        case sandboxFailed(SystemError)
    }

    package let connection: SocketConnection
    /// The sandbox's outermost process; the provider's own number is another one.
    package let processIdentifier: Int32
    private let running: Task<Ending, Never>

    private init(connection: SocketConnection, processIdentifier: Int32, running: Task<Ending, Never>) {
        self.connection = connection
        self.processIdentifier = processIdentifier
        self.running = running
    }

    deinit {
        running.cancel()
    }

    /// Starts the provider; returns as soon as bubblewrap runs.
    ///
    /// - Parameter log: Takes what the process writes, in order, on an event loop: it must not wait.
    /// - Throws: ``SystemError/noBubblewrap(searched:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package static func start(
        _ policy: SandboxPolicy, bubblewrap: String? = nil,
        log: @escaping @Sendable (ProviderOutput) -> Void = { _ in }
    ) async throws -> SandboxedProcess {
        let program = try bubblewrap ?? Bubblewrap.path()
        let arguments = policy.bubblewrapArguments(system: .current, ceilings: .own)
        let (ours, theirs) = try UnixSocket.makePair()
        let connection: SocketConnection
        do { connection = try await SocketConnection.adopt(ours) } catch {
            Glibc.close(theirs)
            throw error
        }
        let firstError = Mutex<String?>(nil)
        let output = try await Output.open { line in
            if case .line(let text, isError: true) = line { firstError.withLock { $0 = $0 ?? text } }
            log(line)
        }
        let (started, whenStarted) = AsyncStream.makeStream(of: Result<Int32, any Error>.self)
        // Not a child task: the process lives on when the task that started it has got what it came for.
        let running = Task { () -> Ending in
            do {
                let result = try await run(
                    program, arguments, input: theirs, output: output, started: { whenStarted.yield(.success($0)) })
                await output.wait()
                return Bubblewrap.ending(result, firstError: firstError.withLock { $0 })
            } catch {
                whenStarted.yield(.failure(error))
                await output.wait()
                return .signalled(SIGKILL)
            }
        }
        switch await started.first(where: { _ in true }) {
        case .success(let number):
            return SandboxedProcess(connection: connection, processIdentifier: number, running: running)
        case .failure(let error as SubprocessError):
            throw SystemError.callFailed(name: "spawn", errno: error.underlyingError?.rawValue ?? EIO, path: program)
        case .failure(let error): throw error
        case nil: throw CancellationError()
        }
    }

    /// Waits until the process, and everything in its sandbox, has ended.
    ///
    /// Any number of callers.
    package func waitForEnd() async -> Ending {
        await running.value
    }

    /// Ends the sandbox with everything in it, at once.
    ///
    /// Safe after its end.
    package func kill() {
        running.cancel()
    }

    private static func run(
        _ program: String, _ arguments: [String], input: Int32, output: borrowing Output,
        started: @Sendable (Int32) -> Void
    ) async throws -> TerminationStatus {
        let nothing: [Environment.Key: String] = [:]
        return try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: .custom(nothing),
            workingDirectory: "/",
            input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
            output: .fileDescriptor(FileDescriptor(rawValue: output.standard), closeAfterSpawningProcess: true),
            error: .fileDescriptor(FileDescriptor(rawValue: output.error), closeAfterSpawningProcess: true)
        ) { started($0.processIdentifier.value) }.terminationStatus
    }
}

/// The two pipes that a child writes to, and what reads them.
private struct Output: Sendable {
    /// The child's ends; closed by whoever spawns it.
    let standard: Int32
    let error: Int32
    private let channels: [any Channel]

    static func open(_ log: @escaping @Sendable (ProviderOutput) -> Void) async throws -> Output {
        let (standardRead, standardWrite) = try makePipe()
        let (errorRead, errorWrite) = try makePipe()
        return Output(
            standard: standardWrite, error: errorWrite,
            channels: [
                try await OutputDrain.start(standardRead, isError: false, log: log),
                try await OutputDrain.start(errorRead, isError: true, log: log),
            ])
    }

    /// Waits until the last writer has gone, which is when the last process in the sandbox has; for a second at most.
    func wait() async {
        let closing = EventLoops.shared.next().scheduleTask(in: .seconds(1)) { [channels] in
            for channel in channels { channel.close(promise: nil) }
        }
        for channel in channels { try? await channel.closeFuture.get() }
        closing.cancel()
    }

    private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        return (ends[0], ends[1])
    }
}
