import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

/// Providers that the dynamic loader cannot start inside their sandbox.
@Suite struct MissingLibraryTests {
    @Test func `a provider that lacks a library is not enabled, and the error names the library`() async throws {
        let world = try AgentWorld()
        world.launcher.lacks.withLock { $0 = "libswiftCore.so" }
        await #expect(throws: Self.error) { try await world.enable() }
        #expect(!world.agent.directory.isEnabled(try .first))
        // Neither does its app get a question shown.
        let asker = Asker(client: ClientDescription(program: "app", showsSheets: true), processIdentifier: 7)
        let screen = ScriptedScreen()
        await #expect(throws: Self.error) { _ = try await world.agent.askToTurnOn(.first, for: asker, on: screen) }
        #expect(await screen.shown == nil)
        world.launcher.lacks.withLock { $0 = nil }
        try await world.enable()
    }

    private static let error = RemoteError(
        .providerUnusable, "com.example.first cannot load libswiftCore.so in its sandbox",
        hint: "run \"rm -rf .build\" and \"swift build --static-swift-stdlib\" in its package, and add it again")

    @Test func `the hint for a library of the system names no Swift build`() {
        #expect(
            RemoteError.missingLibrary("libsodium.so.23", of: "Demo").hint
                == "install the package that has libsodium.so.23, or link the provider statically")
    }
}
