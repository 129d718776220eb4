import Foundation
import Glibc
import Subprocess
package import SystemPackage

/// A program that a test runs.
///
/// It is killed when the last reference is released.
///
/// Foundation's `Process` is unsuitable: it treats a child that closes all descriptors as ended, and then blocks the
/// thread that serves all other children.
package final class RunningProgram: Sendable {
    package let processIdentifier: Int32
    private let running: Task<Int32, Never>
    private let words: [String]

    /// Starts a program in its own session, without the terminal of the tests.
    ///
    /// - Parameters:
    ///   - words: The program's path and its arguments.
    ///   - user: The user identifier to run as, which requires root; `nil` for the current user.
    ///   - input: Standard input, which is closed in this process after the start; `nil` for `/dev/null`.
    ///   - output: Standard output.
    ///   - error: Standard error.
    package init(
        _ words: [String], user: UInt32? = nil, environment: [String: String], workingDirectory: String = "/",
        input: FileDescriptor? = nil, output: Output, error: Output
    ) async throws {
        let setUser = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
        let words = setUser + words
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

    /// The exit status, or 128 plus the number of the signal that killed the program; waits for its end.
    ///
    /// After 150 seconds, the program's session is killed and a line is printed, so that one test fails instead of
    /// blocking all.
    package var status: Int32 {
        get async {
            let limit = Task { [processIdentifier, words] in
                try await ContinuousClock().sleep(for: .seconds(150))
                let line = "killed after 150 seconds: " + words.joined(separator: " ") + "\n"
                FileHandle.standardError.write(Data(line.utf8))
                // A negative identifier: the process group, which is the whole session.
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
