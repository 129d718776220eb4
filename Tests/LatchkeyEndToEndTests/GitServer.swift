import Foundation
import TestSupport

/// A git server on this machine with basic authentication (`Tests/Support/git_server.py`).
final class GitServer: Sendable {
    let port: String
    private let program: InteractiveProgram

    /// Serves one empty repository, `project.git`, with the credentials of the world's `askpass`.
    init(for world: World) async throws {
        let folder = world.path + "/repositories"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try world.succeed(try await world.git(["init", "-q", "--bare", folder + "/project.git"]))
        program = try await InteractiveProgram(
            ["/usr/bin/python3", supportPath("git_server.py"), folder, "askpass-username", "askpass-password"],
            environment: world.environment)
        port = try await program.readLine()
    }

    func change(password: String) async throws {
        try program.writeLine(password)
        _ = try await program.readLine()
    }
}
