import AuthenticationServices
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyProvider

@Suite struct `Agent identity store` {
    /// An agent that records its calls.
    final class RecordingAgent: Sendable {
        struct Seen {
            var operation: StoreOperation?
            var batches: [Int] = []
            var identities: [CredentialIdentity] = []
            var end: String?
        }

        let seen = Mutex(Seen())
        let store: AgentIdentityStore
        private let running: [Task<Void, any Error>]

        init(failing reason: RemoteError.Reason? = nil, stored: [CredentialIdentity] = []) {
            let pair = ConnectionPair()
            let own = Mutex<RecordingAgent?>(nil)
            var methods = MethodTable()
            methods.on(StoreState.self) { _ in StoreState.Result(isEnabled: true, supportsIncrementalUpdates: false) }
            methods.on(BeginStoreChange.self) { parameters in
                own.withLock { $0?.seen.withLock { $0.operation = parameters.operation } }
                return StoreChange(change: 7)
            }
            methods.on(AddToStoreChange.self) { parameters in
                if let reason { throw RemoteError(reason, "no") }
                own.withLock { agent in
                    agent?.seen.withLock {
                        $0.batches.append(parameters.identities.count)
                        $0.identities += parameters.identities
                    }
                }
                return Empty()
            }
            methods.on(CommitStoreChange.self) { _ in
                own.withLock { $0?.seen.withLock { $0.end = "commit" } }
                return Empty()
            }
            methods.on(AbandonStoreChange.self) { _ in
                own.withLock { $0?.seen.withLock { $0.end = "abandon" } }
                return Empty()
            }
            methods.on(ReadIdentities.self) { parameters in
                let start = parameters.after ?? 0
                let page = Array(stored.dropFirst(start).prefix(2))
                let next = start + page.count
                return ReadIdentities.Result(identities: page, next: next < stored.count ? next : nil)
            }
            let agent = Peer(connection: pair.left, methods: methods)
            let provider = Peer(connection: pair.right)
            store = AgentIdentityStore(link: AgentLink(peer: provider))
            running = [Task { try await agent.run() }, Task { try await provider.run() }]
            own.withLock { $0 = self }
        }
    }

    private static func identity(_ number: Int) -> ASPasswordCredentialIdentity {
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "site\(number).example", type: .domain),
            user: "user \(number)", recordIdentifier: "record \(number)")
        identity.rank = number
        return identity
    }

    @Test func `sends a long list in several messages and commits once`() async throws {
        let agent = RecordingAgent()
        try await agent.store.replace(with: (0..<1201).map(Self.identity))
        let seen = agent.seen.withLock { $0 }
        #expect(seen.operation == .replace)
        #expect(seen.batches == [500, 500, 201])
        #expect(seen.end == "commit")
        #expect(seen.identities.last?.user == "user 1200")
        #expect(seen.identities.last?.rank == 1200)
    }

    @Test func `commits an empty replacement`() async throws {
        let agent = RecordingAgent()
        try await agent.store.replace(with: [])
        #expect(agent.seen.withLock { $0.end } == "commit")
        #expect(agent.seen.withLock { $0.batches } == [])
    }

    @Test(arguments: [
        (RemoteError.Reason.storeDisabled, ASCredentialIdentityStoreError.Code.storeDisabled),
        (.storeBusy, .storeBusy), (.storeInternalError, .internalError), (.notPermitted, .internalError),
    ])
    func `converts the agent's error to Apple's code and abandons the change`(
        reason: RemoteError.Reason, code: ASCredentialIdentityStoreError.Code
    ) async throws {
        let agent = RecordingAgent(failing: reason)
        await #expect {
            try await agent.store.save([Self.identity(1)])
        } throws: { ($0 as? ASCredentialIdentityStoreError)?.code == code }
        #expect(agent.seen.withLock { $0.end } == "abandon")
    }

    @Test func `reads all pages and returns Apple's classes`() async throws {
        let service = ServiceIdentifier(type: .url, identifier: "https://example.com/", displayName: "Example")
        let agent = RecordingAgent(stored: [
            CredentialIdentity(kind: .password, serviceIdentifier: service, user: "a", recordIdentifier: "1", rank: 3),
            CredentialIdentity(kind: .code, serviceIdentifier: service, user: "label", recordIdentifier: nil),
            CredentialIdentity(
                kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"),
                user: "c", credentialID: [1, 2], userHandle: [3]),
        ])
        let read = try await agent.store.identities(for: nil, types: [])
        #expect(read.count == 3)
        let password = try #require(read[0] as? ASPasswordCredentialIdentity)
        #expect(password.user == "a" && password.rank == 3 && password.recordIdentifier == "1")
        #expect(password.serviceIdentifier.type == .URL && password.serviceIdentifier.displayName == "Example")
        #expect((read[1] as? ASOneTimeCodeCredentialIdentity)?.label == "label")
        let passkey = try #require(read[2] as? ASPasskeyCredentialIdentity)
        #expect(passkey.credentialID == Data([1, 2]) && passkey.userHandle == Data([3]))
        #expect(passkey.relyingPartyIdentifier == "example.com")
    }
}
