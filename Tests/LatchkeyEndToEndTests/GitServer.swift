import Foundation
import LatchkeySystem
import RunningProgram
import SystemPackage

/// A server of git repositories on this machine, with basic authentication (`Tests/Support/git_server.py`).
final class GitServer: Sendable {
    let port: String
    private let program: RunningProgram
    private let input: FileHandle
    private let output: FileHandle

    /// Serves one empty repository, `project.git`, with the credentials of the world's `askpass`.
    init(for world: World) async throws {
        let folder = world.path + "/repositories"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try world.succeed(try await world.git(["init", "-q", "--bare", folder + "/project.git"]))
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/git_server.py").path
        let (theirInput, ourInput) = try FileDescriptor.pipe()
        let (ourOutput, theirOutput) = try FileDescriptor.pipe()
        input = FileHandle(fileDescriptor: ourInput.rawValue, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: ourOutput.rawValue, closeOnDealloc: true)
        program = try await RunningProgram(
            ["/usr/bin/python3", script, folder, "askpass-username", "askpass-password"],
            environment: world.environment, input: theirInput, output: .handedOver(theirOutput),
            error: .kept(.standardError))
        port = try await Self.line(from: output)
    }

    func change(password: String) async throws {
        try input.write(contentsOf: Data((password + "\n").utf8))
        _ = try await Self.line(from: output)
    }

    private static func line(from handle: FileHandle) async throws -> String {
        let descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
        return try await BlockingCalls.runAlone {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while unsafe try withUnsafeMutableBytes(of: &byte, { unsafe try descriptor.read(into: $0) }) == 1,
                byte != UInt8(ascii: "\n")
            {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
