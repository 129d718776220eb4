import Foundation
import Glibc
import LatchkeyWire
import Testing

/// The native host with a real agent.
@Suite struct NativeHostTests {
    private static let suggestions = "{\"url\":\"https://well.example\",\"kinds\":[],\"explain\":false}"

    /// The identifier of the first suggestion.
    private func suggestion(in answer: String) throws -> String {
        struct Answer: Decodable {
            struct Result: Decodable {
                struct Suggestion: Decodable { let id: String }
                let suggestions: [Suggestion]
            }
            let result: Result
        }
        let found = try JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).result.suggestions
        return try #require(found.first?.id)
    }

    // MARK: Calls

    @Test(arguments: World.users) func `fills a login and logs the browser's name`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        let pipe = try await BrowserPipe(world)
        #expect(try await pipe.greet()?.contains("\"protocolVersion\":1") == true)
        pipe.send(RawClient.call("suggest", id: 2, Self.suggestions))
        let suggested = try #require(try await pipe.receive())
        let identifier = try suggestion(in: suggested)
        pipe.send(
            RawClient.call(
                "fill", id: 3,
                "{\"url\":\"https://well.example\",\"suggestion\":\"\(identifier)\",\"acceptsWarning\":false}"))
        let filled = try #require(try await pipe.receive())
        #expect(filled.contains(plantedPassword), "\(filled)")
        pipe.finish()
        let end = try await pipe.end()
        #expect(end.status == 0)
        #expect(end.error == "")
        // Not "raw", which the hello claimed.
        let log = try await world.latchkey("log").output
        #expect(log.contains("Chromium") && !log.contains("raw"), "\(log)")
    }

    @Test func `starts the agent if none runs`() async throws {
        let world = try await World()
        let pipe = try await BrowserPipe(world, arguments: BrowserPipe.firefox)
        #expect(try await pipe.greet()?.contains("\"protocolVersion\":1") == true)
    }

    @Test func `the installed script works with any environment of the browser`() async throws {
        let world = try await World.started()
        let installed = try await world.latchkey("browser", "install", "chromium", "firefox")
        #expect(installed.status == 0, "\(installed)")
        let script = world.path + "/home/.local/share/latchkey/native-host/org.latchkey.host"
        let pipe = try await BrowserPipe(world, program: script, environment: ["HOME": "/nowhere"])
        #expect(try await pipe.greet()?.contains("\"protocolVersion\":1") == true)
        pipe.send(RawClient.call("suggest", id: 2, Self.suggestions))
        #expect(try await pipe.receive()?.contains("\"user\":\"well\"") == true)
        let status = try await world.latchkey("browser", "status", "chromium", "firefox")
        #expect(status.status == 0, "\(status)")
        #expect(
            status.output.contains(
                "reaches the agent (version \(ProtocolVersion.product)) when started as Chromium does"), "\(status)")
        #expect(
            status.output.contains(
                "reaches the agent (version \(ProtocolVersion.product)) when started as Firefox does"), "\(status)")
        try FileManager.default.removeItem(atPath: script)
        let broken = try await world.latchkey("browser", "status", "chromium")
        #expect(broken.status == 1)
        #expect(broken.output.contains("start script is missing"), "\(broken)")
    }

    // MARK: Permissions

    @Test(arguments: [
        ["chrome-extension://oboonakemofpalcgghocfoadofidjkkk/"],
        ["/nowhere/org.latchkey.host.json", "other@example.org"],
    ])
    func `refuses another extension without starting the agent`(caller: [String]) async throws {
        let world = try await World()
        let pipe = try await BrowserPipe(world, arguments: caller)
        pipe.send(RawClient.hello())
        #expect(try await pipe.receive() == nil)
        let end = try await pipe.end()
        #expect(end.status == 2)
        #expect(
            end.error == """
                latchkey-native-host: error: this extension is not Latchkey's
                latchkey-native-host: hint: run "latchkey browser status" to see which is allowed

                """)
        #expect(world.processes.isEmpty)
    }

    @Test(arguments: ["git.get", "providers.enable", "log.read", "app.authenticate", "settings.keepIdentitiesInMemory"])
    func `refuses methods that browsers do not need`(method: String) async throws {
        let world = try await World.started()
        let pipe = try await BrowserPipe(world)
        try await pipe.greet(RawClient.hello().replacing("\"role\":\"client\"", with: "\"role\":\"containingApp\""))
        pipe.send(RawClient.call(method, id: 2))
        #expect(try await pipe.receive()?.contains("\"reason\":\"notPermitted\"") == true)
        // The connection stays open.
        pipe.send(RawClient.call("suggest", id: 2, Self.suggestions))
        #expect(try await pipe.receive()?.contains("\"user\":\"well\"") == true)
    }

    // MARK: Invalid messages

    @Test(
        arguments: [
            ("", (1 << 20) + 1, "longer than 1048576 bytes"), ("", .max, "longer than 1048576 bytes"),
            (String(repeating: "[", count: 100_000), nil, "nested more than 32 levels deep"),
            ("{\"jsonrpc\":\"2.0\"", nil, "not JSON"),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fill\",\"method\":\"git.get\"}", nil, "a duplicate key"),
        ] as [(String, UInt32?, String)])
    func `reports an invalid message to the extension and exits`(
        payload: String, length: UInt32?, sentence: String
    ) async throws {
        let world = try await World.started(providers: [])
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        pipe.send(payload, announcing: length)
        let last = try #require(try await pipe.receive())
        #expect(last.contains("\"id\":null") && last.contains("\"nativeHost\":\"unreadableMessage\""), "\(last)")
        #expect(last.contains(sentence), "\(last)")
        #expect(try await pipe.receive() == nil)
        #expect(try await pipe.end().status == 1)
        #expect(try await world.latchkey("log").status == 0)
    }

    @Test func `exits if the browser closes the pipe within a message`() async throws {
        let world = try await World.started(providers: [])
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        pipe.send(RawClient.call("suggest", id: 2, Self.suggestions), announcing: 4_000)
        pipe.finish()
        #expect(try await pipe.receive() == nil)
        #expect(try await pipe.end().status == 1)
    }

    @Test(arguments: [(99, 98, "agent"), (0, 0, "client")])
    func `tells an incompatible extension which side to update`(
        version: Int, oldest: Int, outdated: String
    ) async throws {
        let world = try await World.started(providers: [])
        let pipe = try await BrowserPipe(world)
        let answer = try #require(try await pipe.greet(RawClient.hello(version, oldest: oldest)))
        #expect(answer.contains("unsupportedVersion") && answer.contains("\"update\":\"\(outdated)\""), "\(answer)")
        // The extension may send another hello with a common version.
        #expect(try await pipe.greet(RawClient.hello(id: 2))?.contains("\"protocolVersion\":1") == true)
    }

    // MARK: Exit

    @Test func `reports that the agent exited, then exits`() async throws {
        let world = try await World.started(providers: [])
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        try world.agentProgram.send(SIGKILL)
        let last = try #require(try await pipe.receive())
        #expect(last.contains("\"id\":null") && last.contains("\"nativeHost\":\"agentLeft\""), "\(last)")
        #expect(try await pipe.receive() == nil)
        #expect(try await pipe.end().status == 1)
    }

    @Test func `reports why the agent cannot be reached`() async throws {
        let world = try await World()
        var environment = world.environment
        environment["XDG_RUNTIME_DIR"] = world.path + "/" + String(repeating: "x", count: 100)
        let pipe = try await BrowserPipe(world, environment: environment)
        let last = try #require(try await pipe.greet())
        #expect(last.contains("\"nativeHost\":\"agentNotReached\""), "\(last)")
        #expect(last.contains("\"hint\":\"set XDG_RUNTIME_DIR to a shorter path\""), "\(last)")
        #expect(try await pipe.end().status == 1)
    }

    @Test func `exits on SIGTERM`() async throws {
        let world = try await World.started(providers: [])
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        kill(pipe.processIdentifier, SIGTERM)
        #expect(try await pipe.end().status == 128 + SIGTERM)
    }

    @Test func `exits when the browser is killed during a request`() async throws {
        let world = try await World.started()
        let browser = try await Program(
            ["/usr/bin/python3", "-c", Self.browser, Program.folder + "/latchkey-native-host"] + BrowserPipe.chromium
                + [RawClient.hello(), RawClient.call("list", id: 2)],
            environment: world.environment, workingDirectory: world.path + "/home")
        try await eventually("the host has answered hello") {
            FileManager.default.fileExists(atPath: world.path + "/home/host")
        }
        let host = try #require(
            Int32(try String(contentsOfFile: world.path + "/home/host", encoding: .utf8)))
        #expect(kill(host, 0) == 0)
        browser.send(SIGKILL)
        _ = try await browser.end()
        // The parent that adopts the host may not have reaped it yet.
        try await eventually("the host has ended") {
            kill(host, 0) != 0
                || (try? String(contentsOfFile: "/proc/\(host)/stat", encoding: .utf8))?.contains(") Z ") != false
        }
    }

    /// Starts the host, reads its response to hello, calls `list` and sleeps.
    private static let browser = """
        import struct, subprocess, sys, time
        host = subprocess.Popen(sys.argv[1:3], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        def say(text):
            payload = text.encode()
            host.stdin.write(struct.pack("=I", len(payload)) + payload)
            host.stdin.flush()
        say(sys.argv[3])
        host.stdout.read(struct.unpack("=I", host.stdout.read(4))[0])
        say(sys.argv[4])
        with open("host.new", "w") as file: file.write(str(host.pid))
        import os
        os.rename("host.new", "host")
        time.sleep(100)
        """

    // MARK: Secrets

    @Test func `prints and stores no secret, not even after an invalid message`() async throws {
        let world = try await World.started()
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        pipe.send(RawClient.call("suggest", id: 2, Self.suggestions))
        let suggested = try #require(try await pipe.receive())
        let identifier = try suggestion(in: suggested)
        pipe.send(
            RawClient.call(
                "fill", id: 3,
                "{\"url\":\"https://well.example\",\"suggestion\":\"\(identifier)\",\"acceptsWarning\":false}"))
        #expect(try await pipe.receive()?.contains(plantedPassword) == true)
        pipe.send("{\"\(plantedPassword)\":1,\"\(plantedPassword)\":2}")
        let last = try #require(try await pipe.receive())
        #expect(last.contains("unreadableMessage") && !last.contains(plantedPassword), "\(last)")
        let end = try await pipe.end()
        #expect(end.error == "latchkey-native-host: error: a message has a duplicate key\n")
        #expect(try world.files(containing: plantedPassword).isEmpty)
    }

    @Test(needsRoot) func `the user cannot read the memory of the native host`() async throws {
        let world = try await World(user: World.ordinaryUser)
        try await world.startAgent()
        let pipe = try await BrowserPipe(world)
        try await pipe.greet()
        let open = "import sys; open(f'/proc/{sys.argv[1]}/mem','rb'); print('open')"
        let other = try await Program(
            ["/usr/bin/python3", "-c", open, "\(pipe.processIdentifier)"], user: world.user, environment: [:]
        ).end()
        #expect(other.output == "" && other.error.contains("Permission denied"), "\(other)")
        let limits = try String(contentsOfFile: "/proc/\(pipe.processIdentifier)/limits", encoding: .utf8)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    }
}
