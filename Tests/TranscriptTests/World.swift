import Foundation
import LatchkeySystem
import RunningProgram
import SystemPackage

/// A home folder without an agent: the runtime folder's path is too long for a socket, so none can start.
final class World: Sendable {
    private let folder: URL
    var home: String { folder.appending(path: "home").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-transcript-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file in the home folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: home).appending(path: name))
    }

    /// Links a folder of `Tests` into the home folder.
    func link(_ name: String, to path: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(
            atPath: "\(home)/\(name)", withDestinationPath: tests.appending(path: path).path)
    }

    /// Runs a shell command; returns the lines of its output and its status in brackets.
    func run(_ command: String) async throws -> [String] {
        let output = Pipe()
        let process = try await RunningProgram(
            ["/bin/sh", "-c", command],
            environment: [
                "HOME": home, "LANG": "C.UTF-8",
                "XDG_RUNTIME_DIR": folder.path + "/" + String(repeating: "x", count: 107),
                "PATH": URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + ":/usr/bin:/bin",
            ], workingDirectory: home, output: .kept(output.writing), error: .kept(output.writing))
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
