import Foundation
import Glibc
import RunningProgram
import SystemPackage

/// One run of a real program: what it printed, how it ended, and its end with the test.
final class Program: Sendable {
    /// How a program ended.
    struct Ending: Hashable, Sendable {
        var output: String
        var error: String
        /// 128 and more for a signal.
        var status: Int32

        /// The lines of stderr that say what went wrong.
        var complaints: [String] { error.split(separator: "\n").map(String.init) }
    }

    private let output: Capture
    private let error: Capture
    private let running: RunningProgram

    var processIdentifier: Int32 { running.processIdentifier }

    /// - Parameter user: Another user to become, which only root can.
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

    /// Waits for its end.
    func end() async throws -> Ending {
        let status = await running.status
        return Ending(output: try output.text, error: try error.text, status: status)
    }

    static var folder: String { BuiltPrograms.folder }

    /// A file without a name that takes what a program writes: unlike a pipe it is never full, and nobody reads it.
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

/// Waits until something has come true.
///
/// - Throws: ``NeverHappened`` with what was waited for, after longer than any machine takes.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(30)
    while try await !condition() {
        guard clock.now < limit else { throw NeverHappened(what: what) }
        try await clock.sleep(for: .milliseconds(10))
    }
}

struct NeverHappened: Error, CustomStringConvertible {
    let what: String
    var description: String { "waited 30 s in vain: \(what)" }
}
