import LatchkeyClient
import LatchkeyTesting
import LatchkeyWire
import Testing

/// The native host between a browser and an agent in memory.
@Suite struct NativeHostTests {
    private static let hello = """
        {"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocolVersion":1,"oldestProtocolVersion":1,\
        "productVersion":"0.1.0","features":[],"role":"client","client":{"program":"x","showsSheets":true}}}
        """

    private struct Line {
        let browser = ConnectionPair()
        let agent = ConnectionPair()
        let ending: Task<NativeHost.Ending, Never>

        init() {
            let (inner, outer) = (browser.right, agent.left)
            let host = NativeHost(
                browser: inner, gate: MessageGate(client: ClientDescription(program: "Chromium", showsSheets: false)),
                connect: { outer }, describe: { _ in ("no", nil) })
            ending = Task { await host.run() }
        }

        func say(_ message: String) async throws { try await browser.left.send(Array(message.utf8)) }

        func hear() async throws -> String? {
            try await browser.left.receive().map { String(decoding: $0, as: UTF8.self) }
        }

        func agentHears() async throws -> String? {
            try await agent.right.receive().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func `passes messages in both directions unchanged after hello`() async throws {
        let line = Line()
        try await line.say(Self.hello)
        #expect(try await line.agentHears()?.contains("\"program\":\"Chromium\"") == true)
        let call = "{ \"method\":\"fill\", \"jsonrpc\":\"2.0\",\"id\":2,\"params\":{\"x\":\"\u{E9}\"} }"
        try await line.say(call)
        #expect(try await line.agentHears() == call)
        let answer = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"anything\":[1]}}"
        try await line.agent.right.send(Array(answer.utf8))
        #expect(try await line.hear() == answer)
        await line.browser.left.close()
        #expect(await line.ending.value == .browserLeft)
        #expect(try await line.agentHears() == nil)
    }

    @Test func `answers calls before hello itself and does not connect`() async throws {
        let line = Line()
        try await line.say("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"fill\",\"params\":{}}")
        #expect(try await line.hear()?.contains("\"reason\":\"helloExpected\"") == true)
        try await line.say("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"git.get\",\"params\":{}}")
        #expect(try await line.hear()?.contains("\"reason\":\"notPermitted\"") == true)
        try await line.say(Self.hello)
        #expect(try await line.agentHears()?.contains("\"method\":\"hello\"") == true)
        await line.browser.left.close()
        #expect(await line.ending.value == .browserLeft)
    }

    @Test func `does not pass on methods that browsers do not need`() async throws {
        let line = Line()
        try await line.say(Self.hello)
        _ = try await line.agentHears()
        try await line.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"app.authenticate\",\"params\":{}}")
        #expect(try await line.hear()?.contains("\"reason\":\"notPermitted\"") == true)
        // An answer without a call, and a second hello with another role.
        try await line.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
        try await line.say(Self.hello.replacing("\"client\",", with: "\"containingApp\","))
        let next = try await line.agentHears()
        #expect(next?.contains("\"role\":\"client\"") == true, "\(next ?? "nothing")")
        await line.browser.left.close()
        _ = await line.ending.value
    }

    /// Makes a permitted call with an answer of this length.
    private struct Padded: LatchkeyWire.Method {
        static let name = "status"
        struct Parameters: Codable, Hashable, Sendable { var count: Int }
        struct Result: Codable, Hashable, Sendable { var text: String }
    }

    /// Browsers end a host that sends more than 1 MiB in a message, with all its open calls.
    @Test(.timeLimit(.minutes(1)))
    func `answers a call with an error if its answer is too long for a browser`() async throws {
        let line = Line()
        try await line.say(Self.hello)
        _ = try await line.agentHears()
        var table = MethodTable()
        table.on(Padded.self) { Padded.Result(text: String(repeating: "a", count: $0.count)) }
        let agent = Peer(connection: line.agent.right, methods: table)
        async let serving: Void = agent.run()
        func call(_ id: Int, _ count: Int) async throws -> String {
            let head = "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"status\""
            try await line.say("\(head),\"params\":{\"count\":\(count)}}")
            return try await line.hear() ?? ""
        }
        let refused = try await call(7, 1_048_576)
        #expect(refused.contains("\"id\":7") && refused.contains("the answer is longer than a message may be"))
        let answered = try await call(8, 1_048_500)
        #expect(answered.contains("\"id\":8") && answered.contains("\"result\"") && answered.utf8.count <= 1_048_576)
        await line.browser.left.close()
        #expect(await line.ending.value == .browserLeft)
        try await serving
    }

    /// A connection whose receive() throws.
    private struct Overlong: Connection {
        func send(_ payload: [UInt8]) async throws {}
        func receive() async throws -> [UInt8]? { throw WireError.frameTooLong(announced: 1_048_577) }
        func close() async {}
    }

    @Test(.timeLimit(.minutes(1)))
    func `reports the agent's end if its frame is too long for a browser`() async throws {
        let pair = ConnectionPair()
        let host = NativeHost(
            browser: pair.right, gate: MessageGate(client: ClientDescription(program: "Firefox", showsSheets: false)),
            connect: { Overlong() }, describe: { _ in ("no", nil) })
        async let ending = host.run()
        try await pair.left.send(Array(Self.hello.utf8))
        #expect(await ending == .agentLeft)
        #expect(await ending.finalError?.reason == .internalError)
    }

    @Test func `sends a final error when the agent exits`() async throws {
        let line = Line()
        try await line.say(Self.hello)
        _ = try await line.agentHears()
        await line.agent.right.close()
        let ending = await line.ending.value
        #expect(ending == .agentLeft)
        #expect(ending.finalError?.details == ["nativeHost": "agentLeft"])
    }

    @Test func `sends a final error if the agent cannot be reached`() async throws {
        let pair = ConnectionPair()
        let host = NativeHost(
            browser: pair.right, gate: MessageGate(client: ClientDescription(program: "Firefox", showsSheets: false)),
            connect: { throw WireError.connectionClosed }, describe: { _ in ("nobody listens", "run it") })
        async let ending = host.run()
        try await pair.left.send(Array(Self.hello.utf8))
        #expect(await ending == .agentNotReached(message: "nobody listens", hint: "run it"))
        #expect(
            await ending.finalError
                == RemoteError(
                    .internalError, "nobody listens", hint: "run it", details: ["nativeHost": "agentNotReached"]))
    }

    @Test func `ends at an invalid message without passing it on`() async throws {
        let line = Line()
        try await line.say(Self.hello)
        _ = try await line.agentHears()
        try await line.say("{\"jsonrpc\":\"2.0\",\"id\":9,\"id\":9,\"method\":\"fill\",\"secret\":\"hunter2\"}")
        let ending = await line.ending.value
        #expect(ending.finalError?.reason == .malformedMessage)
        #expect(ending.finalError?.message == "a message has a duplicate key")
        #expect(try await line.agentHears() == nil)
    }
}
