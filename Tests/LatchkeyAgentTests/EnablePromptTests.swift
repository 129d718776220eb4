import LatchkeySheet
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Asking to turn a provider on` {
    private let world: AgentWorld
    private let requester = Requester(
        client: ClientDescription(program: "app", showsSheets: true), caller: AgentWorld.browser)

    init() throws {
        world = try AgentWorld()
    }

    /// Asks on a screen whose user sends the events of the test.
    private func ask(
        on screen: ScriptedScreen = ScriptedScreen(), events: [SheetEvent] = []
    ) async throws -> Bool {
        async let acting: Void = {
            guard !events.isEmpty else { return }
            await screen.opened.wait()
            for event in events { await screen.happen(event) }
        }()
        let result = try await world.agent.requestEnabling(.first, for: requester, on: screen)
        if !events.isEmpty { await acting }
        return result.isEnabled
    }

    private static let agree = SheetEvent("turnOn", .typing("enable"))
    private static let notNow = SheetEvent(nil, .cancelled)

    @Test func `shows the path and digest of a provider, and enables it`() async throws {
        let screen = ScriptedScreen()
        #expect(try await ask(on: screen, events: [Self.agree]))
        let shown = try #require(await screen.shown)
        #expect(shown.title == "Enable com.example.first?")
        #expect(shown.elements.map(\.identifier) == ["what", "name", "digest", "path", "word", "turnOn"])
        #expect(await screen.frame?.requester == .program("process 4242"))
        #expect(await screen.closings == 1)
        #expect(try await ask())
    }

    @Test(arguments: [
        SheetEvent("turnOn", .textChanged("x")), SheetEvent("turnOn", .toggled(true)), SheetEvent("path", .pressed),
        SheetEvent("turnOn", .scrolled(offset: 0, count: 1)), SheetEvent(nil, .pressed),
        // A press of Enter in another window that this one covered.
        SheetEvent("turnOn", .pressed), SheetEvent("turnOn", .typing("")), SheetEvent("turnOn", .typing("allow")),
    ])
    func `only the typed word enables the provider`(event: SheetEvent) async throws {
        #expect(try await ask(events: [event, Self.notNow]) == false)
        #expect(try world.agent.directory.isEnabled(.first) == false)
    }

    @Test func `events after a cancellation do not enable the provider`() async throws {
        #expect(try await ask(events: [Self.notNow, Self.agree]) == false)
    }

    @Test func `asks one question about providers at a time`() async throws {
        let screen = ScriptedScreen()
        async let first = ask(on: screen)
        await screen.opened.wait()
        let other = ScriptedScreen()
        await #expect {
            try await ask(on: other)
        } throws: {
            ($0 as? RemoteError)?.reason == .busy
        }
        #expect(await other.shown == nil)
        await screen.happen(Self.agree)
        #expect(try await first)
    }

    @Test func `closes an unanswered question at its deadline`() async throws {
        let screen = ScriptedScreen()
        async let answer = ask(on: screen)
        await screen.opened.wait()
        // The keychain's and the store's watch sleep as well.
        await world.clock.waitForSleepers(3)
        world.clock.advance(by: 180)
        #expect(try await answer == false)
        #expect(await screen.closings == 1)
    }

    @Test func `does not ask again after a refusal until the user enables the provider by command`() async throws {
        #expect(try await ask(events: [Self.notNow]) == false)
        let screen = ScriptedScreen()
        #expect(try await ask(on: screen) == false)
        #expect(await screen.shown == nil)
        try await world.enable([])
        let client = try await world.connect()
        _ = try await client.call(DisableProvider.self, ProviderParameters(provider: .first))
        #expect(try await ask(events: [Self.agree]))
    }

    @Test func `a program that disconnects may not ask again at once`() async throws {
        let screen = ScriptedScreen()
        async let answer = ask(on: screen)
        await screen.opened.wait()
        await screen.vanish()
        #expect(try await answer == false)
        let second = ScriptedScreen()
        #expect(try await ask(on: second) == false)
        #expect(await second.shown == nil)
        world.clock.advance(by: ClientPrompt.withdrawalTime)
        #expect(try await ask(events: [Self.agree]))
    }
}

extension SheetEvent.Action {
    /// The submission of a typed word.
    static func typing(_ word: String) -> SheetEvent.Action {
        .submitted([SubmittedValue("word", .secure(SecureText(word)))])
    }
}
