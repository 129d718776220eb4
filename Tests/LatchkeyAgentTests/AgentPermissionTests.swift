import Foundation
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite("Who may do what with the agent") struct AgentPermissionTests {
    @Test func `a client without hello receives no response`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect(greets: false)
        let suggest = Suggest.Parameters(url: AgentWorld.url)
        #expect(await reason { _ = try await client.call(Suggest.self, suggest) } == .helloExpected)
        #expect(await reason { _ = try await client.call(ListProviders.self, Empty()) } == .helloExpected)
    }

    @Test func `a program without the token cannot use a provider's store or keychain`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let item = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
        #expect(await reason { _ = try await client.call(SetKeychainItem.self, item) } == .notPermitted)
        let name = GetKeychainItem.Parameters(account: "key")
        #expect(await reason { _ = try await client.call(GetKeychainItem.self, name) } == .notPermitted)
        let read = ReadIdentities.Parameters(serviceIdentifier: nil, kinds: [])
        #expect(await reason { _ = try await client.call(ReadIdentities.self, read) } == .notPermitted)
        let wrong = AuthenticateApp.Parameters(provider: try .first, token: Data(repeating: 7, count: 32))
        #expect(await reason { _ = try await client.call(AuthenticateApp.self, wrong) } == .notPermitted)
        #expect(await reason { _ = try await client.call(StoreState.self, Empty()) } == .notPermitted)
    }

    @Test func `an app can act for its provider only while its token is valid`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        let path = world.tokens.container(of: provider) + "/" + ContainerTokens.fileName
        let token = try #require(world.disk[path])
        let app = try await world.connect()
        _ = try await app.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        _ = try await app.call(
            SetKeychainItem.self, SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3])))
        let item = try await app.call(GetKeychainItem.self, GetKeychainItem.Parameters(account: "key"))
        #expect(item.value == Data([1, 2, 3]))
        let page = try await app.call(
            ReadIdentities.self, ReadIdentities.Parameters(serviceIdentifier: nil, kinds: []))
        #expect(page.identities == [AgentWorld.alice])

        let settings = try await world.connect()
        _ = try await settings.call(DisableProvider.self, ProviderParameters(provider: provider))
        #expect(world.disk[path] == nil)
        #expect(world.keychain.isEmpty)
        let old = AuthenticateApp.Parameters(provider: provider, token: token)
        // While the provider is disabled, also with a restored token file, and after it is enabled again.
        for isBack in [false, true] {
            if isBack { try world.disk.files.write(path, token) }
            #expect(await reason { _ = try await app.call(StoreState.self, Empty()) } == .notPermitted)
            #expect(await reason { _ = try await app.call(AuthenticateApp.self, old) } == .notPermitted)
        }
        try await world.enable()
        #expect(await reason { _ = try await app.call(StoreState.self, Empty()) } == .notPermitted)
        #expect(await reason { _ = try await app.call(AuthenticateApp.self, old) } == .notPermitted)
    }

    @Test func `logs an app that reads its provider's keychain, once for each connection`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (app, _) = try await world.connectApp()
        var logged: [String] { world.agent.log.read(limit: 100, before: nil).entries.map(\.what) }
        let name = GetKeychainItem.Parameters(account: "key")
        _ = try await app.call(GetKeychainItem.self, name)
        #expect(!logged.contains("read keychain"))
        _ = try await app.call(
            SetKeychainItem.self, SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3])))
        for _ in 0..<3 { _ = try await app.call(GetKeychainItem.self, name) }
        let entry = try #require(world.agent.log.read(limit: 100, before: nil).entries.first)
        #expect(entry.what == "read keychain" && entry.program == "test" && entry.pid == 4242)
        #expect(try entry.provider == .first)
        #expect(logged.count { $0 == "read keychain" } == 1)
        let (other, _) = try await world.connectApp()
        _ = try await other.call(GetKeychainItem.self, name)
        #expect(logged.count { $0 == "read keychain" } == 2)
    }

    /// Every program that can read the container has the app's token.
    @Test func `only a provider's own process can read and store its anchor`() async throws {
        let anchor = StoredAnchor(
            vault: Data(repeating: 1, count: 16), revision: 7, chain: Data(repeating: 2, count: 32),
            inboxKey: Data(repeating: 3, count: 32), date: 1_800_000_000)
        let read = Mutex<[GetAnchor.Result]>([])
        let refused = Mutex<RemoteError.Reason?>(nil)
        let world = try AgentWorld { _, provider in
            _ = try await provider.peer.call(SetAnchor.self, SetAnchor.Parameters(anchor: anchor))
            let result = try await provider.peer.call(GetAnchor.self, Empty())
            read.withLock { $0.append(result) }
            var invalid = anchor
            invalid.chain = Data(repeating: 2, count: 65)
            let parameters = SetAnchor.Parameters(anchor: invalid)
            let refusal = await reason { _ = try await provider.peer.call(SetAnchor.self, parameters) }
            refused.withLock { $0 = refusal }
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        _ = try await world.fill(over: client)
        #expect(read.withLock { $0 } == [GetAnchor.Result(anchor: anchor)])
        #expect(refused.withLock { $0 } == .invalidParameters)
        let (app, _) = try await world.connectApp()
        #expect(await reason { _ = try await app.call(GetAnchor.self, Empty()) } == .unknownMethod)
        let parameters = SetAnchor.Parameters(anchor: anchor, replaces: true)
        #expect(await reason { _ = try await app.call(SetAnchor.self, parameters) } == .unknownMethod)
    }

    @Test func `abandons an app's open change when it disconnects`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        let token = try #require(
            world.disk[world.tokens.container(of: provider) + "/" + ContainerTokens.fileName])
        for _ in 0..<6 {
            let (app, session) = try await world.connectSession()
            _ = try await app.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
            let change = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
            _ = try await app.call(
                AddToStoreChange.self,
                AddToStoreChange.Parameters(change: change.change, identities: [AgentWorld.bob]))
            await app.close()
            // A fifth change of one provider would be refused as long as four are open.
            await session.value
        }
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
        #expect(try await world.store.all(of: provider) == [AgentWorld.alice])
    }

    @Test func `abandons an app's open change when its token is revoked`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (app, session) = try await world.connectApp()
        _ = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
        // Confirmed again: the app must send the new token.
        try await world.enable([])
        await app.close()
        await session.value
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
    }

    @Test func `disabling a provider during a replacement leaves no identities`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (app, session) = try await world.connectApp()
        let change = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
        let batch = AddToStoreChange.Parameters(change: change.change, identities: [AgentWorld.bob])
        _ = try await app.call(AddToStoreChange.self, batch)
        let settings = try await world.connect()
        _ = try await settings.call(DisableProvider.self, ProviderParameters(provider: .first))
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
        try await world.enable([])
        await #expect(throws: IdentityStoreError.unknownChange) {
            try await world.store.commit(change.change, of: .first)
        }
        await app.close()
        await session.value
        #expect(try await world.store.all(of: .first) == [])
    }

    @Test func `a fifth process of a provider ends the one that answered first`() async throws {
        let processes = Collected<ScriptedProvider>()
        let world = try AgentWorld { _, provider in
            processes.append(provider)
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        for _ in 0..<4 { _ = try await world.fill(over: client) }
        #expect(processes.values.map(\.wasKilled.isOpen) == [false, false, false, false])
        _ = try await world.fill(over: client)
        #expect(processes.values.map(\.wasKilled.isOpen) == [true, false, false, false, false])
        _ = try await world.fill(over: client)
        #expect(processes.values.map(\.wasKilled.isOpen) == [true, true, false, false, false, false])
    }

    @Test func `other requests are served while a large executable is digested`() async throws {
        let (isReading, mayGoOn) = (Latch(), DispatchSemaphore(value: 0))
        var files = BundleFiles.system
        files.digest = { _, _ in
            isReading.open()
            // With a single thread no other task can run meanwhile.
            _ = mayGoOn.wait(timeout: .now() + 20)
            return String(repeating: "0", count: 64)
        }
        let world = try AgentWorld(files: files)
        let client = try await world.connect()
        let enabling = Task {
            await reason {
                _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: .first))
            }
        }
        await isReading.wait()
        #expect(try await client.call(ReadLog.self, ReadLog.Parameters()).entries.isEmpty)
        mayGoOn.signal()
        #expect(await enabling.value == .confirmationRequired)
    }

    @Test func `a lock removes all keychain items`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        try world.keychain.set(Secret("key"), account: "vault-key", of: provider)
        #expect(await !world.agent.isIdle)
        await world.agent.lock()
        #expect(world.keychain.isEmpty)
        #expect(await world.agent.isIdle)
    }

    @Test(arguments: [
        ("tty", ClientDescription(program: "x", tty: "/etc/passwd", showsSheets: false)),
        ("tty", ClientDescription(program: "x", tty: "/dev/../etc/x", showsSheets: false)),
        ("tty", ClientDescription(program: "x", tty: "/dev/pts/1\nOPTION", showsSheets: false)),
        ("display", ClientDescription(program: "x", display: ":0 --evil", showsSheets: false)),
        ("xAuthority", ClientDescription(program: "x", xAuthority: "../cookies", showsSheets: false)),
        ("xAuthority", ClientDescription(program: "x", xAuthority: "/run/a\nb", showsSheets: false)),
        ("language", ClientDescription(program: "x", language: "LANG=C", showsSheets: false)),
        ("language", ClientDescription(program: "x", language: "../../tmp/evil", showsSheets: false)),
        (
            "sessionBusAddress",
            ClientDescription(
                program: "x", sessionBusAddress: "unix:path=/run/bus;unixexec:path=/bin/sh", showsSheets: false)
        ),
        ("program", ClientDescription(program: "", showsSheets: false)),
        ("program", ClientDescription(program: "a\u{1B}[2J", showsSheets: false)),
        (
            "waylandDisplay",
            ClientDescription(program: "x", waylandDisplay: String(repeating: "w", count: 257), showsSheets: false)
        ),
    ])
    func `rejects screen values that could control another program`(member: String, client: ClientDescription)
        async throws
    {
        let world = try AgentWorld()
        let peer = try await world.connect(greets: false)
        do {
            _ = try await peer.call(Hello.self, Hello.Parameters(client: client))
            Issue.record("it was accepted")
        } catch let error as RemoteError {
            #expect(error.reason == .invalidParameters)
            #expect(error.message == "the client's \(member) is invalid")
        }
    }
}
