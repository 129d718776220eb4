import Foundation
import Glibc
import Subprocess
package import SystemPackage

/// A program that a test runs; it is killed with the last reference.
///
/// Not Foundation's `Process`: if a child closes all descriptors, it counts as ended, and `Process` then blocks the thread
/// that serves all other children.
package final class RunningProgram: Sendable {
    package let processIdentifier: Int32
    private let running: Task<Int32, Never>
    private let words: [String]

    /// Starts a program in its own session, without the tests' terminal.
    ///
    /// - Parameters:
    ///   - words: The program's path and its arguments.
    ///   - user: The user to run as; only root may choose another one.
    ///   - input: Its input, which is closed in this process after the start; `nil` for an empty one.
    ///   - output: Its output; see ``Output``.
    package init(
        _ words: [String], user: UInt32? = nil, environment: [String: String], workingDirectory: String = "/",
        input: FileDescriptor? = nil, output: Output, error: Output
    ) async throws {
        let becoming = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
        let words = becoming + words
        self.words = words
        let variables = environment.reduce(into: [Environment.Key: String]()) { result, variable in
            result[Environment.Key(stringLiteral: variable.key)] = variable.value
        }
        var options = PlatformOptions()
        options.createSession = true
        let input = try input ?? FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: [.closeOnExec])
        let (started, whenStarted) = AsyncStream.makeStream(of: Result<Int32, any Error>.self)
        running = Task { [options] in
            do {
                let status = try await Subprocess.run(
                    .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())),
                    environment: .custom(variables), workingDirectory: FilePath(workingDirectory),
                    platformOptions: options, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
                    output: .fileDescriptor(output.file, closeAfterSpawningProcess: output.isClosed),
                    error: .fileDescriptor(error.file, closeAfterSpawningProcess: error.isClosed)
                ) { whenStarted.yield(.success($0.processIdentifier.value)) }.terminationStatus
                switch status {
                case .exited(let code): return code
                case .signaled(let signal): return 128 + signal
                }
            } catch {
                whenStarted.yield(.failure(error))
                return -1
            }
        }
        processIdentifier = try await started.first { _ in true }?.get() ?? -1
    }

    deinit {
        running.cancel()
    }

    /// Waits for its end; its exit status, or 128 and the number of the signal that killed it.
    ///
    /// After 150 seconds it kills the program's session and prints a line, so that one test fails instead of blocking all.
    package var status: Int32 {
        get async {
            let limit = Task { [processIdentifier, words] in
                try await ContinuousClock().sleep(for: .seconds(150))
                let line = "killed, since it did not end: " + words.joined(separator: " ") + "\n"
                FileHandle.standardError.write(Data(line.utf8))
                // Negative: the process group, which is the whole session.
                kill(-processIdentifier, SIGKILL)
            }
            defer { limit.cancel() }
            return await running.value
        }
    }

    /// A program's output.
    package struct Output: Sendable {
        let file: FileDescriptor
        let isClosed: Bool

        /// The descriptor stays open in this process.
        package static func kept(_ file: FileDescriptor) -> Output { Output(file: file, isClosed: false) }

        /// The descriptor is closed in this process after the start.
        package static func handedOver(_ file: FileDescriptor) -> Output { Output(file: file, isClosed: true) }
    }
}
