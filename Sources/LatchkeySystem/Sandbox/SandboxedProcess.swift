import CLinux
import Glibc
import NIOCore
import NIOPosix
import Subprocess
import Synchronization

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
        /// The process said that the dynamic loader did not find the named shared library, and has sent nothing.
        case libraryMissing(String)
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
        let filter = try SystemCallFilter.file()
        let (ours, theirs) = try UnixSocket.makePair()
        let theirEnd = OwnedDescriptor(theirs)
        let connection = try await SocketConnection.adopt(ours)
        do {
            let firstError = Mutex<String?>(nil)
            let output = try await Output.open { line in
                if case .line(let text, isError: true) = line { firstError.withLock { $0 = $0 ?? text } }
                log(line)
            }
            let command = Command(
                program: program, arguments: arguments,
                descriptors: [theirEnd, output.standard, output.error, filter])
            let (number, running) = try await command.start {
                await output.wait()
                return (firstError.withLock { $0 }, await connection.hasReceived)
            }
            return SandboxedProcess(connection: connection, processIdentifier: number, running: running)
        } catch {
            await connection.close()
            throw error
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
}

/// What is run, and with which descriptors.
private struct Command: Sendable {
    let program: String
    let arguments: [String]
    let descriptors: [OwnedDescriptor]

    /// Starts it, and gives the task that ends with it; cancelled, that task kills it.
    ///
    /// - Parameter lastWords: Waits for the rest of what it wrote; its first line of errors, and
    ///   whether anything has come from it over the connection.
    func start(
        lastWords: @escaping @Sendable () async -> (firstError: String?, hasSent: Bool)
    ) async throws -> (Int32, Task<SandboxedProcess.Ending, Never>) {
        let (started, whenStarted) = AsyncStream.makeStream(of: Result<Int32, any Error>.self)
        // Not a child task: the process lives on when the task that started it has got what it came for.
        let running = Task { () -> SandboxedProcess.Ending in
            do {
                let status = try await run { whenStarted.yield(.success($0)) }
                let words = await lastWords()
                return Bubblewrap.ending(status, firstError: words.firstError, hasSent: words.hasSent)
            } catch {
                _ = await lastWords()
                whenStarted.yield(.failure(error))
                return .signalled(SIGKILL)
            }
        }
        guard let result = await started.first(where: { _ in true }) else {
            // Whoever wanted it has been cancelled.
            running.cancel()
            _ = await running.value
            throw CancellationError()
        }
        return (try result.get(), running)
    }

    private func run(_ started: @escaping @Sendable (Int32) -> Void) async throws -> TerminationStatus {
        let child = ChildProcess()
        return try await withTaskCancellationHandler {
            try await BlockingCalls.runAlone {
                try child.run(program, arguments, descriptors: descriptors, started: started)
            }
        } onCancel: {
            child.kill()
        }
    }
}

/// The two pipes that a child writes to, and what reads them.
private struct Output: Sendable {
    /// The child's ends; closed by whoever spawns it.
    let standard: OwnedDescriptor
    let error: OwnedDescriptor
    private let channels: [any Channel]

    static func open(_ log: @escaping @Sendable (ProviderOutput) -> Void) async throws -> Output {
        let (standardRead, standardWrite) = try makePipe()
        let (errorRead, errorWrite) = try makePipe()
        let standard = try await OutputDrain.start(standardRead, isError: false, log: log)
        do {
            let error = try await OutputDrain.start(errorRead, isError: true, log: log)
            return Output(standard: standardWrite, error: errorWrite, channels: [standard, error])
        } catch {
            try? await standard.close()
            throw error
        }
    }

    /// Waits until the last writer has gone, which is when the last process in the sandbox has; for a second at most.
    func wait() async {
        let closing = EventLoops.shared.next().scheduleTask(in: .seconds(1)) { [channels] in
            for channel in channels { channel.close(promise: nil) }
        }
        for channel in channels { try? await channel.closeFuture.get() }
        closing.cancel()
    }

    private static func makePipe() throws(SystemError) -> (read: OwnedDescriptor, write: OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    }
}
