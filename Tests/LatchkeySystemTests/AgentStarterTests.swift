import Foundation
import Glibc
import LatchkeyCore
import LatchkeyTesting
import LatchkeyWire
import TestSupport
import Testing

@testable import LatchkeySystem

@Suite struct AgentStarterTests {
    @Test func `starts an agent that inherits nothing from its starter`() async throws {
        let world = try World()
        let connection = try await starter(in: world).connect()
        let facts = try await lines(of: connection)
        #expect(facts[1...3] == ["session true", "folder /", "tty 0"])
        #expect(facts[4] == "names HOME,LANG,LC_TIME,PATH,XDG_RUNTIME_DIR,XDG_STATE_HOME")
        #expect(facts[0] == "pid \(connection.peer.processIdentifier)")
        let left = try FileManager.default.contentsOfDirectory(atPath: world.places.runtimeDirectory)
        #expect(left.filter { $0.hasPrefix("ready") } == [])
        try await connection.send(Array("end".utf8))
    }

    @Test func `only one of many clients starts the agent`() async throws {
        let world = try World()
        var starter = starter(in: world)
        // A loaded machine is slow, and this test is not about the timeout.
        starter.timeout = 60
        let ready = starter
        // Keeps the connections open: the test's agent exits with the last one.
        let connections = try await withThrowingTaskGroup(of: ClientConnection.self) { group in
            for _ in 0..<6 { group.addTask { try await ready.connect() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let last = try await ready.connect()
        #expect(Set(connections.map(\.peer.processIdentifier)) == [last.peer.processIdentifier])
        // It serves the connections in order and exits with this one.
        for connection in connections { await connection.close() }
        try await last.send(Array("end".utf8))
        while try await last.receive() != nil {}
    }

    @Test func `throws the last log lines of an agent that exits at once`() async throws {
        let world = try World()
        let error = SystemError.agentDidNotStart(log: world.places.agentLog, lastLine: "cannot start: because")
        await #expect(throws: error) {
            _ = try await starter(in: world, ["agent", "fail"]).connect()
        }
        #expect(try world.mode(of: world.places.agentLog) == 0o600)
    }

    @Test func `throws for a missing agent program without waiting`() async throws {
        let world = try World()
        var starter = starter(in: world)
        starter.program = "/nowhere/latchkeyd"
        starter.timeout = 600
        await #expect(throws: SystemError.agentDidNotStart(log: world.places.agentLog, lastLine: nil)) {
            _ = try await starter.connect()
        }
    }

    @Test func `throws for an agent that is not ready in time`() async throws {
        let world = try World()
        var starter = starter(in: world)
        (starter.program, starter.arguments, starter.timeout) = ("/usr/bin/sleep", ["5"], 0)
        await #expect(throws: SystemError.agentDidNotStart(log: world.places.agentLog, lastLine: nil)) {
            _ = try await starter.connect()
        }
    }

    @Test func `uses the socket of the service manager`() async throws {
        let world = try World()
        try PrivateFolder.ensure(world.places.runtimeDirectory)
        let manager = try await InteractiveProgram(
            [
                "/usr/bin/systemd-socket-activate", "-l", world.socket, "-E", "HOME", "-E", "XDG_RUNTIME_DIR",
                probePath, "listen",
            ],
            environment: ["HOME": world.folder.path, "XDG_RUNTIME_DIR": world.folder.path + "/run"])
        // Waits until the service manager has created the socket.
        var connection: SocketConnection?
        for _ in 0..<1_000 where connection == nil {
            connection = try? await SocketConnection.connect(to: world.socket)
            await Task.yield()
            if connection == nil { usleep(5_000) }
        }
        let served = try #require(connection)
        let answer = try await served.receive()
        #expect(String(decoding: answer ?? [], as: UTF8.self) == "hello from \(manager.processIdentifier)")
        try await served.send([])
        #expect(try await manager.end().output == "activated []\n")
        // The service manager owns the socket file.
        #expect(FileManager.default.fileExists(atPath: world.socket))
    }

