import Crypto
import Foundation
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
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
        await world.fallback.happen(event)
        #expect(await refused == told)
    }

    @Test func `an account is upgraded only after its password was filled on the site`() async throws {
        var signer = try Signer()
        signer.flags = [.backupEligible, .backedUp]
        let (world, client) = try await makeWorld(signer)
        func upgrade(_ user: String = "alice", of party: String = "example.com", isPrivate: Bool = false) async
            -> RemoteError.Reason?
        {
            let options = creation {
                $0.user.name = user
                $0.rp.id = party
            }
            return await reason {
                _ = try await client.call(
                    CreatePasskey.self,
                    .init(url: "https://\(party)/", options: options, isConditional: true, isPrivate: isPrivate))
            }
        }
        #expect(await upgrade() == .nothingFound)
        _ = try await world.fill(over: client)
        #expect(await upgrade("bob") == .nothingFound)
        #expect(await upgrade(isPrivate: true) == .nothingFound)
        #expect(await upgrade() == nil)
        #expect(world.launcher.requests.last?.showsInterface == false)
        #expect(await world.fallback.shown == nil)
        #expect(await upgrade(of: "example.org") == .nothingFound)
        world.clock.advance(by: 301)
        #expect(await upgrade() == .nothingFound)
        // The agent does not remember fills of a private window.
        _ = try await client.call(OpenList.self, .init(url: Self.site, isPrivate: true))
        #expect(await upgrade() == .nothingFound)
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
                CreatePasskey.self, .init(url: Self.site, options: creation(), isConditional: true))
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
                CreatePasskey.self, .init(url: Self.site, options: creation(), isConditional: true))
        }
        #expect(refused == told)
        #expect(await world.fallback.shown == nil)
        #expect(world.launcher.requests.filter(\.showsInterface).isEmpty)
    }
}
