import Foundation
import Testing

/// A world in which git uses our credential helper, and an `askpass` answers git's prompts.
extension World {
    static func withGit(as user: UInt32? = nil, under wrapper: [String] = []) async throws -> World {
        let world = try await World.withVault(as: user, under: wrapper)
        try world.write(
            """
            [credential]
                helper = \(Program.folder)/git-credential-latchkey
            [user]
                name = Ada
                email = ada@example.org
            [init]
                defaultBranch = main

            """, to: "home/.gitconfig")
        try world.write(
            """
            #!/bin/sh
            case $1 in
            Username*) echo askpass-username ;;
            *) echo askpass-password ;;
            esac

            """, to: "home/askpass")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: world.path + "/home/askpass")
        return world
    }

    /// Runs `git credential fill`; returns the lines of its output.
    func fill(_ lines: String..., useHttpPath: Bool = false) async throws -> [String] {
        let configuration = useHttpPath ? ["-c", "credential.useHttpPath=true"] : []
        let ending = try succeed(try await git(configuration + ["credential", "fill"], input: lines))
        #expect(ending.error == "")
        return ending.output.split(separator: "\n").map(String.init)
    }

    /// Runs `git credential approve`.
    func approve(_ lines: String..., useHttpPath: Bool = false) async throws {
        let configuration = useHttpPath ? ["-c", "credential.useHttpPath=true"] : []
        let ending = try succeed(try await git(configuration + ["credential", "approve"], input: lines))
        #expect(ending.output == "" && ending.error == "")
    }

    /// Runs `git credential reject`.
    func reject(_ lines: String..., useHttpPath: Bool = false) async throws {
        let configuration = useHttpPath ? ["-c", "credential.useHttpPath=true"] : []
        let ending = try succeed(try await git(configuration + ["credential", "reject"], input: lines))
        #expect(ending.output == "" && ending.error == "")
    }

    /// Runs the helper directly, with lines that another version of git would send.
    func helper(_ operation: String, _ lines: String...) async throws -> Program.Ending {
        try await helper(operation, lines: lines)
    }

    /// - Parameter variables: Additional environment variables, such as `LD_PRELOAD=libjemalloc.so.2`.
    func helper(_ operation: String, lines: [String], variables: [String] = []) async throws -> Program.Ending {
        try await withInput(lines) { file in
            try await run(
                "/usr/bin/env",
                variables + [
                    "/bin/sh", "-c", "exec \"$0\" \"$1\" < \"$2\"", Program.folder + "/git-credential-latchkey",
                    operation, file,
                ])
        }
    }

    /// Runs git without a terminal.
    ///
    /// - Parameter variables: Additional environment variables, such as `DISPLAY=:0`.
    func git(
        _ words: [String], input: [String] = [], in folder: String = "/", variables: [String] = []
    ) async throws -> Program.Ending {
        try await withInput(input) { file in
            try await run(
                "/usr/bin/env",
                variables + [
                    "GIT_ASKPASS=\(path)/home/askpass", "GIT_CONFIG_NOSYSTEM=1", "/bin/sh", "-c",
                    "file=$1; shift; exec git \"$@\" < \"$file\"", "sh", file, "-C", folder,
                ] + words)
        }
    }

    private func withInput<Result>(_ lines: [String], _ body: (String) async throws -> Result) async throws -> Result {
        let name = "input-\(UInt32.random(in: 0 ... .max))"
        try write(lines.map { $0 + "\n" }.joined(), to: name)
        defer { try? FileManager.default.removeItem(atPath: path + "/" + name) }
        return try await body(path + "/" + name)
    }
}
