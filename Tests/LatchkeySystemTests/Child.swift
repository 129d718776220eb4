import Foundation
import Glibc
import LatchkeySystem
import RunningProgram
import SystemPackage
import Testing

/// A child process of a test, which is killed when the test ends.
final class Child: Sendable {
    private let process: RunningProgram
    private let output: FileHandle
    private let input: FileHandle

    /// - Parameter user: The user to run as; only root may choose another one.
    init(
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

    var processIdentifier: Int32 { process.processIdentifier }

    /// Writes a line to the child's input.
    func tell(_ line: String) throws {
        try input.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for a line of output.
    func line() async throws -> String {
        let descriptor = output.fileDescriptor
        return try await BlockingCalls.runAlone {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while unsafe read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits for its end; returns its output and its status, which is 128 and the signal's number for a killed child.
    func end() async throws -> (output: String, status: Int32) {
        let bytes = try await BlockingCalls.runAlone { [output] in try output.readToEnd() ?? Data() }
        return (String(decoding: bytes, as: UTF8.self), await process.status)
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Runs a Python program.
    static func python(_ program: String, _ arguments: [String] = [], user: UInt32? = nil) async throws -> Child {
        try await Child(["/usr/bin/python3", "-c", program] + arguments, user: user)
    }
}

/// A user other than the one that runs the tests.
let foreignUser: UInt32 = 4711

/// Whether tests can run as another user.
let needsRoot: ConditionTrait = .enabled(if: geteuid() == 0, "needs root to become another user")

/// The path of SystemProbe.
let probePath = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/SystemProbe"

/// A file of the tests' sources.
func support(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Support/" + name
}
