import Foundation
import LatchkeyClient
import LatchkeySystem
import LatchkeyWire
import Testing

/// Start and end of the agent.
@Suite struct AgentLifeTests {
    @Test(arguments: World.users) func `the first client starts the agent`(user: UInt32?) async throws {
        let world = try await World(user: user)
        let first = try await world.latchkey("log")
        #expect(first.status == 0, "\(first.error)")
        let agents = world.processes
        #expect(agents.count == 1)
        #expect(try await world.latchkey("log").status == 0)
        #expect(world.processes == agents)
    }

    @Test func `six clients that start at once share one agent`() async throws {
        let world = try await World()
        var clients: [Program] = []
        for _ in 1...6 { clients.append(try await world.start(["log"])) }
        for client in clients {
            let ending = try await client.end()
            #expect(ending.status == 0, "\(ending.error)")
        }
        #expect(world.processes.count == 1)
    }

    @Test(arguments: World.users) func `systemd's socket activation starts the agent`(user: UInt32?) async throws {
        let world = try await World(user: user)
        let folder = world.path + "/run/latchkey"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        if let user { _ = unsafe chown(folder, user, user) }
        let variables = ["HOME", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS"].map {
            "--setenv=\($0)=\(world.environment[$0] ?? "")"
        }
        let activator = try await Program(
            ["/usr/bin/systemd-socket-activate", "--listen=" + world.socket] + variables
                + [Program.folder + "/latchkeyd", "--idle-exit", "0"],
            user: user, environment: world.environment)
        try await eventually("systemd listens") { FileManager.default.fileExists(atPath: world.socket) }
        #expect(world.processes == [activator.processIdentifier])
        let client = try await world.latchkey("log")
        #expect(client.status == 0, "\(client.error)")
        #expect(world.processes == [activator.processIdentifier])
        activator.send(SIGTERM)
        let ending = try await activator.end()
        #expect(ending.status == 0)
        // The service manager owns the socket, so the agent leaves it.
        #expect(FileManager.default.fileExists(atPath: world.socket))
    }

