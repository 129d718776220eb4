import Glibc
import Subprocess
import SystemPackage

/// A child process whose standard input and output are pipes to this one.
///
/// ``end()`` and the last reference end it.
package final class PipedProcess: Sendable {
    private let input: OwnedDescriptor
    private let output: OwnedDescriptor
    private let running: Task<Int32, Never>

    private init(input: OwnedDescriptor, output: OwnedDescriptor, running: Task<Int32, Never>) {
        self.input = input
        self.output = output
        self.running = running
    }

    deinit {
        end()
    }

    /// Starts a program with these variables and no others; its standard error is discarded.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)`` if it does not start.
    package static func start(
        _ program: String, arguments: [String] = [], environment: [String: String]
    ) async throws(SystemError) -> PipedProcess {
        // A process that closes its input makes write(2) fail; it must not end this process.
        Signals.ignoreBrokenPipes()
        let (childInput, input) = try OwnedDescriptor.makePipe()
        let (output, childOutput) = try OwnedDescriptor.makePipe()
        let (started, whenStarted) = AsyncStream.makeStream(of: Result<Void, SystemError>.self)
        // Not a child task: the process outlives the call that started it.
        let running = Task {
            do {
                var options = PlatformOptions()
                options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
                return try await Subprocess.run(
                    .path(FilePath(program)), arguments: Arguments(arguments), environment: .exactly(environment),
                    platformOptions: options, input: .descriptor(childInput), output: .descriptor(childOutput),
                    error: .discarded
                ) { _ in
                    childInput.close()
                    childOutput.close()
                    whenStarted.yield(.success(()))
                }.terminationStatus.shellStatus
            } catch {
                let number = (error as? SubprocessError)?.underlyingError?.rawValue ?? ENOENT
                whenStarted.yield(.failure(.callFailed(name: "spawn", errno: number, path: program)))
                return 127
            }
        }
        let process = PipedProcess(input: input, output: output, running: running)
        switch await started.first(where: { _ in true }) {
        case .success: return process
        case .failure(let error): throw error
        case nil: throw .callFailed(name: "spawn", errno: ECANCELED, path: program)
        }
    }

    /// Exchanges frames over the pipes; call it once, and neither ``write(_:)`` nor ``read(upTo:)`` then.
    package func connection() async throws -> PipeConnection {
        try await PipeConnection.adopt(input: output, output: input)
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, with `EPIPE` if the process closed its input.
    package func write(_ bytes: [UInt8]) async throws {
        let input = input
        try await BlockingCalls.run { try AtomicFile.append(bytes, to: input, path: "pipe") }
    }

    /// Waits for output and returns at most that many bytes; an empty array at its end.
    package func read(upTo limit: Int = 4096) async throws -> [UInt8] {
        let output = output
        return try await BlockingCalls.runAlone {
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = try systemCall("read") { unsafe Glibc.read(output.number, &bytes, limit) }
            return Array(bytes.prefix(count))
        }
    }

    /// Closes its input and sends SIGTERM, and SIGKILL two seconds later.
    package func end() {
        input.close()
        running.cancel()
    }

    /// Waits for its end and returns its status; 128 and the signal's number if a signal ended it.
    package func waitForEnd() async -> Int32 {
        await running.value
    }
}
