import LatchkeySecret
import LatchkeyWire
import Synchronization

/// What a provider, in its process or in its containing app, may ask of the agent: its own store, its own keychain.
///
/// Whose they are comes from how the connection was made, never from a message: a provider's process was started by
/// the agent, an app has shown the token. So no provider can name another's.
final class ProviderServices: Sendable {
    private let store: IdentityStore
    private let keychain: Keychain
    /// The provider that the connection belongs to.
    private let owner: @Sendable () throws(RemoteError) -> ProviderIdentifier
    /// Changes of this connection that are not committed.
    private let open = Mutex<Set<Int>>([])

    init(
        store: IdentityStore, keychain: Keychain,
        owner: @escaping @Sendable () throws(RemoteError) -> ProviderIdentifier
    ) {
        self.store = store
        self.keychain = keychain
        self.owner = owner
    }

    /// Adds the services to what a connection answers to.
    func install(in methods: inout MethodTable) {
        installStore(in: &methods)
        installKeychain(in: &methods)
    }

    /// Drops what the connection left open.
    func end() async {
        guard let owner = try? owner() else { return }
        for change in open.withLock({ $0 }) { await store.abandon(change, of: owner) }
    }

    private func installStore(in methods: inout MethodTable) {
        methods.on(StoreState.self) { [self] _ in
            let owner = try owner()
            return try await translated { () throws(IdentityStoreError) in
                let state = try await store.state(of: owner)
                return StoreState.Result(
                    isEnabled: state.isEnabled, supportsIncrementalUpdates: state.supportsIncrementalUpdates)
            }
        }
        methods.on(BeginStoreChange.self) { [self] parameters in
            let owner = try owner()
            let change = try await translated { () throws(IdentityStoreError) in
                try await store.begin(parameters.operation, for: owner)
            }
            open.withLock { _ = $0.insert(change) }
            return StoreChange(change: change)
        }
        methods.on(AddToStoreChange.self) { [self] parameters in
            let owner = try owner()
            return try await translated { () throws(IdentityStoreError) in
                try await store.add(parameters.identities, to: parameters.change, of: owner)
                return Empty()
            }
        }
        methods.on(CommitStoreChange.self) { [self] parameters in
            let owner = try owner()
            open.withLock { _ = $0.remove(parameters.change) }
            return try await translated { () throws(IdentityStoreError) in
                try await store.commit(parameters.change, of: owner)
                return Empty()
            }
        }
        methods.on(AbandonStoreChange.self) { [self] parameters in
            let owner = try owner()
            open.withLock { _ = $0.remove(parameters.change) }
            await store.abandon(parameters.change, of: owner)
            return Empty()
        }
        methods.on(RemoveAllIdentities.self) { [self] _ in
            let owner = try owner()
            return try await translated { () throws(IdentityStoreError) in
                try await store.removeAll(of: owner)
                return Empty()
            }
        }
        methods.on(ReadIdentities.self) { [self] parameters in
            let owner = try owner()
            return try await translated { () throws(IdentityStoreError) in
                let page = try await store.identities(
                    of: owner, forService: parameters.serviceIdentifier, kinds: parameters.kinds,
                    after: parameters.after, limit: parameters.limit)
                return ReadIdentities.Result(identities: page.identities, next: page.next)
            }
        }
    }

    private func installKeychain(in methods: inout MethodTable) {
        methods.on(SetKeychainItem.self) { [self] parameters in
            try set(parameters, for: owner())
        }
        methods.on(GetKeychainItem.self) { [self] parameters in
            let item = keychain.item(
                account: parameters.account, of: try owner(), renewing: parameters.renews ?? true)
            return GetKeychainItem.Result(value: item?.value.revealData(), expiresIn: item?.expiresIn)
        }
        methods.on(DescribeKeychainItem.self) { [self] parameters in
            let found = keychain.describe(account: parameters.account, of: try owner())
            return DescribeKeychainItem.Result(exists: found.exists, expiresIn: found.expiresIn)
        }
        methods.on(RemoveKeychainItem.self) { [self] parameters in
            keychain.remove(account: parameters.account, of: try owner())
            return Empty()
        }
    }

    private func set(
        _ parameters: SetKeychainItem.Parameters, for owner: ProviderIdentifier
    ) throws(RemoteError) -> Empty {
        do {
            try keychain.set(
                Secret(copying: parameters.value), account: parameters.account, of: owner,
                lifetime: parameters.lifetime, renewsWhenRead: parameters.renewsWhenRead)
            return Empty()
        } catch {
            throw RemoteError(.invalidParameters, "the keychain does not take the item: \(error)")
        }
    }

    private func translated<Result>(
        _ body: () async throws(IdentityStoreError) -> Result
    ) async throws(RemoteError) -> Result {
        do {
            return try await body()
        } catch {
            throw RemoteError(error)
        }
    }
}
