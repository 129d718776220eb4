import Foundation
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

/// Bundles that are installed and removed while the agent runs, without a notification.
@Suite struct `Providers that are installed meanwhile` {
    private func install(in world: AgentWorld) throws -> URL {
        try world.folder.addBundle(
            "Second.appex", in: "bundles",
            list: infoPropertyList(["CFBundleIdentifier": "com.example.second", "CFBundleName": "Second"]))
    }

    private func enable(over client: Peer) async throws {
        let id = try ProviderIdentifier.second
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: id))
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            let digest = error.details?["digest"]
            _ = try await client.call(
                EnableProvider.self, EnableProvider.Parameters(provider: id, confirmedDigest: digest))
        }
    }

    @Test func `a new provider can be enabled without a restart`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        #expect(await reason { try await enable(over: client) } == .unknownProvider)
        _ = try install(in: world)
        try await enable(over: client)
        let listed = try await client.call(ListProviders.self, Empty()).providers
        #expect(listed.filter(\.isEnabled).map(\.name) == ["Second"])
    }

    @Test func `lists the providers that are on the disk now`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        func listed() async throws -> [String] {
            try await client.call(ListProviders.self, Empty()).providers.map(\.name)
        }
        #expect(try await listed() == ["com.example.first"])
        let bundle = try install(in: world)
        #expect(try await listed() == ["com.example.first", "Second"])
        let list = try infoPropertyList(["CFBundleIdentifier": "com.example.second", "CFBundleName": "Other"])
        try list.write(to: bundle.appending(path: "Info.plist"))
        #expect(try await listed() == ["com.example.first", "Other"])
        try FileManager.default.removeItem(at: bundle)
        #expect(try await listed() == ["com.example.first"])
    }

    @Test func `a repaired provider can be enabled`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let bundle = try install(in: world)
        let executable = bundle.appending(path: "provider").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: executable)
        #expect(await reason { try await enable(over: client) } == .providerUnusable)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
        try await enable(over: client)
    }
}

/// The context of a request, which a provider receives in addition to Apple's parameters.
@Suite struct `The context of a request` {
    /// The contexts that the provider received, in order.
    private func makeWorld() throws -> (AgentWorld, Received) {
        let received = Received()
        let attributes: [String: Any] = [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasswords": true, "ProvidesOneTimeCodes": true, "SupportsSavePasswordCredentials": true,
            ]
        ]
        let world = try AgentWorld(attributes: attributes, hasFallback: true) { parameters, _ in
            received.contexts.withLock { $0.append(parameters.context) }
            return .password(user: "alice", password: "p")
        }
        return (world, received)
    }

    final class Received: Sendable {
        let contexts = Mutex<[RequestContext]>([])
        var last: RequestContext? { contexts.withLock { $0.last } }
    }

    @Test func `the request context has the purpose of the credential`() async throws {
        let (world, received) = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        _ = try await world.fill(over: client)
        #expect(received.last?.purpose == nil)
        let suggestions = try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions
        let picked = try #require(suggestions.first?.id)
        _ = try await client.call(
            Fill.self, Fill.Parameters(url: AgentWorld.url, suggestion: picked, purpose: .reveal))
        #expect(received.last?.purpose == .reveal)
        _ = try await client.call(
            CopyCredential.self, CopyCredential.Parameters(url: AgentWorld.url, suggestion: picked, part: .password))
        #expect(received.last?.purpose == .copy)
        _ = try await client.call(CopyCredential.self, CopyCredential.Parameters(url: nil, part: .password))
        #expect(received.last?.purpose == .copy)
        _ = try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url, purpose: .reveal))
        #expect(received.last?.purpose == .reveal)
    }

    @Test func `the request context of a list has the sites that share logins with the page`() async throws {
        let (world, received) = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        _ = try await client.call(OpenList.self, OpenList.Parameters(url: "https://www.icloud.com/"))
        #expect(received.last?.affiliatedDomains == ["apple.com", "icloud.com"])
        _ = try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url))
        #expect(received.last?.affiliatedDomains == nil)
        _ = try await world.fill(over: client)
        #expect(received.last?.affiliatedDomains == nil)
    }
}
