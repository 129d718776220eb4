import Crypto
import Foundation
import Glibc

/// A temporary home folder with its own agent and provider.
final class World {
    static let provider = "org.latchkey.vault.provider"

    let home: URL
    private let programs: URL
    private var agent: Process?

    init(programs: URL) throws {
        self.programs = programs
        home = URL(filePath: "/tmp").appending(path: "latchkey-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.removeItem(at: home)
        try FileManager.default.createDirectory(
            at: home.appending(path: "run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        stopAgent()
        try? FileManager.default.removeItem(at: home)
    }

    private var socket: String { home.appending(path: "run/latchkey/agent.sock").path }
    var vaultProgram: String { programs.appending(path: "latchkey-vault").path }
    var container: URL { home.appending(path: "data/latchkey/containers/\(Self.provider)") }

    var environment: [String: String] {
        [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.appending(path: "run").path,
            "XDG_DATA_HOME": home.appending(path: "data").path, "XDG_STATE_HOME": home.appending(path: "state").path,
            "XDG_CONFIG_HOME": home.appending(path: "config").path,
            "XDG_CACHE_HOME": home.appending(path: "cache").path, "XDG_DATA_DIRS": "/nonexistent",
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
        ]
    }

    // MARK: The agent

    /// Starts the agent and waits for its first answer; returns the milliseconds.
    @discardableResult
    func startAgent() throws -> Double {
        let process = Process()
        process.executableURL = programs.appending(path: "latchkeyd")
        process.arguments = ["--idle-exit", "0"]
        process.environment = environment
        let log = home.appending(path: "agent.log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardOutput = FileHandle.nullDevice
        agent = process
        let start = try Stopwatch.milliseconds {
            try process.run()
            let end = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < end {
                if let client = WireClient(path: socket) { return try client.hello(role: "client") }
                usleep(200)
            }
            throw WireClient.Disconnected()
        }
        try allowBenchmarks()
        return start
    }

    /// Allows this program, which is not one of Latchkey's.
    private func allowBenchmarks() throws {
        let process = Process()
        process.executableURL = programs.appending(path: "latchkey")
        process.arguments = ["clients", "allow", "--shows-sheets", CommandLine.arguments[0]]
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw WireClient.Unexpected(what: "the agent did not allow this program")
        }
    }

    func stopAgent() {
        guard let agent else { return }
        agent.terminate()
        agent.waitUntilExit()
        self.agent = nil
    }

    func client(role: String = "client", showsSheets: Bool = false) throws -> WireClient {
        guard let client = WireClient(path: socket) else { throw WireClient.Disconnected() }
        try client.hello(role: role, showsSheets: showsSheets)
        return client
    }

    /// The current and the peak resident memory of the agent in MB.
    func agentMemory() throws -> (now: Double, most: Double) {
        guard let agent else { throw WireClient.Disconnected() }
        return try Self.memory(of: agent.processIdentifier)
    }

    var agentIdentifier: Int32 { agent?.processIdentifier ?? 0 }

    static func memory(of process: Int32) throws -> (now: Double, most: Double) {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func value(_ key: String) -> Double {
            let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1024
        }
        return (value("VmRSS"), value("VmHWM"))
    }

    // MARK: The provider

    /// Installs the vault's provider bundle and enables it.
    func installProvider() throws {
        let folder = home.appending(path: "data/latchkey/providers/LatchkeyVault.appex")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let packaging = URL(filePath: "Packaging/LatchkeyVault.appex")
        for name in ["Info.plist", "icon.png"] {
            try FileManager.default.copyItem(at: packaging.appending(path: name), to: folder.appending(path: name))
        }
        let executable = folder.appending(path: "latchkey-vault-provider")
        try FileManager.default.copyItem(at: programs.appending(path: "latchkey-vault-provider"), to: executable)
        let client = try client()
        try client.call("providers.reload", [:])
        let digest = try Self.digest(ofBundle: folder)
        try client.call("providers.enable", ["provider": Self.provider, "confirmedDigest": digest])
    }

    /// The digest of a bundle that the user confirms: SHA-256 over the lines of `sha256sum` for its files.
    private static func digest(ofBundle bundle: URL) throws -> String {
        func hexadecimal(_ digest: SHA256.Digest) -> String { digest.map { String(format: "%02x", $0) }.joined() }
        let lines = try FileManager.default.subpathsOfDirectory(atPath: bundle.path)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { path -> String? in
                guard let content = try? Data(contentsOf: bundle.appending(path: path)) else { return nil }
                return "\(hexadecimal(SHA256.hash(data: content)))  ./\(path)\n"
            }
        return hexadecimal(SHA256.hash(data: Data(lines.joined().utf8)))
    }

    /// A connection with the rights of the provider's containing app, which can write its store and keychain.
    func application() throws -> WireClient {
        let token = try Data(contentsOf: container.appending(path: ".latchkey-token"))
        let client = try client(role: "containingApp")
        try client.call("app.authenticate", ["provider": Self.provider, "token": token.base64EncodedString()])
        return client
    }
}
