import Foundation
import Glibc
import Subprocess
package import SystemPackage

/// A real program that a test runs: who it is, how it ends, and its end with the test.
///
/// Not Foundation's `Process`: that takes a child which closes every descriptor for one that has ended, and waits for it
/// on the thread that serves all other children.
package final class RunningProgram: Sendable {
    package let processIdentifier: Int32
    private let running: Task<Int32, Never>
    private let words: [String]

    /// Starts a program in a session of its own, away from the terminal that the tests are run on.
    ///
    /// - Parameters:
    ///   - words: The program's path and its arguments.
    ///   - user: Another user to become, which only root can.
    ///   - input: What it reads, closed here once it has started; nothing where there is none.
    ///   - output: Where it writes, closed here once it has started where it says so.
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

    /// Waits for its end: its status, or 128 and the signal that killed it.
    ///
    /// One that has not ended after longer than any machine takes is killed with what it started, and says so, so that its
    /// test fails by name instead of holding up all others.
    package var status: Int32 {
        get async {
            let limit = Task { [processIdentifier, words] in
                try await ContinuousClock().sleep(for: .seconds(150))
                let line = "killed, since it did not end: " + words.joined(separator: " ") + "\n"
                FileHandle.standardError.write(Data(line.utf8))
                // Negative: everything in the session that was created for it.
                kill(-processIdentifier, SIGKILL)
            }
            defer { limit.cancel() }
            return await running.value
        }
    }

    /// Where a program writes.
    package struct Output: Sendable {
        let file: FileDescriptor
        let isClosed: Bool

        /// A descriptor that stays open for the caller to read.
        package static func kept(_ file: FileDescriptor) -> Output { Output(file: file, isClosed: false) }

        /// A descriptor that the program alone has once it runs.
        package static func handedOver(_ file: FileDescriptor) -> Output { Output(file: file, isClosed: true) }
    }
}
