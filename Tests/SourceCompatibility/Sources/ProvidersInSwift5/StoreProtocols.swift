import AuthenticationServices

// The store behind the app's own protocols, with both sets of overloads.

public protocol OldStore {
    func getState(_ completion: @escaping (ASCredentialIdentityStoreState) -> Void)
    func removeAllCredentialIdentities(_ completion: ((Bool, Error?) -> Void)?)
    func saveCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity], completion: ((Bool, Error?) -> Void)?)
}

extension ASCredentialIdentityStore: OldStore {}

public protocol NewStore {
    func state() async -> ASCredentialIdentityStoreState
    func saveCredentialIdentities(_ credentials: [ASPasswordCredentialIdentity]) async throws
    func removeCredentialIdentities(_ credentials: [ASPasswordCredentialIdentity]) async throws
    func replaceCredentialIdentities(with newCredentials: [ASPasswordCredentialIdentity]) async throws
    func saveCredentialIdentities(_ credentials: [ASCredentialIdentity]) async throws
    func removeCredentialIdentities(_ credentials: [ASCredentialIdentity]) async throws
    func replaceCredentialIdentities(_ newCredentials: [ASCredentialIdentity]) async throws
    func removeAllCredentialIdentities() async throws
}

extension ASCredentialIdentityStore: NewStore {}

/// An app's own state, for its tests.
public final class MockStoreState: ASCredentialIdentityStoreState {
    private let mockIsEnabled: Bool

    public init(isEnabled: Bool) {
        mockIsEnabled = isEnabled
        super.init()
    }

    public override var isEnabled: Bool { mockIsEnabled }
    public override var supportsIncrementalUpdates: Bool { true }
}

public protocol CredentialContext {
    func completeRequest(withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)?)
    func completeAssertionRequest(using credential: ASPasskeyAssertionCredential) async -> Bool
    func cancelRequest(withError error: Error)
}

extension ASCredentialProviderExtensionContext: CredentialContext {}

public final class StoreUser {
    public init() {}

    public func refill(_ store: NewStore, with identities: [ASCredentialIdentity]) async throws -> Bool {
        guard await store.state().isEnabled else { return false }
        try await store.removeAllCredentialIdentities()
        try await store.saveCredentialIdentities(identities)
        return true
    }

    public func clear(_ store: OldStore, then done: @escaping (Bool) -> Void) {
        store.getState { state in
            guard state.isEnabled else { return done(false) }
            store.removeAllCredentialIdentities { success, _ in done(success) }
        }
    }
}
