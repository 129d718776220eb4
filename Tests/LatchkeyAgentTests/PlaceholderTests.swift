import Foundation
import GRDB
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

/// Passkeys that the agent stores until their provider does.
@Suite struct `Placeholders in the identity store` {
    private let folder: TemporaryFolder
    private let first: ProviderIdentifier
    private let store: IdentityStore

    private let new = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [1])
    /// The same passkey as its provider saves it: with a record identifier, and its own spelling of the user.
    private var saved: CredentialIdentity {
        var saved = CredentialIdentity.passkey("Anna A.", at: "example.com", credentialID: [1])
        saved.recordIdentifier = "r1"
        return saved
    }

    init() throws {
        folder = try TemporaryFolder()
        first = try .first
        store = try .open(folder)
    }

    private func addPlaceholder(_ identity: CredentialIdentity? = nil, to store: IdentityStore? = nil) async throws {
        try await (store ?? self.store).addPlaceholder(identity ?? new, of: first) { true }
    }

    @Test func `is found, and does not make its provider's list complete`() async throws {
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [new])
        #expect(try store.users(at: "example.com", kinds: [.passkey]) == ["anna"])
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
    }

    @Test(arguments: [StoreOperation.save, .replace])
    func `gives way to the provider's own identity`(operation: StoreOperation) async throws {
        let other = CredentialIdentity.passkey("berta", at: "example.com", credentialID: [2])
        try await addPlaceholder()
        try await addPlaceholder(other)
        try await store.change(operation, [saved], of: first)
        #expect(try await store.all(of: first) == (operation == .save ? [saved, other] : [saved]))
    }

    @Test func `goes with the provider's own identity when that is removed`() async throws {
        try await addPlaceholder()
        try await store.change(.remove, [saved], of: first)
        #expect(try await store.all(of: first) == [])
    }

    @Test func `is not added beside an identity that the provider has saved`() async throws {
        try await store.change(.save, [saved], of: first)
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [saved])
    }

    @Test func `is one, however often it is added`() async throws {
        try await addPlaceholder()
        try await addPlaceholder()
        #expect(try await store.identities(of: first).identities == [new])
    }

    @Test func `is written again over one that the disk has changed`() async throws {
        try await addPlaceholder()
        try await store.writing { try $0.execute(sql: "UPDATE identity SET seal = seal + 1, credential = NULL") }
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [new])
    }

    @Test func `is one of the 64 newest`() async throws {
        let all = (1...70).map { CredentialIdentity.passkey("u\($0)", at: "example.com", credentialID: [UInt8($0)]) }
        // What the provider itself has saved counts for nothing and stays.
        try await store.change(.save, [saved], of: first)
        for identity in all.dropFirst() { try await addPlaceholder(identity) }
        #expect(try await store.all(of: first) == Set([saved] + all.suffix(64)))
    }

    @Test func `is not of another provider, whatever that one saves`() async throws {
        try await addPlaceholder()
        try await store.change(.replace, [saved], of: .second)
        #expect(try await store.all(of: first) == [new])
    }

    @Test func `is not stored for a disabled provider, and goes when it is disabled`() async throws {
        try await addPlaceholder()
        try await store.disable(first)
        try await addPlaceholder()
        store.enable(first)
        #expect(try await store.all(of: first) == [])
    }

    @Test func `is removed on opening when its provider was disabled`() async throws {
        try await addPlaceholder()
        let again = try IdentityStore.open(folder, enabled: [.second])
        again.enable(first)
        #expect(try await again.all(of: first) == [])
    }

    @Test(arguments: [false, true])
    func `is not stored after a lock when the store is kept in memory only`(inMemoryOnly: Bool) async throws {
        let store = try IdentityStore.open(folder, inMemoryOnly: inMemoryOnly)
        try await store.addPlaceholder(new, of: first) { false }
        #expect(try await store.all(of: first) == (inMemoryOnly ? [] : [new]))
    }

    @Test(arguments: [CredentialIdentity.password("anna", at: "example.com"), .code("anna", at: "example.com")])
    func `is a passkey`(identity: CredentialIdentity) async throws {
        try await addPlaceholder(identity)
        #expect(try await store.all(of: first) == [])
    }
}
