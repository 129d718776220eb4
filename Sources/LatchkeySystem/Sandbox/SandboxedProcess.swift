import Glibc
import NIOCore
import NIOPosix
import Subprocess
import Synchronization

/// A provider's process in its sandbox, and the connection to it.
///
/// Its descriptor 0 is the other end of ``connection``; its standard output and error are logged. It ends with
/// ``kill()``, with the agent, or when it exits; the processes that it has started end with it.
package final class SandboxedProcess: Sendable {
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        /// A crash, or ``kill()``.
        case signalled(Int32)
        /// The dynamic loader did not find this shared library, and the process has sent nothing.
        case libraryMissing(String)
        /// The sandbox could not be set up, so the provider did not run.
        case sandboxFailed(SystemError)
    }

    package let connection: SocketConnection
    /// The process identifier of bubblewrap, not of the provider.
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

    /// Starts the provider, and returns when bubblewrap runs.
    ///
    /// - Parameters:
    ///   - scope: Limits all processes in the sandbox together; without it, only each process has limits.
    ///   - log: Receives the output in order, on an event loop: it must not block.
    /// - Throws: ``SystemError/noBubblewrap(searched:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package static func start(
        _ policy: SandboxPolicy, bubblewrap: String? = nil, in scope: SystemdScope? = nil,
        log: @escaping @Sendable (ProviderOutput) -> Void = { _ in }
    ) async throws -> SandboxedProcess {
        let program = try bubblewrap ?? Bubblewrap.path()
        let words =
            (scope?.commandPrefix(for: policy.limits) ?? []) + [program]
            + policy.bubblewrapArguments(system: .current, ceilings: .own)
        let filter = try SystemCallFilter.file(policy.systemCalls)
        let (ours, theirs) = try UnixSocket.makePair()
        let theirEnd = OwnedDescriptor(theirs)
        let connection = try await SocketConnection.adopt(ours)
        do {
            let firstError = Mutex<String?>(nil)
            let output = try await Output.open { line in
                if case .line(let text, isError: true) = line { firstError.withLock { $0 = $0 ?? text } }
                log(line)
            }
            let command = Command(words: words, descriptors: [theirEnd, output.standard, output.error, filter])
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

    /// Waits until all processes in the sandbox have ended.
    ///
    /// Any number of callers may wait.
    package func waitForEnd() async -> Ending {
        await running.value
    }

    /// Ends all processes in the sandbox with SIGKILL.
    ///
    /// Safe after they have ended.
    package func kill() {
        running.cancel()
    }
}

/// A program with its arguments and descriptors.
private struct Command: Sendable {
    /// The program's path and its arguments.
    let words: [String]
    let descriptors: [OwnedDescriptor]

    /// Starts the program, and returns its process identifier and a task that waits for its end.
    ///
    /// Cancelling the task kills the process.
    ///
    /// - Parameter drained: Waits for the rest of its output; returns the first line on stderr, and whether the process
    ///   has sent a byte over the connection.
    func start(
        drained: @escaping @Sendable () async -> (firstError: String?, hasSent: Bool)
    ) async throws -> (Int32, Task<SandboxedProcess.Ending, Never>) {
        let (started, whenStarted) = AsyncStream.makeStream(of: Result<Int32, any Error>.self)
        // Not a child task: the process outlives this call.
        let running = Task { () -> SandboxedProcess.Ending in
            do {
                let status = try await run { whenStarted.yield(.success($0)) }
                let (firstError, hasSent) = await drained()
                return Bubblewrap.ending(status, firstError: firstError, hasSent: hasSent)
            } catch {
                _ = await drained()
                whenStarted.yield(.failure(error))
                return .signalled(SIGKILL)
            }
        }
        guard let result = await started.first(where: { _ in true }) else {
            // The caller's task was cancelled.
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
                try child.run(words[0], Array(words.dropFirst()), descriptors: descriptors, started: started)
            }
        } onCancel: {
            child.kill()
        }
    }
}

/// The pipes for a child's standard output and error, and their readers.
private struct Output: Sendable {
    /// The child's ends, which ``ChildProcess`` closes in this process.
    let standard: OwnedDescriptor
    let error: OwnedDescriptor
    private let channels: [any Channel]

    static func open(_ log: @escaping @Sendable (ProviderOutput) -> Void) async throws -> Output {
        let (standardRead, standardWrite) = try OwnedDescriptor.makePipe()
        let (errorRead, errorWrite) = try OwnedDescriptor.makePipe()
        let standard = try await OutputDrain.start(standardRead, isError: false, log: log)
        do {
            let error = try await OutputDrain.start(errorRead, isError: true, log: log)
            return Output(standard: standardWrite, error: errorWrite, channels: [standard, error])
        } catch {
            try? await standard.close()
            throw error
        }
    }

    /// Waits until the last process in the sandbox has closed the pipes, at most for a second.
    func wait() async {
        let closing = EventLoops.shared.next().scheduleTask(in: .seconds(1)) { [channels] in
            for channel in channels { channel.close(promise: nil) }
        }
        for channel in channels { try? await channel.closeFuture.get() }
        closing.cancel()
    }
}
