import Foundation
import LatchkeySheet
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite(.timeLimit(.minutes(1))) struct AgentLockingTests {
    @Test func `ends the requests whose processes may hold a key`() async throws {
        let began = Latch()
        let world = try AgentWorld(hasFallback: true) { _, _ in
            began.open()
            try await Task.sleep(for: .seconds(3600))
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        let list = Task { try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url)) }
        await began.wait()
        await world.agent.lock()
        await #expect {
            try await list.value
        } throws: {
            ($0 as? RemoteError)?.reason == .requestCancelled
        }
    }

    @Test(arguments: [true, false])
    func `ends the requests of a provider that its app locks, whether it held a key or not`(held: Bool) async throws {
        let began = Latch()
        let world = try AgentWorld(hasFallback: true) { _, _ in
            began.open()
            try await Task.sleep(for: .seconds(3600))
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let app = try await world.connectApp().client
        for account in held ? ["key", "other"] : [] {
            _ = try await app.call(
                SetKeychainItem.self, SetKeychainItem.Parameters(account: account, value: Data([1, 2, 3])))
        }
        let client = try await world.connect()
        let list = Task { try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url)) }
        await began.wait()
        // As long as something is left it is not locked, and the request goes on.
        if held { _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "other")) }
        #expect(await !world.agent.isIdle)
        _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "key"))
        await #expect {
            try await list.value
        } throws: {
            ($0 as? RemoteError)?.reason == .requestCancelled
        }
        #expect(world.keychain.isEmpty)
    }

    @Test func `takes no secret of a process whose provider was turned off`() async throws {
        let began = Latch()
        let isOff = Latch()
        let world = try AgentWorld { _, provider in
            began.open()
            await isOff.wait()
            let item = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
            _ = try? await provider.peer.call(SetKeychainItem.self, item)
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        let filling = Task { try await world.fill(over: client) }
        await began.wait()
        let settings = try await world.connect()
        _ = try await settings.call(DisableProvider.self, ProviderParameters(provider: .first))
        isOff.open()
        _ = await filling.result
        #expect(world.keychain.isEmpty)
    }

    @Test(arguments: [true, false])
    func `forgets a locked provider's identities where they are kept in memory only`(inMemoryOnly: Bool) async throws {
        let world = try AgentWorld(inMemoryOnly: inMemoryOnly)
        try await world.enable()
        let app = try await world.connectApp().client
        for account in ["key", "other"] {
            let item = SetKeychainItem.Parameters(account: account, value: Data([1, 2, 3]))
            _ = try await app.call(SetKeychainItem.self, item)
        }
        _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "other"))
        #expect(try await world.store.all(of: .first) == [AgentWorld.alice])
        _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "key"))
        #expect(try await world.store.all(of: .first) == (inMemoryOnly ? [] : [AgentWorld.alice]))
        #expect(try await world.store.state(of: .first).supportsIncrementalUpdates == !inMemoryOnly)
    }

    @Test func `takes one greeting of a program`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let other = Hello.Parameters(client: ClientDescription(program: "another", showsSheets: false))
        await #expect {
            try await client.call(Hello.self, other)
        } throws: {
            ($0 as? RemoteError)?.reason == .notPermitted
        }
    }
}
