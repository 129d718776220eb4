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
    /// The same passkey as its provider saves it: with a record identifier and another form of the user name.
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

    @Test func `a placeholder is found, and does not enable incremental updates`() async throws {
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [new])
        #expect(try store.users(at: "example.com", kinds: [.passkey]) == ["anna"])
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
    }

    @Test(arguments: [StoreOperation.save, .replace])
    func `the provider's own identity replaces a placeholder`(operation: StoreOperation) async throws {
        let other = CredentialIdentity.passkey("berta", at: "example.com", credentialID: [2])
        try await addPlaceholder()
        try await addPlaceholder(other)
        try await store.change(operation, [saved], of: first)
        #expect(try await store.all(of: first) == (operation == .save ? [saved, other] : [saved]))
    }

    @Test func `removing the provider's own identity removes the placeholder`() async throws {
        try await addPlaceholder()
        try await store.change(.remove, [saved], of: first)
        #expect(try await store.all(of: first) == [])
    }

    @Test func `no placeholder is added for a passkey that the provider has saved`() async throws {
        try await store.change(.save, [saved], of: first)
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [saved])
    }

    @Test func `a placeholder that is added twice is stored once`() async throws {
        try await addPlaceholder()
        try await addPlaceholder()
        #expect(try await store.identities(of: first).identities == [new])
    }

    @Test func `a placeholder replaces its damaged row`() async throws {
        try await addPlaceholder()
        try await store.writing { try $0.execute(sql: "UPDATE identity SET seal = seal + 1, credential = NULL") }
        try await addPlaceholder()
        #expect(try await store.all(of: first) == [new])
    }

    @Test func `only the 64 newest placeholders are kept`() async throws {
        let all = (1...70).map { CredentialIdentity.passkey("u\($0)", at: "example.com", credentialID: [UInt8($0)]) }
        // An identity that the provider saved does not count towards the limit and stays.
        try await store.change(.save, [saved], of: first)
        for identity in all.dropFirst() { try await addPlaceholder(identity) }
        #expect(try await store.all(of: first) == Set([saved] + all.suffix(64)))
    }

    @Test func `another provider's save does not remove a placeholder`() async throws {
        try await addPlaceholder()
        try await store.change(.replace, [saved], of: .second)
        #expect(try await store.all(of: first) == [new])
    }

    @Test func `a disabled provider has no placeholders`() async throws {
        try await addPlaceholder()
        try await store.disable(first)
        try await addPlaceholder()
        store.enable(first)
        #expect(try await store.all(of: first) == [])
    }

    @Test func `opening a store removes the placeholders of disabled providers`() async throws {
        try await addPlaceholder()
        let again = try IdentityStore.open(folder, enabled: [.second])
        again.enable(first)
        #expect(try await again.all(of: first) == [])
    }

    @Test(arguments: [false, true])
    func `a lock prevents placeholders in a store in memory`(inMemoryOnly: Bool) async throws {
        let store = try IdentityStore.open(folder, inMemoryOnly: inMemoryOnly)
        try await store.addPlaceholder(new, of: first) { false }
        #expect(try await store.all(of: first) == (inMemoryOnly ? [] : [new]))
    }

    @Test(arguments: [CredentialIdentity.password("anna", at: "example.com"), .code("anna", at: "example.com")])
    func `only passkeys have placeholders`(identity: CredentialIdentity) async throws {
        try await addPlaceholder(identity)
        #expect(try await store.all(of: first) == [])
    }
}
