import Foundation
import LatchkeySystem

/// A home folder without an agent: the runtime folder's path is longer than a socket's can be, so none is started.
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

    /// Puts a file into the home folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: home).appending(path: name))
    }

    /// Runs a line of the shell; gives the lines printed and the status in brackets.
    func run(_ command: String) async throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--wait", "/bin/sh", "-c", command]
        process.environment = [
            "HOME": home, "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": folder.path + "/" + String(repeating: "x", count: 107),
            "PATH": URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + ":/usr/bin:/bin",
        ]
        process.currentDirectoryURL = URL(filePath: home)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = {
            end.yield($0.terminationStatus)
            end.finish()
        }
        try process.run()
        let reading = output.fileHandleForReading
        let bytes = try await BlockingCalls.runAlone { try reading.readToEnd() ?? Data() }
        let status = await ends.first { _ in true } ?? -1
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines + ["[\(status)]"]
    }
}
