import Foundation
import RunningProgram
import Testing

/// git with a server over HTTP.
@Suite(.timeLimit(.minutes(4))) struct GitOverHTTPTests {
    @Test func `git clones and pushes after it asked for a password once`() async throws {
        let world = try await World.withGit()
        let server = try await GitServer(for: world)
        let url = "http://127.0.0.1:\(server.port)/project.git"
        try world.succeed(try await world.git(["clone", "-q", url, world.path + "/one"]))
        // git asked for the password and approved it. From now on askpass fails.
        try world.write("#!/bin/sh\nexit 1\n", to: "home/askpass")
        try world.succeed(
            try await world.git(["commit", "-q", "--allow-empty", "-m", "first"], in: world.path + "/one"))
        try world.succeed(try await world.git(["push", "-q", "origin", "HEAD:main"], in: world.path + "/one"))
        try world.succeed(try await world.git(["clone", "-q", url, world.path + "/two"]))
        let log = try world.succeed(try await world.git(["log", "--format=%s"], in: world.path + "/two"))
        #expect(log.output == "first\n")
        #expect(try await world.vault("list").contains("127.0.0.1:\(server.port)"))

        // A rejected password is moved to the bin, and git asks again.
        try await server.change(password: "another")
        #expect(try await world.git(["fetch", "-q"], in: world.path + "/two").status == 128)
        #expect(try await world.vault("list", "--bin").contains("askpass-username"))
    }
}