    @Test(arguments: World.users) func `a client replaces the socket of a killed agent`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        try await world.killAgent()
        #expect(FileManager.default.fileExists(atPath: world.socket))
        let ending = try await world.latchkey("fill", "https://well.example")
        #expect(ending.output == plantedPassword + "\n", "\(ending.error)")
    }

    @Test func `a client connects again if an agent that is ending accepts it`() async throws {
        let world = try await World.started()
        try await world.killAgent()
        try FileManager.default.removeItem(atPath: world.socket)
        let ending = try await Program(
            ["/usr/bin/python3", "-c", Self.endingAgent, world.socket], environment: ["PATH": "/usr/bin"])
        try await eventually("the socket accepts connections") { FileManager.default.fileExists(atPath: world.socket) }
        let filled = try await world.latchkey("fill", "https://well.example")
        #expect(filled.output == plantedPassword + "\n", "\(filled.error)")
        #expect(try await ending.end().output == "accepted\n")
    }

    /// Accepts one connection, and ends before it answers.
    private static let endingAgent = """
        import os,socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]+".new"); s.listen(); s.settimeout(20)
        os.rename(sys.argv[1]+".new",sys.argv[1]); c=s.accept()[0]; s.close(); c.close(); print("accepted")
        """

    @Test func `a second agent refuses to start`() async throws {
        let world = try await World.started(providers: [])
        let second = try await Program([Program.folder + "/latchkeyd"], environment: world.environment).end()
        #expect(second.status == 1)
        #expect(second.error.contains("error: "))
        #expect(try await world.latchkey("log").status == 0)
    }

    @Test func `SIGTERM ends the agent and every open request`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        let agent = try world.agentProgram
        agent.send(SIGTERM)
        #expect(try await agent.end().status == 0)
        #expect(try await client.end().status != 0)
        try await eventually("every process has ended") { world.processes.isEmpty }
        #expect(!FileManager.default.fileExists(atPath: world.socket))
        #expect(world.agentLog.contains("latchkeyd: ended"))
    }

    @Test func `an idle agent exits unless its keychain has an item`() async throws {
        let world = try await World.started(options: ["--idle-exit", "8", "--after-answer", "0.5"])
        let agent = try world.agentProgram
        #expect(try await world.latchkey("fill", "https://keepssecret.example").status == 0)
        try await eventually("only the agent is left") { world.processes == [agent.processIdentifier] }
        // An agent without a keychain item exits after the same idle time.
        let other = try await World()
        try await other.startAgent(options: ["--idle-exit", "9"])
        #expect(try await other.agentProgram.end().status == 0)
        #expect(world.processes == [agent.processIdentifier])
        #expect(try await world.latchkey("fill", "https://dropssecret.example").status == 0)
        #expect(try await agent.end().status == 0)
        for log in [world.agentLog, other.agentLog] { #expect(log.contains("latchkeyd: ended")) }
        #expect(world.processes == [])
        #expect(!FileManager.default.fileExists(atPath: world.socket))
    }

    @Test(arguments: World.users, ["run", "run/latchkey/agent.sock", "home"])
    func `the agent exits when its socket or its home folder is removed`(user: UInt32?, place: String) async throws {
        let world = try await World.started(as: user, providers: [])
        let agent = try world.agentProgram
        try FileManager.default.removeItem(atPath: world.path + "/" + place)
        try await eventually("the agent has ended") { world.processes.isEmpty }
        #expect(try await agent.end().status == 0)
        #expect(world.agentLog.contains(" was removed"))
    }

    // MARK: Memory

    @Test(needsRoot) func `the user cannot read or trace the agent and the vault's provider`() async throws {
        let dataFolder = try await Bundles.installVault()
        defer { try? FileManager.default.removeItem(atPath: dataFolder) }
        let world = try await World.withVault(as: World.ordinaryUser, dataFolder: dataFolder)
        try await world.addLogin("https://vaulted.example/", user: "ada", password: "vaulted")
        try await world.vault("lock")
        // Waits for the passphrase on a terminal without input.
        let screen = world.path + "/screen"
        let fill = "\(Program.folder)/latchkey fill --show https://vaulted.example"
        let line = "sleep 60 | timeout -s KILL 60 script -qec '\(fill)' /dev/null >'\(screen)'"
        let client = try await Program(
            ["/bin/sh", "-c", line], user: World.ordinaryUser, environment: world.environment)
        try await eventually("the unlock sheet is shown") {
            (try? String(contentsOfFile: screen, encoding: .utf8))?.contains("Passphrase") == true
        }
        for process in [try world.agentProgram.processIdentifier] + world.vaultProviders() {
            let attack = try await attack(process)
            #expect(attack.output == "maps denied\nread denied\ntrace denied\n", "\(process): \(attack)")
        }
        client.send(SIGKILL)
    }

    /// What Docs/decisions/0110 says of other providers.
    ///
    /// It also shows that the attack works.
    @Test(needsRoot) func `the user can read a provider whose program is readable`() async throws {
        let world = try await World.started(as: World.ordinaryUser, options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        let provider = try #require(world.providerPrograms().first)
        #expect(try await attack(provider).output == "maps open\nread \\x7fELF\ntrace open\n")
        client.send(SIGKILL)
    }

    private func attack(_ process: Int32) async throws -> Program.Ending {
        try await Program(
            ["/usr/bin/python3", "-c", Self.attack, "\(process)"], user: World.ordinaryUser, environment: [:]
        ).end()
    }

    /// Reads another process as a program of the same user would; each line is the result of one attempt.
    private static let attack = """
        import ctypes, errno, sys
        libc, process = ctypes.CDLL(None, use_errno=True), int(sys.argv[1])

        class Part(ctypes.Structure):
            _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]

        # Without the map, an address that is not mapped: then only the permission decides between two errors.
        address = 4096
        try:
            with open(f"/proc/{process}/maps") as maps:
                address = int(maps.readline().split("-")[0], 16)
            print("maps open")
        except PermissionError:
            print("maps denied")
        copy = ctypes.create_string_buffer(4)
        local, remote = Part(ctypes.addressof(copy), 4), Part(address, 4)
        if libc.process_vm_readv(process, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) == 4:
            print("read", repr(copy.raw)[2:-1])
        else:
            print("read", "denied" if ctypes.get_errno() == errno.EPERM else "open")
        # PTRACE_SEIZE does not stop the process.
        print("trace", "open" if libc.ptrace(0x4206, process, None, None) == 0 else "denied")
        """

    /// Kills after a random delay, while the provider writes to the store.
    @Test func `the identity store survives SIGKILL of agent and provider at any moment`() async throws {
        var generator = SystemRandomNumberGenerator()
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        for round in 1...12 {
            let client = try await world.start(["fill", "https://writesforever.example"])
            try await eventually("the provider writes") { world.takeRequestCount("writesforever") > 0 }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &generator)))
            if round.isMultiple(of: 3) {
                for provider in world.providerPrograms() { kill(provider, SIGKILL) }
                _ = try await client.end()
            }
            try await world.killAgent()
            try await world.startAgent(options: ["--no-ui-deadline", "600"])
            let found = try await world.latchkey("suggest", "https://well.example")
            #expect(found.status == 0, "round \(round): \(found.error)")
        }
        #expect(!world.agentLog.contains("damaged"))
        let store = try await Program(
            ["/usr/bin/python3", "-c", Self.check, world.identityStore], environment: [:]
        ).end()
        #expect(store.output == "ok\n", "\(store.error)")
    }

    private static let check = """
        import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchone()[0])
        """
}

extension World {
    /// The running programs of the vault's provider.
    fileprivate func vaultProviders() -> [Int32] {
        let table = ProcessTable()
        // The kernel cuts names to 15 bytes.
        return providerPrograms().filter { table.name(of: $0) == "latchkey-vault-" }
    }
}
