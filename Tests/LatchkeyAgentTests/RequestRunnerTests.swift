import LatchkeySheet
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite struct RequestRunnerTests {
    static let alice = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")
    static let filled = LatchkeyWire.ProviderAnswer.password(user: "alice", password: "p")
    static let needsInterface = LatchkeyWire.ProviderAnswer.cancelled(domain: "ASExtensionErrorDomain", code: 100)

    /// A runner over scripted providers, one after the other.
    struct World {
        let clock = TestClock()
        let screen = ScriptedScreen()
        let queue = ProviderQueue()
        let starter: ProviderStarter

        init() {
            starter = ProviderStarter(launcher: queue, clock: clock.clock)
        }
    }

    private func run(
        _ request: ProviderRequest, in world: World, with providers: [ScriptedProvider], showsSheets: Bool = true
    ) async throws -> LatchkeyWire.ProviderAnswer {
        try await runner(request, in: world, with: providers, showsSheets: showsSheets).run()
    }

    private func runner(
        _ request: ProviderRequest, in world: World, with providers: [ScriptedProvider],
        showsSheets: Bool = true
    ) throws -> RequestRunner {
        let identifier = try ProviderIdentifier.first
        let order = RequestRunner.Order(
            launch: ProviderLaunch(
                provider: identifier, name: "Example", bundle: "/b", executable: "/b/x", container: "/c",
                isDebugging: false),
            request: request, context: RequestContext(program: "test"),
            screen: showsSheets ? world.screen : nil,
            frame: SheetFrame(providerName: "Example", requester: .site("example.com")), services: MethodTable())
        world.queue.add(providers)
        return RequestRunner(
            order, starter: world.starter, clock: world.clock.clock, deadlines: RequestRunner.Deadlines(),
            note: { _ in })
    }

    final class ProviderQueue: ProviderLauncher {
        private let providers = Mutex<[ScriptedProvider]>([])

        func add(_ new: [ScriptedProvider]) { providers.withLock { $0 += new } }

        func missingLibrary(of executable: String, in bundle: String) async -> String? { nil }

        func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
            let provider = providers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let provider else { throw RemoteError(.providerUnusable, "no more processes") }
            return provider
        }
    }

    @Test func `returns the answer of a provider`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, _ in Self.filled }
        let answer = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [provider])
        #expect(answer == Self.filled)
        #expect(!provider.wasKilled.isOpen)
    }

    @Test func `starts a second process with the interface if the first requires it`() async throws {
        let world = World()
        let first = ScriptedProvider { _, _ in Self.needsInterface }
        let second = ScriptedProvider { parameters, provider in
            #expect(parameters.request == .prepareToProvide(Self.alice))
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Unlock")))
            let event = await provider.events.next()
            #expect(event?.action == .pressed)
            return Self.filled
        }
        let screen = world.screen
        async let pressing: Void = {
            await screen.opened.wait()
            await screen.happen(SheetEvent("ok", .pressed))
        }()
        let answer = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [first, second])
        await pressing
        #expect(answer == Self.filled)
        #expect(first.wasKilled.isOpen)
        #expect(await screen.shown?.title == "Unlock")
        #expect(await screen.frame?.providerName == "Example")
        #expect(await screen.closings == 1)
    }

    @Test func `stops a provider that hangs, and starts its interface`() async throws {
        let world = World()
        let hanging = ScriptedProvider { _, _ in
            try await Task.sleep(for: .seconds(3600))
            return Self.filled
        }
        let second = ScriptedProvider { _, _ in Self.filled }
        let clock = world.clock
        async let time: Void = {
            await clock.waitForSleepers()
            clock.advance(by: 3)
        }()
        let answer = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [hanging, second])
        await time
        #expect(answer == Self.filled)
        #expect(hanging.wasKilled.isOpen)
    }

    @Test func `times out an unanswered interface, also after a call without one`() async throws {
        let world = World()
        let clock = world.clock
        let first = ScriptedProvider { _, _ in
            await clock.waitForSleepers()
            return Self.needsInterface
        }
        let shown = Latch()
        let second = ScriptedProvider { _, _ in
            shown.open()
            try await Task.sleep(for: .seconds(3600))
            return Self.filled
        }
        async let time: Void = {
            await shown.wait()
            await clock.waitForSleepers()
            clock.advance(by: 180)
        }()
        await #expect {
            try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [first, second])
        } throws: {
            ($0 as? RemoteError)?.reason == .timedOut
        }
        await time
        #expect(second.wasKilled.isOpen)
    }

    @Test func `ignores the sheet of a call without an interface`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, provider in
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Sneaky")))
            return Self.filled
        }
        _ = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [provider])
        #expect(await world.screen.shown == nil)
    }

    @Test func `reports the crash of a provider`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, provider in
            await provider.end(.signalled(11))
            throw CancellationError()
        }
        await #expect {
            try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [provider])
        } throws: { error in
            (error as? RemoteError)?.reason == .providerCrashed
                && (error as? RemoteError)?.message.contains("11") == true
        }
    }

    @Test func `cancels and stops the provider when the client disconnects`() async throws {
        let world = World()
        let began = Latch()
        let cancelled = Latch()
        let provider = ScriptedProvider { _, _ in
            began.open()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            return Self.filled
        }
        let runner = try runner(.prepareCredentialList([]), in: world, with: [provider])
        let request = Task { try await runner.run() }
        await began.wait()
        request.cancel()
        await cancelled.wait()
        await world.clock.waitForFarewell()
        #expect(!provider.wasKilled.isOpen)
        world.clock.advance(by: 0.2)
        await #expect(throws: RemoteError.self) { try await request.value }
        #expect(provider.wasKilled.isOpen)
    }

    @Test func `the grace period ends when a cancelled provider exits`() async throws {
        let world = World()
        let began = Latch()
        let cancelled = Latch()
        let provider = ScriptedProvider { _, provider in
            began.open()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            await provider.end(.exited(code: 0))
            return Self.filled
        }
        let runner = try runner(.prepareCredentialList([]), in: world, with: [provider])
        let request = Task { try await runner.run() }
        await began.wait()
        request.cancel()
        // The clock does not advance.
        await #expect(throws: RemoteError.self) { try await request.value }
    }

    @Test func `ends the request when the screen disconnects`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, provider in
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "List")))
            try await Task.sleep(for: .seconds(3600))
            return Self.filled
        }
        let screen = world.screen
        async let closing: Void = {
            await screen.opened.wait()
            await screen.vanish()
            await world.clock.waitForFarewell()
            world.clock.advance(by: 0.2)
        }()
        await #expect(throws: RemoteError.self) {
            try await run(.prepareCredentialList([]), in: world, with: [provider])
        }
        await closing
        #expect(provider.wasKilled.isOpen)
    }

    @Test func `names the failure of a screen, which is no cancellation`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, provider in
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "List")))
            try await Task.sleep(for: .seconds(3600))
            return Self.filled
        }
        let screen = world.screen
        async let failing: Void = {
            await screen.opened.wait()
            await screen.fail("pinentry answered with error 86")
        }()
        let error = await #expect(throws: RemoteError.self) {
            try await run(.prepareCredentialList([]), in: world, with: [provider])
        }
        await failing
        #expect(error?.reason == .locked)
        #expect(
            error?.message == "the provider's question could not be shown: pinentry answered with error 86")
        #expect(error?.hint == "run \"latchkey doctor\"")
        #expect(provider.wasKilled.isOpen)
    }

    @Test func `expires a provider eight seconds after its answer, and stops it after ten`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, _ in Self.filled }
        _ = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [provider])
        var iterator = world.starter.answered.stream.makeAsyncIterator()
        let conversation = try #require(await iterator.next()).conversation
        let clock = world.clock
        async let winding: Void = conversation.windDown(clock: clock.clock, deadlines: RequestRunner.Deadlines())
        await clock.waitForSleepers()
        clock.advance(by: 8)
        await provider.wasExpired.wait()
        await clock.waitForSleepers()
        #expect(!provider.wasKilled.isOpen)
        clock.advance(by: 2)
        await winding
        #expect(provider.wasKilled.isOpen)
    }

    @Test func `ignores the sheet of a process that has answered`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, provider in
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "List")))
            return Self.filled
        }
        _ = try await run(.prepareCredentialList([]), in: world, with: [provider])
        var iterator = world.starter.answered.stream.makeAsyncIterator()
        let conversation = try #require(await iterator.next()).conversation
        async let winding: Void = conversation.windDown(clock: world.clock.clock, deadlines: RequestRunner.Deadlines())
        try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Again")))
        try await provider.peer.notify(FinishRequest.self, Empty())
        await winding
        #expect(await world.screen.shown?.title == "List")
        #expect(await world.screen.closings == 1)
    }

    @Test func `stops a provider that sends provider.finish`() async throws {
        let world = World()
        let provider = ScriptedProvider { _, _ in Self.filled }
        _ = try await run(.provideWithoutUserInteraction(Self.alice), in: world, with: [provider])
        var iterator = world.starter.answered.stream.makeAsyncIterator()
        let conversation = try #require(await iterator.next()).conversation
        async let winding: Void = conversation.windDown(clock: world.clock.clock, deadlines: RequestRunner.Deadlines())
        try await provider.peer.notify(FinishRequest.self, Empty())
        await winding
        #expect(provider.wasKilled.isOpen)
    }
}
