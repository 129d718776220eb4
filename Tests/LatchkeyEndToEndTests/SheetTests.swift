import LatchkeyClient
import LatchkeySheet
import LatchkeyWire
import Testing

/// The provider's sheets on the client's screen.
@Suite struct SheetTests {
    static let pressed = SheetEvent("answer", .pressed)

    @Test func `shows the provider's question on the client's screen and returns the answer`() async throws {
        let world = try await World.started()
        let screen = ScriptedScreen(Self.pressed)
        let client = try await world.connect(screen: screen)
        #expect(try await world.fill("asks", over: client) == .password(user: "asks", password: plantedPassword))
        #expect(screen.frames == [SheetFrame(providerName: "Misbehaving", requester: .site("asks.example"))])
        try await eventually("the sheet is closed") { !screen.isOpen }
        await client.close()
    }

    @Test func `leaving the sheet cancels the request`() async throws {
        let world = try await World.started()
        let client = try await world.connect(screen: ScriptedScreen(SheetEvent(nil, .cancelled)))
        #expect(await errorReason { try await world.fill("asks", over: client) } == .userCanceled)
        await client.close()
        let log = try await world.latchkey("log", "--limit", "1").output
        #expect(log.contains("  fill  cancelled  asks for asks.example"), "\(log)")
        #expect(log.split(separator: "\n").count == 1)
    }

    @Test func `closes an unanswered sheet at the deadline`() async throws {
        let world = try await World.started(options: ["--ui-deadline", "1", "--after-answer", "0.5"])
        let screen = ScriptedScreen()
        let client = try await world.connect(screen: screen)
        #expect(await errorReason { try await world.fill("asksandhangs", over: client) } == .timedOut)
        try await eventually("the sheet is closed") { !screen.isOpen }
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        await client.close()
    }

    @Test func `ends a provider that ignores a cancelled sheet`() async throws {
        let world = try await World.started(options: ["--after-answer", "0.3"])
        let client = try await world.connect(screen: ScriptedScreen(SheetEvent(nil, .cancelled)))
        #expect(await errorReason { try await world.fill("asksandisdeaf", over: client) } == .userCanceled)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        await client.close()
    }

    @Test func `refuses a fifth open request to one provider as busy`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600", "--after-answer", "0.5"])
        let client = try await world.connect()
        let open = (1...4).map { _ in Task { try await world.fill("hangs", over: client) } }
        var asked = 0
        try await eventually("four providers run") {
            asked += world.takeRequestCount("hangs")
            return asked == 4
        }
        #expect(await errorReason { try await world.fill("well", over: client) } == .busy)
        for request in open { request.cancel() }
        for request in open { _ = await request.result }
        try await eventually("the providers have ended") { world.providerProcesses.isEmpty }
        #expect(try await world.fill("well", over: client) == .password(user: "well", password: plantedPassword))
        await client.close()
    }
}
