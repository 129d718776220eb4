import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Synchronization
import Testing

@testable import LatchkeyVaultProvider

@Suite(.timeLimit(.minutes(3))) @MainActor struct `Saving for git` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        _ host: String = "example.com", user: String = "ada", password: String? = nil, name: String? = nil
    ) -> GitCredentialRequest {
        GitCredentialRequest(
            protocol: "https", host: host, username: user, password: password.map { Secret($0) }, name: name)
    }

    /// Runs a save, and returns the suggested users at the time of the response.
    private func suggestedAtTheAnswer(to save: (VaultViewController) async -> Void) async -> [String] {
        let controller = VaultViewController(access: vault.access)
        let host = AnswerOnly(vault.store)
        controller.attach(ASCredentialProviderExtensionContext(host: host))
        await save(controller)
        return host.suggested
    }

    @Test func `updates the suggestions before git receives the response`() async throws {
        try await vault.fill([.test("https://other.example")])
        try await vault.access.suggestions.refill(from: vault.open())
        let first = await suggestedAtTheAnswer { await $0.save(Secret("one"), for: "ada", of: request()) }
        #expect(first.sorted() == ["ada", "alice"])
        let second = await suggestedAtTheAnswer {
            await $0.save(Secret("two"), for: "bob", of: request(user: "bob"))
        }
        #expect(second.sorted() == ["ada", "alice", "bob"])
    }

    @Test func `keeps one inbox entry for repeated saves, at the last position`() async throws {
        let (one, two) = ("000102030405060708090a0b0c0d0e0f", "ffffffffffffffffffffffffffffffff")
        try await vault.fill(locked: true)
        let controller = VaultViewController(access: vault.access)
        controller.attach(ASCredentialProviderExtensionContext(host: AnswerOnly(vault.store)))
        for name in [one, two, one, nil, one] {
            await controller.save(
                Secret(name ?? "unnamed"), for: "ada", of: request("\(name?.prefix(1) ?? "n").example", name: name))
        }
        let open = try vault.open()
        #expect(try open.inbox().entries.map { $0.proposal.password.reveal() } == [two, "unnamed", one])
        _ = try await open.processInbox()
        #expect(try open.overviews().count == 3)
        #expect(try open.inbox().entries.isEmpty)
    }
}

/// Records the response and never calls the completion handler.
private final class AnswerOnly: ExtensionRequestHost {
    private let store: InMemoryIdentityStore
    private let seen = Mutex<[String]>([])

    init(_ store: InMemoryIdentityStore) { self.store = store }

    var suggested: [String] { seen.withLock { $0 } }

    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let users = store.identities.map(\.user)
        seen.withLock { $0 = users }
    }
}
