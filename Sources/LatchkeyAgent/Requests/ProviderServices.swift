import LatchkeyCore
import LatchkeyWire
import Synchronization

/// The methods that a provider process or its containing app can call: its identity store and its keychain.
///
/// The provider is known from the connection and never from a message: the agent started the process, or the app sent
/// the token. So no provider can name another one's items.
final class ProviderServices: Sendable {
    private let store: IdentityStore
    private let keychain: Keychain
    /// The provider that the connection belongs to.
    private let owner: @Sendable () throws(RemoteError) -> ProviderIdentifier
    /// Called when the provider has removed its last keychain item, which means that it is locked.
    private let locked: @Sendable (ProviderIdentifier) async -> Void
    /// Called when the connection has received a keychain item.
    private let itemRead: @Sendable (ProviderIdentifier) -> Void
    /// ``Keychain/lockGeneration(of:)`` when the process was started; `nil` for an app, which a lock does not end.
    private let lockGeneration: Mutex<Int?>
    /// The uncommitted changes of this connection, with their providers.
    private let open = Mutex(Open())

    private struct Open {
        var changes: [Int: ProviderIdentifier] = [:]
        /// How many processes of this request have ended; it can have two, one after the other.
        var ends = 0
    }

    init(
        store: IdentityStore, keychain: Keychain, lockGeneration: Int? = nil,
        locked: @escaping @Sendable (ProviderIdentifier) async -> Void,
        itemRead: @escaping @Sendable (ProviderIdentifier) -> Void = { _ in },
        owner: @escaping @Sendable () throws(RemoteError) -> ProviderIdentifier
    ) {
        self.lockGeneration = Mutex(lockGeneration)
        self.store = store
        self.keychain = keychain
        self.locked = locked
        self.itemRead = itemRead
        self.owner = owner
    }

    /// Adds the services to the methods of a connection.
    func install(in methods: inout MethodTable) {
        installStore(in: &methods)
        installKeychain(in: &methods)
    }

    /// Abandons the changes that the connection left open.
    ///
    /// It uses the provider of each change, since the connection may have lost its owner.
    func end() async {
        let left = open.withLock { open in
            open.ends += 1
            defer { open.changes = [:] }
            return open.changes
        }
        for (change, owner) in left { await store.abandon(change, of: owner) }
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
            let ends = open.withLock(\.ends)
            let change = try await translated { () throws(IdentityStoreError) in
                try await store.begin(parameters.operation, for: owner)
            }
            let isThere = open.withLock { open in
                if open.ends == ends { open.changes[change] = owner }
                return open.ends == ends
            }
            guard isThere else {
                await store.abandon(change, of: owner)
                throw RemoteError(.requestCancelled, "the connection has ended")
            }
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
            open.withLock { $0.changes[parameters.change] = nil }
            return try await translated { () throws(IdentityStoreError) in
                try await store.commit(parameters.change, of: owner)
                return Empty()
            }
        }
        methods.on(AbandonStoreChange.self) { [self] parameters in
            let owner = try owner()
            open.withLock { $0.changes[parameters.change] = nil }
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
            let owner = try owner()
            let item = keychain.item(
                account: parameters.account, of: owner, renewing: parameters.renews ?? true,
                lockGeneration: lockGeneration.withLock(\.self))
            if item != nil { itemRead(owner) }
            return GetKeychainItem.Result(value: item?.value.revealBytes(), expiresIn: item?.expiresIn)
        }
        methods.on(DescribeKeychainItem.self) { [self] parameters in
            let found = keychain.describe(account: parameters.account, of: try owner())
            return DescribeKeychainItem.Result(exists: found.exists, expiresIn: found.expiresIn)
        }
        methods.on(RemoveKeychainItem.self) { [self] parameters in
            let owner = try owner()
            let wasThere = try remove(parameters, for: owner)
            guard !keychain.holdsAnything(of: owner) else { return Empty() }
            // Before other processes are ended, so that they can store nothing more. The locking process continues.
            lockGeneration.withLock { lockGeneration in
                let new = keychain.wipe(owner)
                if lockGeneration != nil { lockGeneration = new }
            }
            await locked(owner)
            guard wasThere else { return Empty() }
            // A provider without keychain items is locked.
            return try await translated { () throws(IdentityStoreError) in
                try await store.forgetIfInMemory(owner)
                return Empty()
            }
        }
    }

    private func set(
        _ parameters: SetKeychainItem.Parameters, for owner: ProviderIdentifier
    ) throws(RemoteError) -> Empty {
        do {
            try keychain.set(
                Secret(copying: parameters.value), account: parameters.account, of: owner,
                lifetime: parameters.lifetime, renewsWhenRead: parameters.renewsWhenRead,
                lockGeneration: lockGeneration.withLock(\.self))
            return Empty()
        } catch .wiped {
            throw Self.lockedSince
        } catch {
            throw RemoteError(.invalidParameters, "the keychain does not take the item: \(error)")
        }
    }

    /// A process started before a lock must not remove items stored after it.
    private func remove(
        _ parameters: RemoveKeychainItem.Parameters, for owner: ProviderIdentifier
    ) throws(RemoteError) -> Bool {
        do {
            return try keychain.remove(
                account: parameters.account, of: owner, lockGeneration: lockGeneration.withLock(\.self))
        } catch {
            throw Self.lockedSince
        }
    }

    private static let lockedSince = RemoteError(
        .notPermitted, "the provider was locked since this process was started")

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
