import Crypto
import Foundation
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// How the agent handles a passkey that a provider has just made.
@Suite("A new passkey", .timeLimit(.minutes(5))) struct AgentNewPasskeyTests: AskingForPasskeys {
    /// The placeholder of the agent, without the provider's record identifier.
    private static var unsaved: CredentialIdentity {
        var identity = identity
        identity.recordIdentifier = nil
        return identity
    }

    private func passkeys(in world: AgentWorld) async throws -> [CredentialIdentity] {
        try await world.store.identities(of: .first).identities.filter { $0.kind == .passkey }
    }

    private func create(over client: Peer, isConditional: Bool = false) async throws {
        _ = try await client.call(
            CreatePasskey.self,
            .init(
                url: isConditional ? AgentWorld.url : Self.site, options: creation(), ancestorOrigins: [],
                isConditional: isConditional))
    }

    @Test(arguments: [false, true])
    func `a new passkey is suggested and signs as soon as the page has it`(inMemoryOnly: Bool) async throws {
        let signer = try Signer()
        let world = try AgentWorld(
            attributes: Self.attributes, hasFallback: true, inMemoryOnly: inMemoryOnly
        ) { parameters, _ in try signer.answer(parameters.request) }
        try await world.enable([])
        let client = try await world.connect()
        try await create(over: client)
        let options = request { $0.allowCredentials = [.init(id: "BwcH")] }
        let picked = try await suggestion(over: client, options)
        #expect(picked.user == "alice")
        // The provider saves it between the suggestion and the pick.
        try await world.store.change(.save, [Self.identity], of: .first)
        let result = try await client.call(
            GetPasskey.self, .init(url: Self.site, options: options, ancestorOrigins: [], suggestion: picked.id))
        #expect(result.credential?.id == "BwcH")
        #expect(try await passkeys(in: world) == [Self.identity])
    }

    @Test func `the provider and the suggestion get the page's display name and the last use`() async throws {
        let signer = try Signer()
        let requested = Collected<String?>()
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, _ in
            if case .preparePasskeyRegistration(let request) = parameters.request {
                requested.append(request.identity.displayName)
            }
            return try signer.answer(parameters.request)
        }
        try await world.enable([])
        let client = try await world.connect()
        for displayName in ["alice", "", String(repeating: "a", count: 1025), "Alice Liddell"] {
            var options = creation()
            options.user.displayName = displayName
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: options, ancestorOrigins: []))
        }
        // A name that is empty, very long or equal to the user name is dropped.
        #expect(requested.values == [nil, nil, nil, "Alice Liddell"])
        let options = request { $0.allowCredentials = [.init(id: "BwcH")] }
        var identity = Self.identity
        identity.displayName = "Alice Liddell"
        identity.lastUse = 1_700_000_000
        try await world.store.change(.save, [identity], of: .first)
        let suggestion = try await suggestion(over: client, options)
        #expect(suggestion.displayName == "Alice Liddell")
        #expect(suggestion.lastUse == 1_700_000_000)
    }

    @Test func `a passkey from an automatic upgrade is suggested`() async throws {
        let (world, client) = try await makeWorld(identities: [AgentWorld.alice])
        _ = try await world.fill(over: client)
        try await create(over: client, isConditional: true)
        #expect(try await passkeys(in: world) == [Self.unsaved])
    }

    @Test func `a new passkey that its provider saves before answering is stored once`() async throws {
        let signer = try Signer()
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, provider in
            let change = try await provider.peer.call(BeginStoreChange.self, .init(operation: .save)).change
            _ = try await provider.peer.call(
                AddToStoreChange.self, .init(change: change, identities: [Self.identity]))
            _ = try await provider.peer.call(CommitStoreChange.self, .init(change: change))
            return try signer.answer(parameters.request)
        }
        try await world.enable([])
        try await create(over: try await world.connect())
        #expect(try await passkeys(in: world) == [Self.identity])
    }

    @Test func `an invalid new passkey is not stored`() async throws {
        var signer = try Signer()
        signer.answeredID = Data([9])
        let (world, client) = try await makeWorld(signer, identities: [])
        #expect(await reason { try await create(over: client) } == .providerFailed)
        #expect(try await passkeys(in: world) == [])
    }

    @Test func `a passkey that the provider did not make is not stored`() async throws {
        var signer = try Signer()
        signer.error = 1
        let (world, client) = try await makeWorld(signer, identities: [])
        #expect(await reason { try await create(over: client) } == .userCanceled)
        #expect(try await passkeys(in: world) == [])
    }

    @Test func `a new passkey of a disconnected client is not stored`() async throws {
        let signer = try Signer()
        let (asked, mayAnswer) = (Latch(), Latch())
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, _ in
            asked.open()
            await mayAnswer.wait()
            return try signer.answer(parameters.request)
        }
        try await world.enable([])
        let (client, session) = try await world.connectSession()
        let call = Task { try await create(over: client) }
        await asked.wait()
        await client.close()
        // The provider answers during its grace period.
        await world.clock.waitForFarewell()
        mayAnswer.open()
        world.clock.advance(by: 1)
        await session.value
        _ = await call.result
        #expect(try await passkeys(in: world) == [])
    }

    @Test func `a new passkey of a provider that was locked meanwhile is not stored in memory`() async throws {
        let signer = try Signer()
        let mayAnswer = Latch()
        let asked = Latch()
        let world = try AgentWorld(
            attributes: Self.attributes, hasFallback: true, inMemoryOnly: true
        ) { parameters, _ in
            asked.open()
            await mayAnswer.wait()
            return try signer.answer(parameters.request)
        }
        try await world.enable([])
        let client = try await world.connect()
        let call = Task { try await create(over: client) }
        await asked.wait()
        _ = world.keychain.wipe(try .first)
        mayAnswer.open()
        _ = await call.result
        #expect(try await passkeys(in: world) == [])
    }

    @Test func `a provider receives hashed PRF inputs for a new passkey`() async throws {
        let (world, client) = try await makeWorld()
        let options = creation { options in
            var extensions = PasskeyCreationOptions.Extensions()
            extensions.prf = .init()
            extensions.prf?.eval = PasskeyPRFInput(first: "AQ", second: "Ag")
            options.extensions = extensions
        }
        _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: options, ancestorOrigins: []))
        guard case .preparePasskeyRegistration(let asked)? = world.launcher.requests.last else {
            Issue.record("\(world.launcher.requests)")
            return
        }
        // WebAuthn L3 §10.1.4.
        let salts = [1, 2].map { Data(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0, $0])) }
        #expect(asked.extensions?.prf?.values == PRFValues(first: salts[0], second: salts[1]))
    }
}