    private func starter(in world: World, _ arguments: [String] = ["agent"]) -> AgentStarter {
        AgentStarter(
            locations: world.places, program: probePath, arguments: arguments,
            environment: [
                "HOME": world.folder.path, "XDG_RUNTIME_DIR": world.folder.path + "/run",
                "XDG_STATE_HOME": world.folder.path + "/state", "PATH": "/usr/bin", "LANG": "C", "LC_TIME": "C",
                "DISPLAY": ":0", "SECRET": "x", "XDG_SESSION_ID": "1", "TERM": "xterm", "LD_PRELOAD": "",
            ])
    }

    private func lines(of connection: any Connection) async throws -> [String] {
        let answer = try await connection.receive()
        return String(decoding: answer ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

@Suite struct ProcessTests {
    @Test(arguments: [([:], "closed"), (["LATCHKEY_DEBUGGING": "1"], "open")] as [([String: String], String)])
    func `a hardened process refuses access to processes of its user`(environment: [String: String], state: String)
        async throws
    {
        let child = try await InteractiveProgram([probePath, "harden"], environment: environment)
        #expect(try await child.readLine() == state)
        let path = "/proc/\(child.processIdentifier)"
        let isClosed = state == "closed"
        // The files under /proc/PID of a process that is not dumpable belong to root.
        if geteuid() != 0 { #expect((unsafe access(path + "/mem", R_OK) != 0) == isClosed) }
        let status = try String(contentsOfFile: path + "/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1") == isClosed)
        let limits = try String(contentsOfFile: path + "/limits", encoding: .utf8)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ")[4...5].elementsEqual(["0", "0"]) || !isClosed)
        try child.writeLine("")
        #expect(try await child.end().status == 0)
    }

    @Test(needsRoot) func `another process of the same user cannot read a hardened process`() async throws {
        for (environment, expected) in [([:], "refused\n"), (["LATCHKEY_DEBUGGING": "1"], "opened\n")] {
            let folder = try TemporaryFolder()
            try folder.allow(0o755)
            try FileManager.default.copyItem(atPath: probePath, toPath: folder.path + "/probe")
            let child = try await InteractiveProgram(
                [folder.path + "/probe", "harden"], user: foreignUser, environment: environment)
            _ = try await child.readLine()
            let program = """
                import sys
                try: open(f"/proc/{sys.argv[1]}/mem","rb"); print("opened")
                except PermissionError: print("refused")
                """
            let other = try await InteractiveProgram.python(
                program, [String(child.processIdentifier)], user: foreignUser)
            #expect(try await other.end().output == expected)
            try child.writeLine("")
        }
    }

    /// With the signal masks that a program may inherit.
    @Test(arguments: ["", "SIGHUP, SIGINT, SIGTERM"]) func `emits signals as values and ignores SIGPIPE`(
        blocked: String
    ) async throws {
        let program = """
            import os, sys; from signal import *
            pthread_sigmask(SIG_SETMASK, [\(blocked)]); os.execv(sys.argv[1], sys.argv[1:])
            """
        let child = try await InteractiveProgram.python(program, [probePath, "signals"])
        #expect(try await child.readLine() == "ready")
        // The signal that the program sends itself at its start.
        #expect(try await child.readLine() == "hangUp")
        child.send(SIGPIPE)
        child.send(SIGHUP)
        #expect(try await child.readLine() == "hangUp")
        child.send(SIGINT)
        #expect(try await child.readLine() == "interrupt")
        child.send(SIGTERM)
        #expect(try await child.readLine() == "terminate")
        #expect(try await child.end().status == 0)
    }

    @Test func `the system clock waits for the given time and can be cancelled`() async throws {
        let clock = MonotonicClock.system
        let start = clock.now()
        #expect(start > 0)
        try await clock.sleep(-1)
        try await clock.sleep(0.02)
        #expect(clock.now() >= start + 0.02)
        let waiting = Task { try await clock.sleep(3_600) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a manual clock does not advance on its own`() async throws {
        let clock = ManualClock(now: 100)
        async let sleeping: Void = clock.sleep(for: 10)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: 9)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: 1)
        try await sleeping
        #expect(clock.now == 110)
        let waiting = Task { try await clock.sleep(for: 1) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
