import Foundation
import Glibc
import LatchkeySystem
import LatchkeyWire
import Synchronization
import Testing

/// A home folder, a runtime folder and an agent of one test.
///
/// At the end of the test, its processes are killed and its folder is removed.
final class World: Sendable {
    let user: UInt32?
    let path: String
    let environment: [String: String]
    private let agent = Mutex<Program?>(nil)
    private let areTestsAllowed = Mutex(false)

    /// The users to test as, where `nil` is the user of the tests.
    ///
    /// Root tests as an ordinary user, too.
    static let users: [UInt32?] = geteuid() == 0 ? [nil, ordinaryUser] : [nil]
    static let ordinaryUser: UInt32 = 4711
    static let foreignUser: UInt32 = 4712

    init(user: UInt32? = nil, dataFolder: String = Bundles.dataFolder) async throws {
        try await Bundles.assembled()
        await WorldLimit.shared.acquire()
        self.user = user
        path = TestRun.pathPrefix + String(UInt32.random(in: 0 ... .max), radix: 36)
        environment = [
            "HOME": path + "/home", "XDG_RUNTIME_DIR": path + "/run", "PATH": "/usr/bin:/bin:/usr/sbin",
            "XDG_DATA_DIRS": dataFolder, "LANG": "C.UTF-8", "TERM": "xterm",
        ]
        for folder in [path, path + "/home", path + "/run"] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            if let user { _ = unsafe chown(folder, user, user) }
        }
        try write("nothing to see", to: "home/private.txt")
    }

    deinit {
        // Repeats, because a process may have started another one.
        for _ in 0..<10 {
            let left = processes
            guard !left.isEmpty else { break }
            for process in left { Glibc.kill(process, SIGKILL) }
        }
        try? FileManager.default.removeItem(atPath: path)
        WorldLimit.shared.release()
    }

    /// A world with a running agent and enabled providers, which have written their identities.
    static func started(
        as user: UInt32? = nil, providers: [String] = [Bundles.first], options: [String] = []
    ) async throws -> World {
        let world = try await World(user: user)
        try await world.startAgent(options: options)
        for provider in providers { try await world.enable(provider) }
        return world
    }

    // MARK: Files

    var locations: Locations { get throws { try Locations(environment: environment) } }
    var socket: String { path + "/run/latchkey/agent.sock" }
    var agentLog: String { (try? String(contentsOfFile: path + "/agent.log", encoding: .utf8)) ?? "" }
    var identityStore: String { path + "/home/.local/state/latchkey/identities.sqlite" }

    func container(_ provider: String) -> String { path + "/home/.local/share/latchkey/containers/" + provider }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + file))
        if let user { _ = unsafe chown(path + "/" + file, user, user) }
    }

    /// The files of the world that contain this text.
    func files(containing text: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: path)
        return (files?.compactMap { $0 as? String } ?? []).filter { file in
            FileManager.default.contents(atPath: path + "/" + file)?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    // MARK: Programs

    /// Runs `latchkey` without a terminal and waits until it exits.
    @discardableResult
    func latchkey(_ words: String...) async throws -> Program.Ending {
        try await start(words).end()
    }

    /// Starts `latchkey`.
    func start(_ words: [String]) async throws -> Program {
        try await Program([Program.folder + "/latchkey"] + words, user: user, environment: environment)
    }

    /// Runs `latchkey` on a terminal of its own, where it can show a sheet.
    func onTerminal(_ words: String...) async throws -> Program.Ending {
        let line = ([Program.folder + "/latchkey"] + words).joined(separator: " ")
        return try await Program(
            ["/usr/bin/timeout", "60", "/usr/bin/script", "-qec", line, "/dev/null"], user: user,
            environment: environment
        ).end()
    }

    /// Allows the process of the tests, which is no program of the installation, as a user does.
    func allowTests() async throws {
        guard !areTestsAllowed.withLock(\.self) else { return }
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try succeed(await latchkey("clients", "allow", "--shows-sheets", tests))
        areTestsAllowed.withLock { $0 = true }
    }

    /// Enables a provider on a terminal, which lets it write its identities.
    func enable(_ provider: String) async throws {
        let ending = try await onTerminal("providers", "enable", "--yes", provider)
        guard ending.status == 0 else { throw SetUpError(reason: "enabling \(provider): \(ending) \(agentLog)") }
    }

    /// Starts the agent and waits until it listens.
    func startAgent(options: [String] = [], under wrapper: [String] = []) async throws {
        // Waits for the log line, because a client would start an agent of its own.
        let line = "latchkeyd: started"
        let starts = agentLog.components(separatedBy: line).count
        let stays = options.contains("--idle-exit") ? [] : ["--idle-exit", "0"]
        let command = wrapper + [Program.folder + "/latchkeyd"] + stays + options
        let words = command.map { "'\($0)'" }.joined(separator: " ")
        let program = try await Program(
            ["/bin/sh", "-c", "exec \(words) >> \(path)/agent.log 2>&1"], user: user, environment: environment)
        agent.withLock { $0 = program }
        try await eventually("the agent listens; its log: \(agentLog)") {
            self.agentLog.components(separatedBy: line).count > starts
        }
    }

    /// The agent that this world started.
    var agentProgram: Program {
        get throws {
            guard let program = agent.withLock({ $0 }) else { throw SetUpError(reason: "no agent was started here") }
            return program
        }
    }

    /// Kills the agent and waits until all processes of the world have ended.
    func killAgent() async throws {
        try agentProgram.send(SIGKILL)
        try await eventually("everything has ended with the agent") { self.processes.isEmpty }
    }

    // MARK: Processes

    /// Every process of the world.
    var processes: [Int32] {
        ProcessTable().processes(mentioning: path, holding: path + "/run/latchkey/agent.lock")
    }

    /// The providers' sandboxes and the processes in them.
    var providerProcesses: [Int32] { ProcessTable().processes(mentioning: containers) }

    /// The number of requests to the provider for a site's login, since the last call.
    func takeRequestCount(_ site: String) -> Int {
        let folder = container(Bundles.first)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let asked = names.filter { $0.hasPrefix("asked-\(site)-") }
        for name in asked { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
        return asked.count
    }

    /// The providers' processes, without those of the sandboxes.
    func providerPrograms() -> [Int32] {
        let table = ProcessTable()
        return table.processes(mentioning: containers).filter { table.name(of: $0) != "bwrap" }
    }

    private var containers: String { path + "/home/.local/share/latchkey/containers/" }

    /// A program that a test needs has failed.
    struct SetUpError: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }
}

/// For tests that run programs as another user.
let needsRoot: ConditionTrait = .enabled(if: geteuid() == 0, "needs root to become another user")

/// The password of MisbehavingProvider, computed as it does.
let plantedPassword = (1...6).map { "planted\($0 * 7_919)" }.joined(separator: "-")
/// The item that MisbehavingProvider stores in its keychain.
let plantedItem = (1...6).map { "keychain\($0 * 6_101)" }.joined(separator: "-")
