import Foundation
import Glibc
import Testing

/// A program of the user that is not part of the installation, and calls itself "firefox".
@Suite struct StrangerTests {
    /// Asks for a login and prints what it gets, one word or sentence a line.
    ///
    /// It claims to be a private window and to show sheets, and presses the button of every sheet that it gets.
    private static let stranger = """
        import json, socket, struct, sys
        agent = socket.socket(socket.AF_UNIX)
        agent.settimeout(30)
        agent.connect(sys.argv[1])
        def send(message):
            text = json.dumps({"jsonrpc": "2.0", **message}).encode()
            agent.sendall(struct.pack("=I", len(text)) + text)
        def read(count):
            data = b""
            while len(data) < count: data += agent.recv(count - len(data)) or sys.exit("closed")
            return data
        def call(number, method, **params):
            send({"id": number, "method": method, "params": params})
            while True:
                message = json.loads(read(struct.unpack("=I", read(4))[0]))
                if message.get("method") == "sheet.open":
                    print("a sheet")
                    event = {"element": "answer", "kind": "pressed"}
                    send({"method": "sheet.event", "params": {"id": message["params"]["id"], "event": event}})
                if message.get("id") == number and "method" not in message: return message
        def show(answer):
            if "error" in answer:
                print(answer["error"]["data"]["reason"])
                print(answer["error"]["data"].get("hint"))
                sys.exit()
            return answer["result"]
        client = {"program": "firefox", "showsSheets": True, "tty": "/dev/pts/0", "display": ":66",
                  "waylandDisplay": "wayland-66", "sessionBusAddress": "unix:path=/nowhere/66"}
        show(call(1, "hello", protocolVersion=1, oldestProtocolVersion=1, productVersion="1", features=[],
                  role="client", client=client))
        url = sys.argv[2]
        found = show(call(2, "suggest", url=url, kinds=["password"], explain=False))["suggestions"]
        filled = show(call(3, "fill", url=url, suggestion=found[0]["id"], acceptsWarning=False, isPrivate=True))
        print(filled["value"]["password"])
        """

    private static let python = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path

    /// What the stranger prints.
    private func lines(in world: World, url: String = "https://well.example") async throws -> [String] {
        let ending = try await Program(
            ["/usr/bin/python3", "-c", Self.stranger, world.socket, url], user: world.user, environment: [:]
        ).end()
        #expect(ending.error == "")
        return ending.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: World.users)
    func `serves an unknown program only while the user allows it`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        let refusal = ["notPermitted", "if you trust it, run \"latchkey clients allow \(Self.python)\""]
        #expect(try await lines(in: world) == refusal)
        #expect(try await world.latchkey("clients").error.contains("no other program is allowed"))

        try world.succeed(await world.latchkey("clients", "allow", "/usr/bin/python3"))
        #expect(try await lines(in: world) == [plantedPassword])
        #expect(try await world.latchkey("clients").output.contains(Self.python))
        // Its "private window" does not keep the site out of the log, nor its name the executable.
        let log = try await world.latchkey("log", "--limit", "1").output
        #expect(log.contains("well for well.example") && log.contains("by firefox (") && log.contains(Self.python))

