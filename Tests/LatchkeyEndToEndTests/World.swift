import Foundation
import Glibc
import LatchkeySystem
import LatchkeyWire
import Synchronization
import Testing

/// A computer in one folder: a home, a runtime folder, an agent, and nobody else's settings.
///
/// It ends with its test: every process that belongs to it is killed and its folder removed.
final class World: Sendable {
    let user: UInt32?
    let path: String
    let environment: [String: String]
    private let agent = Mutex<Program?>(nil)

    /// Root's own and an ordinary user's, whom what is said of permissions is about.
    static let users: [UInt32?] = geteuid() == 0 ? [nil, ordinaryUser] : [nil]
    static let ordinaryUser: UInt32 = 4711
    static let foreignUser: UInt32 = 4712

    init(user: UInt32? = nil) async throws {
        try await Bundles.areThere()
        await Places.shared.take()
        self.user = user
        path = Leftovers.own + String(UInt32.random(in: 0 ... .max), radix: 36)
        environment = [
            "HOME": path + "/home", "XDG_RUNTIME_DIR": path + "/run", "PATH": "/usr/bin:/bin:/usr/sbin",
            "XDG_DATA_DIRS": Bundles.dataFolder, "LANG": "C.UTF-8", "TERM": "xterm",
        ]
        for folder in [path, path + "/home", path + "/run"] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            if let user { _ = unsafe chown(folder, user, user) }
        }
        try write("nothing to see", to: "home/private.txt")
    }

    deinit {
        // One that was just being started is seen the next time.
        for _ in 0..<10 {
            let left = processes
            guard !left.isEmpty else { break }
            for process in left { Glibc.kill(process, SIGKILL) }
        }
        try? FileManager.default.removeItem(atPath: path)
        Places.shared.giveBack()
    }

    /// A world whose agent runs and whose providers are on and have written their identities.
    static func started(
        as user: UInt32? = nil, providers: [String] = [Bundles.first], options: [String] = []
    ) async throws -> World {
        let world = try await World(user: user)
        try await world.startAgent(options: options)
        for provider in providers { try await world.turnOn(provider) }
        return world
    }

    // MARK: Its files

    var locations: Locations { get throws { try Locations(environment: environment) } }
    var socket: String { path + "/run/latchkey/agent.sock" }
    var agentLog: String { (try? String(contentsOfFile: path + "/agent.log", encoding: .utf8)) ?? "" }
    var identityStore: String { path + "/home/.local/state/latchkey/identities.sqlite" }

    func container(_ provider: String) -> String { path + "/home/.local/share/latchkey/containers/" + provider }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + file))
        if let user { _ = unsafe chown(path + "/" + file, user, user) }
    }

    /// The files of the world that hold these bytes.
    func files(holding text: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: path)
        return (files?.compactMap { $0 as? String } ?? []).filter { file in
            FileManager.default.contents(atPath: path + "/" + file)?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    // MARK: Its programs

    /// Runs `latchkey` to its end, with nobody at a terminal.
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

    /// Turns a provider on as a person does, which lets it write its identities.
    func turnOn(_ provider: String) async throws {
        let ending = try await onTerminal("providers", "enable", "--yes", provider)
        guard ending.status == 0 else { throw NotReady(what: "turning on \(provider): \(ending) \(agentLog)") }
    }

    /// Starts the agent and waits until it answers.
    func startAgent(options: [String] = [], under wrapper: [String] = []) async throws {
        // By its own word: a client that looks whether the agent is there would start another one where it is not yet.
        let word = "latchkeyd: started"
        let starts = agentLog.components(separatedBy: word).count
        let stays = options.contains("--idle-exit") ? [] : ["--idle-exit", "0"]
        let command = wrapper + [Program.folder + "/latchkeyd"] + stays + options
        let words = command.map { "'\($0)'" }.joined(separator: " ")
        let program = try await Program(
            ["/bin/sh", "-c", "exec \(words) >> \(path)/agent.log 2>&1"], user: user, environment: environment)
        agent.withLock { $0 = program }
        try await eventually("the agent listens; it says \(agentLog)") {
            self.agentLog.components(separatedBy: word).count > starts
        }
    }

    /// The agent that this world started.
    var agentProgram: Program {
        get throws {
            guard let program = agent.withLock({ $0 }) else { throw NotReady(what: "no agent was started here") }
            return program
        }
    }

    /// Kills the agent and waits until its last process has gone.
    func killAgent() async throws {
        try agentProgram.send(SIGKILL)
        try await eventually("everything has ended with the agent") { self.processes.isEmpty }
    }

    // MARK: Its processes

    /// Every process of the world.
    var processes: [Int32] {
        ProcessTable().processes(mentioning: path, holding: path + "/run/latchkey/agent.lock")
    }

    /// The providers' sandboxes and what is in them.
    var providerProcesses: [Int32] { ProcessTable().processes(mentioning: containers) }

    /// How often the provider was asked for a site's login, and forgets it.
    func takeAsked(_ site: String) -> Int {
        let folder = container(Bundles.first)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let asked = names.filter { $0.hasPrefix("asked-\(site)-") }
        for name in asked { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
        return asked.count
    }

    /// The programs in the sandboxes, without the sandboxes themselves.
    func providerPrograms() -> [Int32] {
        let table = ProcessTable()
        return table.processes(mentioning: containers).filter { table.name(of: $0) != "bwrap" }
    }

    private var containers: String { path + "/home/.local/share/latchkey/containers/" }

    struct NotReady: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }
}

/// For tests that become another user.
let needsRoot: ConditionTrait = .enabled(if: geteuid() == 0, "needs root to become another user")

/// What the tests' provider answers with; put together as it does.
let plantedPassword = (1...6).map { "planted\($0 * 7_919)" }.joined(separator: "-")
/// What it puts into its keychain.
let plantedItem = (1...6).map { "keychain\($0 * 6_101)" }.joined(separator: "-")
