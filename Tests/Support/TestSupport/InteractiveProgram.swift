import Foundation
import Glibc
import LatchkeySystem
import RunningProgram
import SystemPackage

/// A program with pipes for its stdin and stdout.
///
/// The program is killed at the end of the test.
package final class InteractiveProgram: Sendable {
    private let process: RunningProgram
    private let output: FileHandle
    private let input: FileHandle

    /// - Parameter user: The user to run as; needs root.
    package init(
        _ command: [String], user: UInt32? = nil, environment: [String: String] = ["PATH": "/usr/bin:/bin:/usr/sbin"]
    ) async throws {
        let (theirInput, ourInput) = try FileDescriptor.pipe()
        let (ourOutput, theirOutput) = try FileDescriptor.pipe()
        input = FileHandle(fileDescriptor: ourInput.rawValue, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: ourOutput.rawValue, closeOnDealloc: true)
        process = try await RunningProgram(
            command, user: user, environment: environment, input: theirInput, output: .handedOver(theirOutput),
            error: .kept(.standardError))
    }

    /// Runs Python code.
    package static func python(
        _ code: String, _ arguments: [String] = [], user: UInt32? = nil
    ) async throws -> InteractiveProgram {
        try await InteractiveProgram(["/usr/bin/python3", "-c", code] + arguments, user: user)
    }

    package var processIdentifier: Int32 { process.processIdentifier }

    /// Writes a line to the program's stdin.
    package func writeLine(_ line: String) throws {
        try input.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for a line of stdout, and returns it without its newline.
    package func readLine() async throws -> String {
        let descriptor = output.fileDescriptor
        return try await BlockingCalls.runAlone {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while unsafe read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits until the program has exited.
    ///
    /// - Returns: The rest of stdout, and the exit status, or 128 plus the signal.
    package func end() async throws -> (output: String, status: Int32) {
        let bytes = try await BlockingCalls.runAlone { [output] in try output.readToEnd() ?? Data() }
        return (String(decoding: bytes, as: UTF8.self), await process.status)
    }

    package func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }
}

/// The path of a script in `Tests/Support`.
package func supportPath(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/" + name
}
