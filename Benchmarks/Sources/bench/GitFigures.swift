import Foundation
import Glibc

/// Times of `git credential fill`, compared with the helpers that git includes.
struct GitFigures {
    let programs: URL

    private static let logins = 1000
    private static let samples = 40

    func take() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        try world.fillVault(Self.logins)
        let file = try storeFile(in: world.home)
        let latchkey = programs.appending(path: "git-credential-latchkey").path
        let store = "store --file=\(file.path)"
        let socket = world.home.appending(path: "run/git-cache").path
        let cache = "cache --socket=\(socket)"
        let git = Git(environment: world.environment)
        let daemon = try git.startCache(at: socket)
        defer { daemon.terminate() }
        for index in 0...Self.samples { try git.approve(index, with: cache) }

        // The first start of each program reads it from disk.
        for helper in [latchkey, store, cache] { _ = try git.fill(0, with: helper) }
        let client = try world.client()
        var again: [Double] = []
        var stored: [Double] = []
        var cached: [Double] = []
        var beyond: [Double] = []
        // Interleaved, so that other load affects all helpers equally.
        for index in 0..<Self.samples {
            try client.call("startAhead", ["provider": World.provider])
            // Waits until the provider has started, as after a previous question of git.
            usleep(400_000)
            again.append(try git.fill(index, with: latchkey))
            stored.append(try git.fill(index, with: store))
            cached.append(try git.fill(index, with: cache))
            beyond.append(again[index] - cached[index])
        }
        let cold = try (1...Self.samples).map { index in
            try World.endWaitingProvider()
            return try git.fill(index, with: latchkey)
        }
        return [
            Figure("git credential fill, Latchkey, provider waiting", again),
            Figure("git credential fill, Latchkey, provider cold", cold),
            Figure("git credential fill, git-credential-store with 1 k lines", stored),
            Figure("git credential fill, git-credential-cache", cached),
            Figure("git credential fill, Latchkey beyond git-credential-cache", beyond, goal: (.p50, 10)),
        ]
    }

    /// The file of git-credential-store with the same logins as the vault.
    private func storeFile(in home: URL) throws -> URL {
        let file = home.appending(path: "git-credentials")
        let lines = (0..<Self.logins).map { index in
            "https://user\(index)%40example.com:p4ss-\(index)-word%21@\(Git.host(index))\n"
        }
        try Data(lines.joined().utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return file
    }
}

/// Runs `git credential`.
private struct Git {
    let environment: [String: String]

    static func host(_ index: Int) -> String { "site\(index).example\(index % 97).com" }

    /// The milliseconds that git needs to get a login from a helper.
    func fill(_ index: Int, with helper: String) throws -> Double {
        let (answer, time) = try run("fill", with: helper, "protocol=https\nhost=\(Self.host(index))\n\n")
        guard answer.contains("password=p4ss-\(index)-word!\n") else {
            throw WireClient.Unexpected(what: "git was not filled by \(helper)")
        }
        return time
    }

    func approve(_ index: Int, with helper: String) throws {
        let login = "username=user\(index)@example.com\npassword=p4ss-\(index)-word!\n"
        _ = try run("approve", with: helper, "protocol=https\nhost=\(Self.host(index))\n" + login + "\n")
    }

    /// Starts the daemon of git-credential-cache; a daemon that git starts would outlive this process and keep its
    /// pipes.
    func startCache(at socket: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/git")
        process.arguments = ["credential-cache--daemon", socket]
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The daemon prints "ok" when it listens.
        _ = try output.fileHandleForReading.read(upToCount: 3)
        return process
    }

    private func run(
        _ action: String, with helper: String, _ input: String
    ) throws -> (output: String, milliseconds: Double) {
        // The empty value removes all helpers of the configuration.
        try start(
            ["-c", "credential.helper=", "-c", "credential.helper=\(helper)", "credential", action], input: input)
    }

    /// Runs git; returns its output and the time until git has closed it.
    private func start(_ arguments: [String], input: String) throws -> (output: String, milliseconds: Double) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/git")
        process.arguments = arguments
        process.environment = environment.merging(["GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"]) { $1 }
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        var printed = Data()
        let time = try Stopwatch.milliseconds {
            try process.run()
            try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try standardInput.fileHandleForWriting.close()
            printed = try output.fileHandleForReading.readToEnd() ?? Data()
        }
        // Not measured: Foundation notices the end up to 50 ms later.
        process.waitUntilExit()
        return (String(decoding: printed, as: UTF8.self), time)
    }
}