        try world.succeed(await world.latchkey("clients", "revoke", Self.python))
        #expect(try await lines(in: world) == refusal)
        #expect(try await world.latchkey("clients", "revoke", Self.python).status == 3)
        // The agent's own programs need no permission.
        #expect(try await world.latchkey("fill", "https://well.example").output == plantedPassword + "\n")
    }

    @Test func `a permission survives the agent's end`() async throws {
        let world = try await World.started()
        try world.succeed(await world.latchkey("clients", "allow", "/usr/bin/python3"))
        try await world.killAgent()
        try await world.startAgent()
        #expect(try await lines(in: world) == [plantedPassword])
    }

    @Test func `an unknown program cannot answer the question about its own request`() async throws {
        let world = try await World.started()
        try world.succeed(await world.latchkey("clients", "allow", "/usr/bin/python3"))
        let refused = try await lines(in: world, url: "https://asks.example")
        #expect(refused.first == "locked")
        try world.succeed(await world.latchkey("clients", "allow", "--shows-sheets", "/usr/bin/python3"))
        #expect(try await lines(in: world, url: "https://asks.example") == ["a sheet", plantedPassword])
    }

    /// The stranger names a terminal, a display and a bus of its own.
    @Test(arguments: World.users)
    func `asks about an unknown program only on the display of the user's session`(user: UInt32?) async throws {
        let world = try await World(user: user)
        try await world.startAgentInSession(pinentry: "echo 'D allow'; echo OK")
        try await world.enable(Bundles.first)
        #expect(try await lines(in: world) == [plantedPassword])
        let asked = try world.pinentryRecord()
        #expect(asked.first == "started :7 wayland-7 unix:path=/nowhere/7")
        #expect(asked.contains("OPTION display=:7") && asked.contains("SETCANCEL Not Now"))
        #expect(asked.contains { $0.hasPrefix("SETDESC ") && $0.contains(Self.python) })
        #expect(!asked.contains { $0.contains("66") || $0.contains("ttyname") }, "\(asked)")
        #expect(try await world.latchkey("clients").output.contains(Self.python))
        // The permission holds without a question.
        #expect(try await lines(in: world) == [plantedPassword])
        #expect(try world.pinentryRecord() == asked)
    }

    @Test func `an Enter without the word, and a pinentry that fails, allow no program`() async throws {
        for (answer, outcome) in [("echo OK", "notPermitted"), ("exit 1", "notPermitted")] {
            let world = try await World()
            try await world.startAgentInSession(pinentry: answer)
            try await world.enable(Bundles.first)
            #expect(try await lines(in: world).first == outcome)
            #expect(try world.pinentryRecord().contains("GETPIN"))
            // The user has declined nothing.
            #expect(try await !world.latchkey("log").output.contains("declined"))
            #expect(world.agentLog.contains("the question about \(Self.python) was not answered"))
        }
    }

    @Test(arguments: World.users)
    func `a copy of our program at another path needs permission`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        let copy = world.path + "/latchkey"
        try FileManager.default.copyItem(atPath: Program.folder + "/latchkey", toPath: copy)
        let ending = try await Program(
            [copy, "suggest", "https://well.example"], user: user, environment: world.environment
        ).end()
        #expect(ending.errorLines.first == "latchkey: error: \(copy) may not request logins")
        #expect(ending.errorLines.last?.contains("latchkey clients allow \(copy)") == true)
        #expect(ending.status == 1 && ending.output == "")
    }

    /// A mount namespace can show any file under the path of one of our programs.
    @Test(arguments: World.users)
    func `a program mounted over one of ours needs permission`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        let place = Program.folder + "/latchkey"
        let ending = try await Program(
            [
                "/usr/bin/bwrap", "--dev-bind", "/", "/", "--ro-bind", Self.python, place, "--", place, "-c",
                Self.stranger, world.socket, "https://well.example",
            ], user: user, environment: ["PATH": "/usr/bin"]
        ).end()
        let hint = "run it outside of a container, or restart it if it was updated"
        #expect(ending.output.split(separator: "\n") == ["notPermitted", hint[...]], "\(ending)")
    }

    /// A browser's native host may start before an update and connect after it.
    @Test func `serves a native host whose file an update has replaced`() async throws {
        let world = try await World()
        let files = FileManager.default
        let folder = world.path + "/programs"
        let host = folder + "/latchkey-native-host"
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for name in ["latchkeyd", "latchkey-native-host"] {
            try files.copyItem(atPath: Program.folder + "/" + name, toPath: folder + "/" + name)
        }
        // The host starts this agent.
        let (old, removed) = (try await BrowserPipe(world, program: host), try await BrowserPipe(world, program: host))
        try files.copyItem(atPath: host, toPath: folder + "/new")
        let replaced = unsafe rename(folder + "/new", host)
        #expect(replaced == 0)
        #expect(try await old.greet()?.contains("\"protocolVersion\":1") == true)
        let suggest = "{\"url\":\"https://well.example\",\"kinds\":[],\"explain\":false}"
        old.send(RawClient.call("suggest", id: 2, suggest))
        #expect(try await old.receive()?.contains("\"result\"") == true)
        // Without a file at its path it is not one of the installation.
        try files.removeItem(atPath: host)
        #expect(try await removed.greet()?.contains("\"protocolVersion\":1") == true)
        removed.send(RawClient.call("suggest", id: 2, suggest))
        let refused = try await removed.receive()
        #expect(refused?.contains("restart it if it was updated") == true, "\(refused ?? "")")
    }

    /// A client of an older release stays protected while it connects.
    @Test(needsRoot)
    func `a client whose executable the kernel hides gets a hint with the error of hello`() async throws {
        let world = try await World.started(as: World.ordinaryUser)
        let protected = "import ctypes; ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\n" + Self.stranger
        let ending = try await Program(
            ["/usr/bin/python3", "-c", protected, world.socket, "https://well.example"], user: World.ordinaryUser,
            environment: [:]
        ).end()
        let hint = "restart the browser, or another program that was running when Latchkey was updated"
        #expect(ending.output.split(separator: "\n") == ["notPermitted", hint[...]], "\(ending)")
    }

    @Test func `a script cannot be allowed, only its interpreter`() async throws {
        let world = try await World.started(providers: [])
        try world.write("#!/usr/bin/env python3\n", to: "home/fill")
        let refused = try await world.latchkey("clients", "allow", world.path + "/home/fill")
        #expect(
            refused.errorLines == [
                "latchkey: error: \(world.path)/home/fill is a script, which /usr/bin/python3 runs",
                "latchkey: hint: run \"latchkey clients allow /usr/bin/python3\" to allow every script that it runs",
            ])
        #expect(refused.status == 2)
    }

    @Test(needsRoot) func `a program that identified itself is protected again`() async throws {
        let world = try await World.started(as: World.ordinaryUser, options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        let read = "import os,sys; os.readlink(f'/proc/{sys.argv[1]}/exe')"
        let reader = try await Program(
            ["/usr/bin/python3", "-c", read, "\(client.processIdentifier)"], user: World.ordinaryUser,
            environment: [:]
        ).end()
        #expect(reader.error.contains("PermissionError"), "\(reader)")
        client.send(SIGKILL)
    }
}
