import Foundation
import GRDB
import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite(.timeLimit(.minutes(3))) struct StoreVerificationTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()
    private let notes = AsyncStream<String>.makeStream()
    private let losses = Collected<IdentityStoreLoss>()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `verifies the whole store once after the start, and sets a damaged one aside`() async throws {
        try await fillAndDamageIndex()
        let store = try IdentityStore.open(folder, enabled: [.first], losses: losses)
        let agent = try makeAgent(store: store)
        let running = Task { await agent.run() }
        // Opening the store does not detect the damage.
        #expect(losses.values == [])
        await clock.waitForSleepers(2)
        clock.advance(by: 30)
        var lines = notes.stream.makeAsyncIterator()
        #expect(await lines.next() == "the identity store was damaged")
        #expect(losses.values.map(\.reason) == [.damaged])
        #expect(try await store.state(of: .first).supportsIncrementalUpdates == false)
        running.cancel()
        await running.value
    }

    /// Stores twelve identities.
    ///
    /// The index has another site for the first one than its row.
    private func fillAndDamageIndex() async throws {
        let store = try IdentityStore.open(folder, enabled: [.first])
        let identities = (0..<12).map { CredentialIdentity.password("user\($0)", at: "host\($0).example.com") }
        try await store.change(.replace, identities, of: .first)
        try store.close()
        let file = folder.url.appending(path: "identities.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        let (page, size) = try await queue.read { db in
            let page = try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'identityBySite'")
            return (try #require(page), try #require(try Int.fetchOne(db, sql: "PRAGMA page_size")))
        }
        try queue.close()
        var bytes = try Data(contentsOf: file)
        let start = (page - 1) * size
        let host = try #require(bytes.range(of: Data("host0.".utf8), in: start..<page * size))
        let site = bytes.range(of: Data("example.com".utf8), options: .backwards, in: start..<host.lowerBound)
        bytes[try #require(site).lowerBound] = UInt8(ascii: "d")
        try bytes.write(to: file)
    }

    private func makeAgent(store: IdentityStore) throws -> Agent {
        struct NoLauncher: ProviderLauncher {
            func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
                throw RemoteError(.providerUnusable, "nothing is started here")
            }
            func missingLibrary(of executable: String, in bundle: String) async -> String? { nil }
        }
        let files = FilesInMemory().files
        let settings = try ProviderSettings(folder: "/settings", files: files)
        let keychain = Keychain(now: clock.clock.now)
        let tokens = ContainerTokens(folder: "/containers", files: files)
        let directory = ProviderDirectory(
            registry: ProviderRegistry(folders: []), settings: settings,
            activation: ProviderActivation(settings: settings, tokens: tokens, identities: store, keychain: keychain),
            tokens: tokens, readIcon: { _ in nil })
        let notes = notes.continuation
        return Agent(
            store: store, keychain: keychain, directory: directory,
            grants: ClientGrants(folder: "/state", files: files, executableFile: { _ in nil }),
            log: ActivityLog(folder: folder.url),
            dependencies: Agent.Dependencies(
                launcher: NoLauncher(), clock: clock.clock, date: { 0 }, fallbackScreen: { _ in nil },
                clipboard: { _ throws(RemoteError) in throw RemoteError(.noClipboard, "there is none") },
                readQuirks: { (Quirks(), []) }, systemChecks: { [] }, processIdentifier: 1,
                note: { notes.yield($0) }))
    }
}
