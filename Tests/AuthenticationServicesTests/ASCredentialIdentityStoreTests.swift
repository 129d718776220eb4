import AuthenticationServices
import LatchkeyTesting
import Synchronization
import Testing

/// A host that records its calls.
///
/// The first ones take longer, so that calls out of order would show.
private final class RecordingStore: CredentialIdentityStoreHost {
    private let lines = Mutex<[String]>([])
    private let failure: (any Error)?

    init(failure: (any Error)? = nil) {
        self.failure = failure
    }

    var calls: [String] { lines.withLock { $0 } }

    private func record(_ line: String) async throws {
        for _ in 0..<(calls.isEmpty ? 200 : 1) { await Task.yield() }
        lines.withLock { $0.append(line) }
        if let failure { throw failure }
    }

    func state() async throws -> ASCredentialIdentityStoreState {
        try await record("state")
        return ASCredentialIdentityStoreState(isEnabled: true, supportsIncrementalUpdates: true)
    }

    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) async throws -> [any ASCredentialIdentity] {
        try await record("identities for \(service?.identifier ?? "all") of \(types.rawValue)")
        return [Samples.passkey]
    }

    func save(_ identities: [any ASCredentialIdentity]) async throws { try await record("save \(text(identities))") }
    func remove(_ identities: [any ASCredentialIdentity]) async throws {
        try await record("remove \(text(identities))")
    }
    func replace(with identities: [any ASCredentialIdentity]) async throws {
        try await record("replace \(text(identities))")
    }
    func removeAll() async throws { try await record("remove all") }

    private func text(_ identities: [any ASCredentialIdentity]) -> String {
        identities.map { "\($0.user) \($0.rank)" }.joined(separator: ", ")
    }
}

/// A protocol as existing apps declare it; the conformance is the test.
private protocol AppsStore {
    func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void)
    func state() async -> ASCredentialIdentityStoreState
    func saveCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)?)
    func saveCredentialIdentities(
        _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)?)
    func saveCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws
    func saveCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws
    func removeCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws
    func replaceCredentialIdentities(with newCredentialIdentities: [ASPasswordCredentialIdentity]) async throws
    func replaceCredentialIdentities(_ newCredentialIdentities: [any ASCredentialIdentity]) async throws
    func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)?)
    func removeAllCredentialIdentities() async throws
}

extension ASCredentialIdentityStore: AppsStore {}

