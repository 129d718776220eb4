import Foundation
import Glibc
import LatchkeyClient
import LatchkeyWire
import Testing

/// The agent's response to bytes that our clients never send.
@Suite struct ProtocolTests {
    @Test func `an invalid frame ends only its own connection`() async throws {
        let world = try await World.started()
        let deep = String(repeating: "[", count: 100_000)
        let frames: [(String, UInt32?)] = [
            ("", (1 << 20) + 1), ("", .max), (deep, nil), ("{\"jsonrpc\":\"2.0\"", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2}", nil),
        ]
        for (payload, length) in frames {
            let client = try await RawClient(world)
            client.send(payload, announcing: length)
            #expect(try await client.isClosed(), "\(payload.prefix(40)), \(String(describing: length))")
        }
        let binary = try await RawClient(world)
        binary.send(
            bytes: Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8))
        #expect(try await binary.isClosed())
        let half = try await RawClient(world)
        half.send(RawClient.hello(), announcing: 4_000)
        half.finish()
        #expect(try await half.isClosed())
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
    }

    @Test(arguments: [(99, 98, "agent"), (0, 0, "client")])
    func `tells an incompatible client which side to update`(
        version: Int, oldest: Int, outdated: String
    ) async throws {
        let world = try await World.started(providers: [])
        let client = try await RawClient(world)
        client.send(RawClient.hello(version, oldest: oldest))
        let answer = try #require(try await client.receive())
        #expect(answer.contains("unsupportedVersion") && answer.contains("\"update\":\"\(outdated)\""), "\(answer)")
        client.send(
            RawClient.call("suggest", id: 2, "{\"url\":\"https://well.example\",\"kinds\":[],\"explain\":false}"))
        #expect(try await client.receive()?.contains("helloExpected") == true)
    }

    @Test func `answers no call before hello`() async throws {
        let world = try await World.started()
        let client = try await RawClient(world)
        let methods = [
            "suggest", "fill", "list", "providers.list", "providers.enable", "log.read", "status",
            "keychain.get", "store.state", "app.authenticate",
        ]
        for (index, method) in methods.enumerated() {
            client.send(RawClient.call(method, id: index + 1))
            let answer = try #require(try await client.receive())
            #expect(!answer.contains("\"result\""), "\(method): \(answer)")
        }
    }

    @Test func `refuses a connection above the limit with a reason`() async throws {
        let world = try await World.started(providers: [])
        let home = world.environment["HOME"] ?? ""
        let manyConnections = try await Program(
            ["/usr/bin/python3", "-c", Self.manyConnections, world.socket], environment: [:], workingDirectory: home)
        try await eventually("every connection is made") {
            try FileManager.default.contentsOfDirectory(atPath: home).count { $0.hasPrefix("connected-") } == 8
        }
        // The agent accepts connections in order, so this one is above the limit.
        let ending = try await world.latchkey("log")
        #expect(
            ending.errorLines == [
                "latchkey: error: too many connections to the agent are open",
                "latchkey: hint: close some programs that are connected to the agent",
            ])
        #expect(ending.status == 1)
        for process in world.processes where process != (try world.agentProgram.processIdentifier) {
            kill(process, SIGKILL)
        }
        _ = try await manyConnections.end()
        try await eventually("the agent accepts connections again") { try await world.latchkey("log").status == 0 }
    }

    /// Opens the maximum number of connections from eight processes.
    private static let manyConnections = """
        import os, signal, socket, sys
        for _ in range(8):
            if os.fork() == 0:
                sockets = [socket.socket(socket.AF_UNIX) for _ in range(32)]
                for one in sockets: one.connect(sys.argv[1])
                open(f"connected-{os.getpid()}", "x").close()
                signal.pause()
        signal.pause()
        """

    @Test func `refuses the id of an open request until it is answered`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600", "--after-answer", "0.5"])
        let client = try await RawClient(world)
        client.send(RawClient.hello())
        #expect(try await client.receive()?.contains("\"result\"") == true)
        let over = try await world.connect()
        let url = "https://hangs.example"
        let found = try await over.call(Suggest.self, Suggest.Parameters(url: url, kinds: []))
        let picked = try #require(found.suggestions.first).id
        client.send(
            RawClient.call("fill", id: 7, "{\"url\":\"\(url)\",\"suggestion\":\"\(picked)\",\"acceptsWarning\":false}"))
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        client.send(RawClient.call("status", id: 7))
        #expect(try await client.receive()?.contains("malformedMessage") == true)
        // Ids of other connections are independent.
        #expect(try await over.call(AgentStatus.self, Empty()).pid > 0)
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":7}}")
        #expect(try await client.receive()?.contains("requestCancelled") == true)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        client.send(RawClient.call("status", id: 7))
        #expect(try await client.receive()?.contains("\"result\"") == true)
        // The agent ignores a response without a request.
        client.send("{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}")
        client.send(RawClient.call("status", id: 8))
        #expect(try await client.receive()?.contains("\"result\"") == true)
        await over.close()
    }
}
