import Foundation
import LatchkeySheet
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

/// The passkeys and providers that a request of a page can use.
@Suite("A passkey that is picked", .timeLimit(.minutes(5))) struct AgentPasskeyPickTests: AskingForPasskeys {
    /// A passkey of the page's own host, so that the page could request it, too.
    private static let another = CredentialIdentity(
        kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "login.example.com"),
        user: "bob", recordIdentifier: "p2", credentialID: [8], userHandle: [4])

    private func use(
        _ suggestion: String?, _ options: PasskeyRequestOptions, over client: Peer, ancestors: [String]? = nil,
        acceptsFrame: Bool? = nil
    ) async -> RemoteError.Reason? {
        await reason {
            _ = try await client.call(
                GetPasskey.self,
                .init(
                    url: Self.site, options: options, ancestorOrigins: ancestors, suggestion: suggestion,
                    acceptsFrame: acceptsFrame))
        }
    }

    @Test func `a picked passkey must match the request, or its provider is not called`() async throws {
        let (world, client) = try await makeWorld(identities: [Self.identity, Self.another, AgentWorld.alice])
        let all = try await client.call(Suggest.self, .init(url: Self.site)).suggestions
        func id(of user: String, _ kind: CredentialKind) throws -> String {
            try #require(all.first { $0.user == user && $0.kind == kind }).id
        }
        #expect(await use("none", request(), over: client) == .nothingFound)
        // A password, and a passkey of another relying party that the page could have requested.
        #expect(await use(try id(of: "alice", .password), request(), over: client) == .nothingFound)
        #expect(await use(try id(of: "bob", .passkey), request(), over: client) == .nothingFound)
        let others = request { $0.allowCredentials = [PasskeyDescriptor(id: "CQ")] }
        #expect(await use(try id(of: "alice", .passkey), others, over: client) == .nothingFound)
        #expect(world.launcher.requests.isEmpty)
        #expect(await use(try id(of: "alice", .passkey), request(), over: client) == nil)
    }

    @Test func `a passkey is used in a cross-site frame only after the user has confirmed it`() async throws {
        let (world, client) = try await makeWorld()
        let around = ["https://shop.test"]
        let picked = try await suggestion(over: client, request()).id
        #expect(await use(picked, request(), over: client, ancestors: around) == .otherSiteFrame)
        #expect(await use(nil, request(), over: client, ancestors: around) == .otherSiteFrame)
        #expect(world.launcher.requests.isEmpty)
        #expect(await use(picked, request(), over: client, ancestors: around, acceptsFrame: true) == nil)
        #expect(world.launcher.requests.count == 1)
    }

    @Test func `another program uses or creates a passkey only after the user has confirmed it`() async throws {
        let (world, browser) = try await makeWorld(hasSession: true)
        _ = try world.grants.allow(AgentWorld.python, showsSheets: false, at: 0)
        let script = try await world.connect(as: AgentWorld.script)
        let picked = try await suggestion(over: browser, request()).id
        async let refused = use(picked, request(), over: script)
        await world.session.opened.wait()
        #expect(await world.session.frame?.requester == .program(AgentWorld.python.path))
        await world.session.happen(SheetEvent(nil, .cancelled))
        #expect(await refused == .userCanceled)
        #expect(world.launcher.requests.isEmpty)
        async let allowed = use(picked, request(), over: script)
        while await world.session.openings < 2 { await Task.yield() }
        let typed = SubmittedValue("word", .secure(SecureText("allow")))
        await world.session.happen(SheetEvent("allow", .submitted([typed])))
        #expect(await allowed == nil)

        let without = try await makeWorld()
        _ = try without.0.grants.allow(AgentWorld.python, showsSheets: false, at: 0)
        let other = try await without.0.connect(as: AgentWorld.script)
        #expect(await use(picked, request(), over: other) == .notPermitted)
        let created = await reason {
            _ = try await other.call(CreatePasskey.self, .init(url: Self.site, options: creation()))
        }
        #expect(created == .notPermitted)
        #expect(without.0.launcher.requests.isEmpty)
        // A program that the user trusts with its requests' sheets is not asked about.
        _ = try without.0.grants.allow(AgentWorld.python, showsSheets: true, at: 0)
        #expect(await use(try await suggestion(over: other, request()).id, request(), over: other) == nil)
    }

    @Test func `only providers of passkeys are called for a passkey`() async throws {
        let world = try AgentWorld(hasFallback: true)
        try await world.enable()
        let client = try await world.connect()
        let first = try ProviderIdentifier.first
        func made(by provider: ProviderIdentifier?) async -> RemoteError.Reason? {
            await reason {
                _ = try await client.call(
                    CreatePasskey.self, .init(url: Self.site, options: creation(), provider: provider))
            }
        }
        func used(of provider: ProviderIdentifier?) async -> RemoteError.Reason? {
            await reason {
                _ = try await client.call(
                    GetPasskey.self, .init(url: Self.site, options: request(), provider: provider))
            }
        }
        #expect(await made(by: nil) == .noProviders)
        #expect(await made(by: first) == .notPermitted)
        #expect(await used(of: nil) == .noProviders)
        #expect(await used(of: first) == .notPermitted)
        #expect(world.launcher.requests.isEmpty)
    }
}
