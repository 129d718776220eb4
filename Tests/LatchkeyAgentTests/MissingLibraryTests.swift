import LatchkeySheet
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
        // It is not enabled at the request of its app either.
        let requester = Requester(
            client: ClientDescription(program: "app", showsSheets: true), caller: AgentWorld.browser)
        let screen = ScriptedScreen()
        async let pressing: Void = {
            await screen.opened.wait()
            await screen.happen(SheetEvent("turnOn", .typing("enable")))
        }()
        await #expect(throws: Self.error) {
            _ = try await world.agent.requestEnabling(.first, for: requester, on: screen)
        }
        // The user was asked first, because the check runs code of the bundle.
        if await screen.shown == nil { screen.opened.open() }
        await pressing
        #expect(await screen.shown != nil)
        #expect(try !world.agent.directory.isEnabled(.first))
        world.launcher.lacks.withLock { $0 = nil }
        try await world.enable()
    }

    @Test(arguments: [nil, String(repeating: "0", count: 64)])
    func `the loader does not run on an unconfirmed bundle`(digest: String?) async throws {
        let world = try AgentWorld()
        world.launcher.lacks.withLock { $0 = "libswiftCore.so" }
        let client = try await world.connect()
        let error = await #expect(throws: RemoteError.self) {
            _ = try await client.call(
                EnableProvider.self, EnableProvider.Parameters(provider: .first, confirmedDigest: digest))
        }
        #expect(error?.reason == .confirmationRequired)
    }

    private static let error = RemoteError(
        .providerUnusable, "com.example.first cannot load libswiftCore.so in its sandbox",
        hint: "run \"rm -rf .build\" and \"swift build --static-swift-stdlib\" in its package, and add it again")

    @Test func `the hint for a system library does not suggest a Swift build`() {
        #expect(
            RemoteError.missingLibrary("libsodium.so.23", of: "Demo").hint
                == "install the package that has libsodium.so.23, or link the provider statically")
    }
}
