import Foundation
import LatchkeySystem
import RunningProgram
import SystemPackage

/// A home folder without an agent: the runtime folder's path is too long for a socket, so none can start.
final class TestHome: Sendable {
    private let folder: URL
    var path: String { folder.appending(path: "home").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-transcript-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file in the home folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path).appending(path: name))
    }

    /// Links a folder of `Tests` into the home folder.
    func link(_ name: String, to target: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/\(name)", withDestinationPath: tests.appending(path: target).path)
    }

    /// Runs a shell command; returns the lines of its output and its status in brackets.
    func run(_ command: String) async throws -> [String] {
        let output = Pipe()
        let process = try await RunningProgram(
            ["/bin/sh", "-c", command],
            environment: [
                "HOME": path, "LANG": "C.UTF-8",
                "XDG_RUNTIME_DIR": folder.path + "/" + String(repeating: "x", count: 107),
                "PATH": URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + ":/usr/bin:/bin",
            ], workingDirectory: path, output: .kept(output.writing), error: .kept(output.writing))
        try output.fileHandleForWriting.close()
        let reading = output.fileHandleForReading
        let bytes = try await BlockingCalls.runAlone { try reading.readToEnd() ?? Data() }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines + ["[\(await process.status)]"]
    }
}

extension Pipe {
    fileprivate var writing: FileDescriptor { FileDescriptor(rawValue: fileHandleForWriting.fileDescriptor) }
}
