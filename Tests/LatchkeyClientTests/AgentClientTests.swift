import LatchkeyClient
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Testing

@Suite("A program's line to the agent") struct AgentClientTests {
    private static let client = ClientDescription(program: "test", showsSheets: true)

    /// A screen that answers every sheet with the same event.
    actor OneTouchScreen: SheetScreen {
        private(set) var shown: [String] = []
        private(set) var changes = 0
        private(set) var closings = 0
        private let event: SheetEvent
        private var events: AsyncStream<SheetEvent>.Continuation?

        init(_ event: SheetEvent) { self.event = event }

        func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
            shown.append("\(frame.providerName): \(sheet.title)")
            let (stream, continuation) = AsyncStream.makeStream(of: SheetEvent.self)
            events = continuation
            continuation.yield(event)
            return stream
        }

        func change(_ difference: SheetDifference) async { changes += 1 }

        func close() async {
            closings += 1
            events?.finish()
        }
    }

    private func agent(
        _ pair: ConnectionPair, version: Int = ProtocolVersion.current,
        install: (inout MethodTable) -> Void = { _ in }
    ) -> (peer: Peer, task: Task<Void, any Error>) {
        var methods = MethodTable()
        methods.on(Hello.self) { _ in Hello.Result(protocolVersion: version) }
        install(&methods)
        let peer = Peer(connection: pair.left, methods: methods)
        return (peer, Task { try await peer.run() })
    }

    @Test func `sends hello before other calls`() async throws {
        let pair = ConnectionPair()
        let (_, running) = agent(pair) { methods in
            methods.on(ListProviders.self) { _ in ListProviders.Result(providers: []) }
        }
        let client = try await AgentClient(connection: pair.right, as: Self.client)
        #expect(client.agent.protocolVersion == 1)
        #expect(try await client.call(ListProviders.self, Empty()).providers.isEmpty)
        await client.close()
        try await running.value
    }

    @Test func `refuses an agent with an unsupported version`() async throws {
        let pair = ConnectionPair()
        let (_, running) = agent(pair, version: 99)
        await #expect {
            _ = try await AgentClient(connection: pair.right, as: Self.client)
        } throws: { ($0 as? RemoteError)?.reason == .unsupportedVersion }
        // The client closes the connection and stops reading.
        try await running.value
    }

    @Test func `closes the connection if the agent refuses hello`() async throws {
        let pair = ConnectionPair()
        let peer = Peer(connection: pair.left)
        let running = Task { try await peer.run() }
        await #expect {
            _ = try await AgentClient(connection: pair.right, as: Self.client)
        } throws: { ($0 as? RemoteError)?.reason == .unknownMethod }
        try await running.value
    }

    @Test func `shows the agent's sheet and sends the user's events back`() async throws {
        let pair = ConnectionPair()
        let events = AsyncStream<SheetHappening.Parameters>.makeStream()
        let (peer, running) = agent(pair) { methods in
            methods.on(SheetHappening.self) { events.continuation.yield($0) }
        }
        let screen = OneTouchScreen(SheetEvent("ok", .pressed))
        let client = try await AgentClient(connection: pair.right, as: Self.client, screen: screen)
        let sheet = Sheet(title: "Unlock", elements: [Sheet.Element("ok", .button(Sheet.Button(title: "OK")))])
        let frame = SheetFrame(providerName: "Example", requester: .site("example.com"))
        try await peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 5, frame: frame, sheet: sheet))
        var iterator = events.stream.makeAsyncIterator()
        let happening = try #require(await iterator.next())
        #expect(happening.id == 5)
        #expect(happening.event == SheetEvent("ok", .pressed))
        #expect(await screen.shown == ["Example: Unlock"])
        await client.close()
        #expect(await screen.closings == 1)
        try await running.value
    }

    @Test func `shows no sheet without a frame`() async throws {
        let pair = ConnectionPair()
        let (peer, running) = agent(pair) { methods in
            methods.on(ListProviders.self) { _ in ListProviders.Result(providers: []) }
        }
        let screen = OneTouchScreen(SheetEvent(nil, .cancelled))
        let client = try await AgentClient(connection: pair.right, as: Self.client, screen: screen)
        try await peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Bare")))
        _ = try await client.call(ListProviders.self, Empty())
        #expect(await screen.shown.isEmpty)
        await client.close()
        try await running.value
    }
}
