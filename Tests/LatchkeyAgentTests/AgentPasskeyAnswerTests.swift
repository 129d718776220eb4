import Crypto
import Foundation
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// The validation of passkey answers before the page receives them.
@Suite("Answers of a provider of passkeys", .timeLimit(.minutes(5))) struct AgentPasskeyAnswerTests: AskingForPasskeys {
    // MARK: Valid answers of a provider

    enum Lie: CaseIterable {
        case relyingPartySigned, relyingPartyNamed, requestHash, credentialName, userNotPresent

        func bend(_ signer: inout Signer) {
            switch self {
            case .relyingPartySigned:
                signer.party = "example.org"
                signer.answerParty = "example.com"
            case .relyingPartyNamed: signer.answerParty = "example.org"
            case .requestHash: signer.hash = Data(repeating: 1, count: 32)
            case .credentialName: signer.answeredID = Data([9])
            case .userNotPresent: signer.flags = [.backupEligible, .backedUp]
            }
        }
    }

    @Test(arguments: Lie.allCases) func `an invalid passkey answer does not reach the page`(lie: Lie) async throws {
        var signer = try Signer()
        lie.bend(&signer)
        let (world, client) = try await makeWorld(signer)
        defer { withExtendedLifetime(world) {} }
        let made = await reason {
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: creation()))
        }
        #expect(made == .providerFailed)
        let picked = try await suggestion(over: client, request())
        let used = await reason {
            _ = try await client.call(
                GetPasskey.self, .init(url: Self.site, options: request(), suggestion: picked.id))
        }
        #expect(used == .providerFailed)
    }

    @Test func `an answer without the required user verification is rejected`() async throws {
        var signer = try Signer()
        signer.flags = [.userPresent, .backupEligible, .backedUp]
        let (world, client) = try await makeWorld(signer)
        defer { withExtendedLifetime(world) {} }
        let required = request { $0.userVerification = .required }
        let picked = try await suggestion(over: client, required)
        let refused = await reason {
            _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: required, suggestion: picked.id))
        }
        #expect(refused == .providerFailed)
        let made = await reason {
            let strict = creation { $0.authenticatorSelection = .init(userVerification: .required) }
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: strict))
        }
        #expect(made == .providerFailed)
        // The default, "preferred", accepts an answer without user verification.
        _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: request(), suggestion: picked.id))
        _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: creation()))
    }

    @Test func `a key of another algorithm or of another account does not reach the page`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let made = await reason {
            _ = try await client.call(
                CreatePasskey.self,
                .init(url: Self.site, options: creation { $0.pubKeyCredParams = [.init(alg: -8)] }))
        }
        #expect(made == .providerFailed)
        var signer = try Signer()
        signer.userHandle = Data([9])
        let (another, other) = try await makeWorld(signer)
        defer { withExtendedLifetime(another) {} }
        let picked = try await suggestion(over: other, request())
        let used = await reason {
            _ = try await other.call(GetPasskey.self, .init(url: Self.site, options: request(), suggestion: picked.id))
        }
        #expect(used == .providerFailed)
    }

    @Test func `an answer from the provider's list has a user handle`() async throws {
        var signer = try Signer()
        signer.userHandle = Data()
        let (world, client) = try await makeWorld(signer)
        defer { withExtendedLifetime(world) {} }
        let named = request { $0.allowCredentials = [PasskeyDescriptor(id: "BwcH")] }
        let (open, known) = (
            await reason { _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: request())) },
            await reason { _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: named)) }
        )
        #expect(open == .providerFailed)
        #expect(known == nil)
    }

    @Test func `only allowed passkeys are suggested and may answer`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let others = request { $0.allowCredentials = [PasskeyDescriptor(id: "CQ")] }
        let found = try await client.call(
            Suggest.self, .init(url: Self.site, kinds: [.passkey], passkeyRequest: .init(options: others)))
        #expect(found.suggestions.isEmpty)
        // The provider's list receives the allowed passkeys and answers with another one.
        let used = await reason {
            _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: others))
        }
        #expect(used == .providerFailed)
        let unknown = request { $0.allowCredentials = [PasskeyDescriptor(id: "BwcH", type: "other")] }
        #expect(
            await reason { _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: unknown)) }
                == .nothingFound)
    }

    @Test func `a hidden passkey is suggested only to a site that names it, and signs there`() async throws {
        var hidden = Self.identity
        hidden.isHidden = true
        let (world, client) = try await makeWorld(identities: [hidden])
        defer { withExtendedLifetime(world) {} }
        let found = try await client.call(
            Suggest.self, .init(url: Self.site, kinds: [.passkey], passkeyRequest: .init(options: request())))
        #expect(found.suggestions.isEmpty)
        #expect(try await client.call(Suggest.self, .init(url: Self.site, kinds: [.passkey])).suggestions.isEmpty)
        #expect(
            try await client.call(ListPasskeys.self, .init(provider: .first)).passkeys.isEmpty)
        let named = request { $0.allowCredentials = [PasskeyDescriptor(id: "BwcH")] }
        let picked = try await suggestion(over: client, named)
        let used = try await client.call(
            GetPasskey.self, .init(url: Self.site, options: named, suggestion: picked.id))
        #expect(used.credential?.id == "BwcH")
        // A page that no longer names it cannot use the suggestion.
        let unnamed = await reason {
            _ = try await client.call(
                GetPasskey.self, .init(url: Self.site, options: request(), suggestion: picked.id))
        }
        #expect(unnamed == .nothingFound)
    }

    // MARK: Exclusion and upgrades

    @Test(arguments: [
        (SheetEvent("understood", .pressed), RemoteError.Reason.invalidStateError),
        (SheetEvent(nil, .cancelled), .userCanceled),
    ])
    func `a page learns of an excluded passkey only after the user has confirmed it`(
        event: SheetEvent, told: RemoteError.Reason
    ) async throws {
        var signer = try Signer()
        signer.error = 102
        let (world, client) = try await makeWorld(signer)
        let creation = creation { $0.excludeCredentials = [PasskeyDescriptor(id: "BwcH")] }
        async let refused = reason {
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: creation))
        }
        await world.fallback.opened.wait()
        #expect(await world.fallback.shown?.title == "There is a passkey already")
        let texts = await world.fallback.shown?.elements.compactMap { element in
            if case .text(let text) = element.content { text.text } else { nil }
        }
        #expect(
            texts == ["Site: login.example.com", "Account: alice", "The account has a passkey. Sign in with it."])
        await world.fallback.happen(event)
        #expect(await refused == told)
    }

    /// A conditional request of a page for a passkey.
    private func upgrade(
        over client: Peer, user: String = "alice", party: String = "example.com", url: String = AgentWorld.url,
        ancestors: [String]? = nil, isPrivate: Bool = false
    ) async -> RemoteError.Reason? {
        let options = creation {
            $0.user.name = user
            $0.rp.id = party
        }
        return await reason {
            _ = try await client.call(
                CreatePasskey.self,
                .init(
                    url: url, options: options, ancestorOrigins: ancestors, isConditional: true,
                    acceptsFrame: ancestors != nil, isPrivate: isPrivate))
        }
    }

    private var upgrader: Signer {
        get throws {
            var signer = try Signer()
            signer.flags = [.backupEligible, .backedUp]
            return signer
        }
    }

    @Test func `an account is upgraded only after its password was filled on the site`() async throws {
        let (world, client) = try await makeWorld(try upgrader)
        #expect(await upgrade(over: client) == .nothingFound)
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client, user: "bob") == .nothingFound)
        #expect(await upgrade(over: client, isPrivate: true) == .nothingFound)
        #expect(await upgrade(over: client) == nil)
        #expect(world.launcher.requests.last?.showsInterface == false)
        #expect(await world.fallback.shown == nil)
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client, party: "example.org", url: "https://example.org/") == .nothingFound)
        world.clock.advance(by: 301)
        #expect(await upgrade(over: client) == .nothingFound)
        // The agent does not remember fills of a private window.
        _ = try await client.call(OpenList.self, .init(url: AgentWorld.url, isPrivate: true))
        #expect(await upgrade(over: client) == .nothingFound)
    }

    @Test(arguments: [
        "https://user-content.example.com/", "https://login.example.com/", "https://example.com:8443/",
    ])
    func `an account is not upgraded by another origin of the site`(url: String) async throws {
        let (world, client) = try await makeWorld(try upgrader)
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client, url: url) == .nothingFound)
        #expect(await upgrade(over: client) == nil)
    }

    @Test func `an account is not upgraded in a frame of another origin`() async throws {
        let (world, client) = try await makeWorld(try upgrader)
        _ = try await world.fill(over: client)
        for around in ["https://evil.com", "https://www.example.com"] {
            #expect(await upgrade(over: client, ancestors: [around]) == .nothingFound)
        }
        #expect(await upgrade(over: client, ancestors: ["https://example.com"]) == nil)
    }

    @Test func `a filled password permits one passkey`() async throws {
        let (world, client) = try await makeWorld(try upgrader)
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client) == nil)
        #expect(await upgrade(over: client) == .nothingFound)
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client) == nil)
    }

    @Test func `a failed upgrade can be repeated`() async throws {
        let signer = try upgrader
        let isFirst = Mutex(true)
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, _ in
            if case .registerPasskeyWithoutUserInteraction = parameters.request,
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                return .cancelled(domain: "ASExtensionErrorDomain", code: 100)
            }
            return try signer.answer(parameters.request)
        }
        try await world.enable([AgentWorld.alice])
        let client = try await world.connect()
        _ = try await world.fill(over: client)
        #expect(await upgrade(over: client) == .locked)
        #expect(await upgrade(over: client) == nil)
    }

    @Test func `a password without a user name upgrades no account`() async throws {
        let signer = try Signer()
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, _ in
            if case .prepareCredentialList = parameters.request { return .password(user: "", password: "p4ss") }
            return try signer.answer(parameters.request)
        }
        try await world.enable([])
        let client = try await world.connect()
        _ = try await client.call(OpenList.self, .init(url: Self.site))
        let refused = await reason {
            _ = try await client.call(
                CreatePasskey.self,
                .init(url: Self.site, options: creation { $0.user.name = "" }, isConditional: true))
        }
        #expect(refused == .nothingFound)
    }

    @Test func `a provider without the capability upgrades no account`() async throws {
        let signer = try Signer()
        let world = try AgentWorld(
            attributes: ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasskeys": true]], hasFallback: true
        ) { parameters, _ in try signer.answer(parameters.request) }
        try await world.enable([AgentWorld.alice])
        let client = try await world.connect()
        _ = try await world.fill(over: client)
        let refused = await reason {
            _ = try await client.call(
                CreatePasskey.self, .init(url: AgentWorld.url, options: creation(), isConditional: true))
        }
        #expect(refused == .notPermitted)
        #expect(world.launcher.requests.count == 1)
    }

    /// The provider requires a question, or the site excludes a passkey.
    ///
    /// A silent upgrade reveals neither to the page.
    @Test(arguments: [(100, RemoteError.Reason.locked), (102, .declined)])
    func `an upgrade that the provider declines shows nothing`(
        code: Int, told: RemoteError.Reason
    ) async throws {
        let signer = try Signer()
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { parameters, _ in
            if case .registerPasskeyWithoutUserInteraction = parameters.request {
                return .cancelled(domain: "ASExtensionErrorDomain", code: code)
            }
            return try signer.answer(parameters.request)
        }
        try await world.enable([AgentWorld.alice])
        let client = try await world.connect()
        _ = try await world.fill(over: client)
        let refused = await reason {
            _ = try await client.call(
                CreatePasskey.self, .init(url: AgentWorld.url, options: creation(), isConditional: true))
        }
        #expect(refused == told)
        #expect(await world.fallback.shown == nil)
        #expect(world.launcher.requests.filter(\.showsInterface).isEmpty)
    }
}
