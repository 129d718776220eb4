import Foundation
import Testing

/// Output to a full disk or a closed pipe.
@Suite(.timeLimit(.minutes(3))) struct OutputTests {
    /// Runs a shell command in which `$latchkey` is the program.
    private func shell(_ line: String, in world: World) async throws -> Program.Ending {
        try await world.run(
            "/usr/bin/env", ["latchkey=\(Program.folder)/latchkey", "/bin/sh", "-c", "cd \"$HOME\"; \(line)"])
    }

    @Test(arguments: [
        (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
    ])
    func `fill fails if stdout cannot be written`(redirection: String, reason: String) async throws {
        let world = try await World.started(providers: [Bundles.demo])
        let ending = try await shell("exec $latchkey fill https://demo.example \(redirection)", in: world)
        #expect(
            ending.errorLines == [
                "latchkey: error: the password of demo could not be written to stdout: \(reason)",
                "latchkey: hint: free some disk space, or redirect stdout, and run the command again",
            ])
        #expect(ending.status == 1)
    }

    @Test func `fill reports as JSON that stdout cannot be written`() async throws {
        let world = try await World.started(providers: [Bundles.demo])
        let ending = try await shell("exec $latchkey fill https://demo.example --json >/dev/full", in: world)
        #expect(
            ending.errorLines == [
                #"{"error":{"hint":"free some disk space, or redirect stdout, and run the command again","#
                    + #""message":"the password of demo could not be written to stdout: No space left on device","#
                    + #""status":1}}"#
            ])
        #expect(ending.status == 1)
    }

    @Test(arguments: ["suggest https://demo.example", "log", "providers", "doctor", "--help"])
    func `every command fails if stdout is full`(words: String) async throws {
        let world = try await World.started(providers: [Bundles.demo])
        let ending = try await shell("exec $latchkey \(words) >/dev/full", in: world)
        #expect(
            ending.errorLines.first
                == "latchkey: error: the result could not be written to stdout: No space left on device")
        #expect(ending.status == 1)
    }

    @Test func `fill ends without a message if the reader closed the pipe`() async throws {
        let world = try await World.started(providers: [Bundles.demo])
        // A pipe without a reader. It is opened for reading and writing first, because opening one end alone blocks.
        let ending = try await shell(
            "mkfifo pipe; exec 4<>pipe 5>pipe 4<&-; $latchkey fill https://demo.example >&5; echo $?", in: world)
        #expect(ending.output == "141\n")
        #expect(ending.error == "")
    }
}