@Suite struct `Identity store` {
    @Test func `calls reach the host in order, awaited or not`() async throws {
        let host = RecordingStore()
        let store = ASCredentialIdentityStore(host: host)
        changeWithoutWaiting(store)
        try await store.removeAllCredentialIdentities()
        #expect(
            host.calls == ["remove all", "save work -3", "remove ann 9", "state", "replace ann 7, ann 9"]
                + (0..<50).map { "save \($0) 0" } + ["remove all"])
    }

    @Test func `a change after the call does not affect the saved identities`() async {
        let host = RecordingStore()
        let store = ASCredentialIdentityStore(host: host)
        let identity = Samples.oneTimeCode
        store.saveCredentialIdentities([identity] as [any ASCredentialIdentity], completion: nil)
        identity.rank = 1_000
        _ = await store.state()
        #expect(host.calls == ["save work -3", "state"])
    }

    @Test func `completion handlers are called once and not on the main queue`() async {
        let store = ASCredentialIdentityStore(host: RecordingStore())
        let calls = Mutex<[Bool]>([])
        await withCheckedContinuation { continuation in
            store.removeAllCredentialIdentities { success, error in
                calls.withLock { $0.append(success && error == nil && !Thread.isMainThread) }
            }
            store.getCredentialIdentities(forService: nil, credentialIdentityTypes: .all) { identities in
                calls.withLock { $0.append(identities.count == 1 && !Thread.isMainThread) }
            }
            store.getState { state in
                calls.withLock { $0.append(state.isEnabled && !Thread.isMainThread) }
                continuation.resume()
            }
        }
        #expect(calls.withLock { $0 } == [true, true, true])
    }

    @Test func `a slow completion handler does not delay other calls`() async throws {
        let store = ASCredentialIdentityStore(host: RecordingStore())
        let gate = DispatchSemaphore(value: 0)
        store.removeAllCredentialIdentities { _, _ in gate.wait() }
        // Would never return if the handler above blocked it.
        try await store.removeAllCredentialIdentities()
        gate.signal()
    }

    @Test func `passes the service and the identity types to the host`() async {
        let host = RecordingStore()
        let store = ASCredentialIdentityStore(host: host)
        let found = await store.credentialIdentities(
            forService: Samples.service, credentialIdentityTypes: [.password, .oneTimeCode])
        #expect(found.map(\.user) == ["ann"])
        #expect(host.calls == ["identities for https://m.example.com/login of 5"])
    }

    @Test func `a store without a host is disabled, is empty and rejects changes`() async throws {
        let store = ASCredentialIdentityStore(host: nil)
        let state = await store.state()
        #expect(!state.isEnabled)
        #expect(!state.supportsIncrementalUpdates)
        #expect(await store.credentialIdentities(forService: nil, credentialIdentityTypes: .all).isEmpty)
        let refusal = ASCredentialIdentityStoreError(.internalError)
        let identities: [any ASCredentialIdentity] = [Samples.passkey]
        await #expect(throws: refusal) { try await store.saveCredentialIdentities(identities) }
        await #expect(throws: refusal) { try await store.removeCredentialIdentities(identities) }
        await #expect(throws: refusal) { try await store.replaceCredentialIdentities(identities) }
        await #expect(throws: refusal) { try await store.removeAllCredentialIdentities() }
    }

    @Test func `throws the host's store errors and wraps other errors`() async throws {
        let busy = ASCredentialIdentityStore(host: RecordingStore(failure: ASCredentialIdentityStoreError(.storeBusy)))
        await #expect(throws: ASCredentialIdentityStoreError(.storeBusy)) {
            try await busy.removeAllCredentialIdentities()
        }
        let broken = ASCredentialIdentityStore(host: RecordingStore(failure: NSError(domain: "foreign", code: 5)))
        let error = await #expect(throws: ASCredentialIdentityStoreError.self) {
            try await broken.removeAllCredentialIdentities()
        }
        #expect(error?.code == .internalError)
        #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == "foreign")
        #expect(await broken.state().isEnabled == false)
    }

    @Test func `accepts password identities and mixed identities by one method name`() async throws {
        let host = RecordingStore()
        let store: any AppsStore = ASCredentialIdentityStore(host: host)
        let passwords = [Samples.password]
        store.saveCredentialIdentities(passwords, completion: nil)
        try await store.saveCredentialIdentities(passwords)
        try await store.saveCredentialIdentities([Samples.passkey, Samples.oneTimeCode])
        try await store.replaceCredentialIdentities(with: passwords)
        try await store.replaceCredentialIdentities(passwords + [Samples.oneTimeCode])
        #expect(
            host.calls == [
                "save ann 7", "save ann 7", "save ann 9, work -3", "replace ann 7", "replace ann 7, work -3",
            ])
    }

    @Test func `the store's state can be subclassed`() {
        final class Mock: ASCredentialIdentityStoreState {
            override var isEnabled: Bool { true }
            override var supportsIncrementalUpdates: Bool { true }
        }
        #expect(Mock().isEnabled)
        #expect(Mock().supportsIncrementalUpdates)
    }

    private func changeWithoutWaiting(_ store: ASCredentialIdentityStore) {
        store.removeAllCredentialIdentities()
        store.saveCredentialIdentities([Samples.oneTimeCode] as [any ASCredentialIdentity])
        store.removeCredentialIdentities([Samples.passkey] as [any ASCredentialIdentity]) { _, _ in }
        store.getState { _ in }
        store.replaceCredentialIdentities([Samples.password, Samples.passkey])
        for index in 0..<50 {
            store.saveCredentialIdentities([code("\(index)")])
        }
    }

    private func code(_ label: String) -> any ASCredentialIdentity {
        ASOneTimeCodeCredentialIdentity(serviceIdentifier: Samples.service, label: label, recordIdentifier: nil)
    }
}
