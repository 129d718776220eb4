import Foundation
import Glibc
import RunningProgram
import SystemPackage

/// One run of a program, with its captured output.
///
/// The program is killed at the end of the test.
final class Program: Sendable {
    /// How a program ended.
    struct Ending: Hashable, Sendable {
        var output: String
        var error: String
        /// The exit status, or 128 plus the signal.
        var status: Int32

        /// The lines of stderr.
        var errorLines: [String] { error.split(separator: "\n").map(String.init) }

        /// The checks in the output of `latchkey doctor --json`.
        func checks() throws -> [[String: String]] {
            struct Output: Decodable { let checks: [[String: String]] }
            return try JSONDecoder().decode(Output.self, from: Data(output.utf8)).checks
        }
    }

    private let output: Capture
    private let error: Capture
    private let running: RunningProgram

    var processIdentifier: Int32 { running.processIdentifier }

    /// - Parameter user: The user to run as; needs root.
    init(
        _ words: [String], user: UInt32? = nil, environment: [String: String], workingDirectory: String = "/"
    ) async throws {
        (output, error) = (try Capture(), try Capture())
        running = try await RunningProgram(
            words, user: user, environment: environment, workingDirectory: workingDirectory, output: .kept(output.file),
            error: .kept(error.file))
    }

    func send(_ signal: Int32) {
        Glibc.kill(processIdentifier, signal)
    }

    /// Waits until the program has exited.
    func end() async throws -> Ending {
        let status = await running.status
        return Ending(output: try output.text, error: try error.text, status: status)
    }

    static var folder: String { BuiltPrograms.folder }

    /// A file without a name for a program's output.
    ///
    /// Unlike a pipe it is never full and needs no reader.
    private final class Capture: Sendable {
        let file: FileDescriptor

        init() throws {
            let path = "/tmp/lke-output-\(UInt64.random(in: 0 ... .max))"
            file = try FileDescriptor.open(
                FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite])
            _ = unsafe unlink(path)
        }

        deinit {
            try? file.close()
        }

        var text: String {
            get throws {
                var bytes = [UInt8](repeating: 0, count: Int(try file.seek(offset: 0, from: .end)))
                let count = unsafe try bytes.withUnsafeMutableBytes {
                    unsafe try file.read(fromAbsoluteOffset: 0, into: $0)
                }
                return String(decoding: bytes[..<count], as: UTF8.self)
            }
        }
    }
}

/// Waits until a condition is true.
///
/// - Throws: ``TimeoutError`` after 30 seconds.
func eventually(_ description: String, _ condition: () async throws -> Bool) async throws {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(30)
    while try await !condition() {
        guard clock.now < limit else { throw TimeoutError(condition: description) }
        try await clock.sleep(for: .milliseconds(10))
    }
}

struct TimeoutError: Error, CustomStringConvertible {
    let condition: String
    var description: String { "timed out after 30 s: \(condition)" }
}
