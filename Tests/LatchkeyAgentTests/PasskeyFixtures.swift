import LatchkeyCore
import Crypto
import Foundation
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// A provider with one key, whose answers a test can falsify.
struct Signer: Sendable {
    var flags: AuthenticatorData.Flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
    var party: String?
    var answerParty: String?
    var credentialID = Data([7, 7, 7])
    var answeredID: Data?
    var userHandle = Data([1, 2, 3])
    var hash: Data?
    var error: Int?
    var key: PasskeyKey

    init() throws { key = try PasskeyKey.make(.es256) }

    func answer(_ request: ProviderRequest) throws -> LatchkeyWire.ProviderAnswer {
        if let error { return .cancelled(domain: "ASExtensionErrorDomain", code: error) }
        switch request {
        case .preparePasskeyRegistration(let asked), .registerPasskeyWithoutUserInteraction(let asked):
            let relying = party ?? asked.identity.serviceIdentifier.identifier
            let object = try Authenticator.makeCredential(
                .init(id: Array(credentialID), key: key, relyingPartyIdentifier: relying),
                clientDataHash: Array(hash ?? asked.clientDataHash), flags: flags)
            return .passkeyRegistration(
                PasskeyRegistration(
                    relyingParty: answerParty ?? relying, clientDataHash: hash ?? asked.clientDataHash,
                    credentialID: answeredID ?? credentialID, attestationObject: Data(object.encoded)))
        case .assertPasskeyWithoutUserInteraction(let asked), .prepareToAssertPasskey(let asked):
            return try assert(asked.identity.serviceIdentifier.identifier, asked.clientDataHash)
        case .prepareCredentialListWithPasskeys(_, let asked):
            return try assert(asked.relyingPartyIdentifier, asked.clientDataHash)
        case .report: return .reported
        default: return .password(user: "alice", password: "p4ss")
        }
    }

    private func assert(_ asked: String, _ asksFor: Data) throws -> LatchkeyWire.ProviderAnswer {
        let relying = party ?? asked
        let made = try Authenticator.getAssertion(
            .init(id: Array(credentialID), key: key, relyingPartyIdentifier: relying),
            clientDataHash: Array(hash ?? asksFor), flags: flags)
        return .passkeyAssertion(
            PasskeyAssertion(
                userHandle: userHandle, relyingParty: answerParty ?? relying, signature: Data(made.signature),
                clientDataHash: hash ?? asksFor, authenticatorData: Data(made.authenticatorData),
                credentialID: answeredID ?? credentialID))
    }
}

/// Shared by the tests of passkeys: a page, its requests, and the agent that receives them.
protocol AskingForPasskeys {}

extension AskingForPasskeys {
    static var site: String { "https://login.example.com/" }
    static var challenge: String { "Y2hhbGxlbmdlLW9mLXRoZS1zaXRl" }
    static var attributes: [String: Any] {
        [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasskeys": true, "SupportsConditionalPasskeyRegistration": true,
                "SupportsCredentialUpdate": true,
            ]
        ]
    }

    static var identity: CredentialIdentity {
        CredentialIdentity(
            kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"),
            user: "alice",
            recordIdentifier: "p1", credentialID: [7, 7, 7], userHandle: [1, 2, 3])
    }

    func makeWorld(
        _ signer: Signer? = nil, identities: [CredentialIdentity] = [Self.identity, AgentWorld.alice],
        hasSession: Bool = false
    ) async throws -> (AgentWorld, Peer) {
        let signer = try signer ?? Signer()
        let world = try AgentWorld(
            attributes: Self.attributes, hasFallback: true, hasSession: hasSession
        ) { parameters, _ in try signer.answer(parameters.request) }
        try await world.enable(identities)
        return (world, try await world.connect())
    }

    func creation(_ change: (inout PasskeyCreationOptions) -> Void = { _ in }) -> PasskeyCreationOptions {
        var options = PasskeyCreationOptions(
            rp: .init(id: "example.com", name: "Example"), user: .init(id: "AQID", name: "alice"),
            challenge: Self.challenge, pubKeyCredParams: [.init(alg: -7)])
        change(&options)
        return options
    }

    func request(_ change: (inout PasskeyRequestOptions) -> Void = { _ in }) -> PasskeyRequestOptions {
        var options = PasskeyRequestOptions(challenge: Self.challenge, rpId: "example.com")
        change(&options)
        return options
    }

    func suggestion(over client: Peer, _ options: PasskeyRequestOptions) async throws -> Suggestion {
        let found = try await client.call(
            Suggest.self, .init(url: Self.site, kinds: [.passkey], passkeyRequest: .init(options: options)))
        return try #require(found.suggestions.first)
    }

    func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Base64URL.decode(text))) }
}

extension PasskeyCreationOptions.Extensions {
    init(credProps: Bool) {
        self.init()
        self.credProps = credProps
    }
}
