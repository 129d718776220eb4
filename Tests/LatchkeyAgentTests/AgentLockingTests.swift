import Foundation
import LatchkeySheet
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite(.timeLimit(.minutes(3))) struct AgentLockingTests {
    @Test func `a lock ends requests whose processes may have a key`() async throws {
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

    @Test func `a lock notifies only clients with the feature locks`() async throws {
        let world = try AgentWorld()
        try await world.enable([])
        let unwanted = Mutex<[ProviderIdentifier]>([])
        let (told, tell) = AsyncStream<ProviderIdentifier>.makeStream()
        var (quiet, telling) = (MethodTable(), MethodTable())
        quiet.on(ProviderLocked.self) { parameters in unwanted.withLock { $0.append(parameters.provider) } }
        telling.on(ProviderLocked.self) { tell.yield($0.provider) }
        let deaf = try await world.connect(features: [], methods: quiet)
        let hearing = try await world.connect(features: [Hello.locks], methods: telling)
        let app = try await world.connectApp().client
        let key = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
        _ = try await app.call(SetKeychainItem.self, key)
        _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "key"))
        var locks = told.makeAsyncIterator()
        #expect(await locks.next() == (try .first))
        // A locked screen sends the same notification.
        _ = try await app.call(SetKeychainItem.self, key)
        await world.agent.lock()
        #expect(await locks.next() == (try .first))
        _ = try await deaf.call(AgentStatus.self, Empty())
        #expect(unwanted.withLock { $0 } == [])
        await hearing.close()
    }

    @Test(arguments: [true, false])
    func `an app's lock ends the requests of its provider, with or without a key`(held: Bool) async throws {
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
        // While an item remains, the provider is not locked and the request continues.
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

    /// One process ends slowly and still sends its key, while another process starts.
    @Test(arguments: [true, false])
    func `a process started before a lock stores no key after it`(wholeAgent: Bool) async throws {
        let (began, mayEnd, hasTried) = (Latch(), Latch(), Latch())
        let key = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
        let late = Mutex<RemoteError.Reason?>(nil)
        let found = Mutex<[Data?]>([])
        let isFirst = Mutex(true)
        let world = try AgentWorld { _, provider in
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard wasFirst else {
                let item = try await provider.peer.call(
                    GetKeychainItem.self, GetKeychainItem.Parameters(account: "key"))
                found.withLock { $0.append(item.value) }
                return .password(user: "alice", password: "p")
            }
            provider.endsAfter.withLock { $0 = mayEnd }
            _ = try await provider.peer.call(SetKeychainItem.self, key)
            began.open()
            await provider.wasKilled.wait()
            // In a separate task, because the request is cancelled but the sent message still arrives.
            let sending = Task { await reason { _ = try await provider.peer.call(SetKeychainItem.self, key) } }
            let refusal = await sending.value
            late.withLock { $0 = refusal }
            hasTried.open()
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let app = try await world.connectApp().client
        let (first, second) = (try await world.connect(), try await world.connect())
        let filling = Task { try await world.fill(over: first) }
        await began.wait()
        let locking = Task {
            if wholeAgent { return await world.agent.lock() }
            _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "key"))
        }
        await hasTried.wait()
        // The user continues before the old process has ended.
        _ = try await world.fill(over: second)
        mayEnd.open()
        _ = try await locking.value
        _ = await filling.result
        #expect(late.withLock { $0 } == .notPermitted)
        #expect(found.withLock { $0 } == [nil])
        #expect(world.keychain.isEmpty)
    }

    @Test
    func `a provider process that locks ends the provider's other processes and can unlock again`() async throws {
        let (began, wasLocked) = (Latch(), Latch())
        let isFirst = Mutex(true)
        let world = try AgentWorld { _, provider in
            let key = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard wasFirst else {
                _ = try await provider.peer.call(RemoveKeychainItem.self, KeychainItemParameters(account: "key"))
                await wasLocked.wait()
                _ = try await provider.peer.call(SetKeychainItem.self, key)
                return .password(user: "alice", password: "p")
            }
            _ = try await provider.peer.call(SetKeychainItem.self, key)
            began.open()
            try await Task.sleep(for: .seconds(3600))
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let (first, second) = (try await world.connect(), try await world.connect())
        let filling = Task { try await world.fill(over: first) }
        await began.wait()
        let locking = Task { try await world.fill(over: second) }
        #expect(await reason { _ = try await filling.value } == .requestCancelled)
        wasLocked.open()
        _ = try await locking.value
        #expect(!world.keychain.isEmpty)
    }

    @Test func `a process of a disabled provider stores no secret`() async throws {
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
    func `a lock removes a provider's identities if they are in memory only`(inMemoryOnly: Bool) async throws {
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

    @Test func `a client can send hello only once`() async throws {
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
