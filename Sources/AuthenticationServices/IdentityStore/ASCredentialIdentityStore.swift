public import Foundation
internal import Synchronization

/// The identities that a provider's app and extension share with the system, from which it makes suggestions.
///
/// Changes reach the store in the order in which they are made, awaited or not, each as a whole or not at all.
/// Completion handlers are called exactly once and never on the main queue.
open class ASCredentialIdentityStore: NSObject {
    private let host: Mutex<any CredentialIdentityStoreHost>
    private let line = IdentityStoreLine()

    // Unsafe only as far as the type is not Sendable, as Apple's is not: its state lies behind a lock and in a line.
    nonisolated(unsafe) private static let sharedStore = ASCredentialIdentityStore(host: nil)

    open class var shared: ASCredentialIdentityStore { unsafe sharedStore }

    package init(host: (any CredentialIdentityStoreHost)?) {
        self.host = Mutex(host ?? NoIdentityStoreHost())
        super.init()
    }

    /// Puts a host behind the store, or takes it away; calls that were made before still go to the one before.
    package func install(_ host: (any CredentialIdentityStoreHost)?) {
        self.host.withLock { $0 = host ?? NoIdentityStoreHost() }
    }

    // MARK: Reading

    @preconcurrency
    open func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void) {
        readState { [line] enabled, incremental in
            line.reply {
                completion(
                    ASCredentialIdentityStoreState(isEnabled: enabled, supportsIncrementalUpdates: incremental))
            }
        }
    }

    open func state() async -> ASCredentialIdentityStoreState {
        let (enabled, incremental) = await withCheckedContinuation { continuation in
            readState { continuation.resume(returning: ($0, $1)) }
        }
        return ASCredentialIdentityStoreState(isEnabled: enabled, supportsIncrementalUpdates: incremental)
    }

    /// Reads what this provider has stored; without a service everything of the kinds.
    @preconcurrency
    open func getCredentialIdentities(
        forService service: ASCredentialServiceIdentifier?, credentialIdentityTypes: IdentityTypes,
        completionHandler: @escaping @Sendable ([any ASCredentialIdentity]) -> Void
    ) {
        readIdentities(service, credentialIdentityTypes) { [line] batch in
            line.reply { completionHandler(batch.identities) }
        }
    }

    open func credentialIdentities(
        forService service: ASCredentialServiceIdentifier?, credentialIdentityTypes: IdentityTypes
    ) async -> [any ASCredentialIdentity] {
        await withCheckedContinuation { continuation in
            readIdentities(service, credentialIdentityTypes) { continuation.resume(returning: $0) }
        }.identities
    }

    // MARK: Changing

    @preconcurrency
    open func saveCredentialIdentities(
        _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, credentialIdentities, completion)
    }

    // Apple's async forms return nothing: a Bool would not witness the protocols that apps declare over them.
    open func saveCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
        try await change(.save, credentialIdentities)
    }

    @preconcurrency
    open func removeCredentialIdentities(
        _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, credentialIdentities, completion)
    }

    open func removeCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
        try await change(.remove, credentialIdentities)
    }

    /// Removes every identity of every kind and stores the given ones.
    @preconcurrency
    open func replaceCredentialIdentities(
        _ newCredentialIdentities: [any ASCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, newCredentialIdentities, completion)
    }

    open func replaceCredentialIdentities(_ newCredentialIdentities: [any ASCredentialIdentity]) async throws {
        try await change(.replace, newCredentialIdentities)
    }

    @preconcurrency
    open func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        change(.removeAll, [], completion)
    }

    open func removeAllCredentialIdentities() async throws {
        try await change(.removeAll, [])
    }

    // MARK: Changing passwords only, as before passkeys

    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    @preconcurrency
    open func saveCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, credentialIdentities, completion)
    }

    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    open func saveCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.save, credentialIdentities)
    }

    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    @preconcurrency
    open func removeCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, credentialIdentities, completion)
    }

    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    open func removeCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.remove, credentialIdentities)
    }

    /// Removes every identity of every kind, not of passwords alone, and stores the given ones.
    @available(*, deprecated, renamed: "replaceCredentialIdentities(_:completion:)")
    @preconcurrency
    open func replaceCredentialIdentities(
        with newCredentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, newCredentialIdentities, completion)
    }

    @available(*, deprecated, renamed: "replaceCredentialIdentities(_:)")
    open func replaceCredentialIdentities(with newCredentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.replace, newCredentialIdentities)
    }
}

// MARK: The way to the host

extension ASCredentialIdentityStore {
    private enum Change {
        case save, remove, replace, removeAll
    }

    private func change(
        _ change: Change, _ identities: [any ASCredentialIdentity],
        _ completion: (@Sendable (Bool, (any Error)?) -> Void)?
    ) {
        submit(change, identities) { [line] error in
            guard let completion else { return }
            line.reply { completion(error == nil, error) }
        }
    }

    private func change(_ change: Change, _ identities: [any ASCredentialIdentity]) async throws {
        let error = await withCheckedContinuation { continuation in
            submit(change, identities) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    private func submit(
        _ change: Change, _ identities: [any ASCredentialIdentity],
        then: @escaping @Sendable (ASCredentialIdentityStoreError?) -> Void
    ) {
        let host = host.withLock { $0 }
        let batch = IdentityBatch(copying: identities)
        line.add {
            do {
                switch change {
                case .save: try await host.save(batch.identities)
                case .remove: try await host.remove(batch.identities)
                case .replace: try await host.replace(with: batch.identities)
                case .removeAll: try await host.removeAll()
                }
                then(nil)
            } catch let error as ASCredentialIdentityStoreError {
                then(error)
            } catch {
                then(ASCredentialIdentityStoreError(.internalError, userInfo: [NSUnderlyingErrorKey: error]))
            }
        }
    }

    private func readState(then: @escaping @Sendable (Bool, Bool) -> Void) {
        let host = host.withLock { $0 }
        line.add {
            // A store that cannot be reached is off: there is no other way to say so here.
            let state = try? await host.state()
            then(state?.isEnabled ?? false, state?.supportsIncrementalUpdates ?? false)
        }
    }

    private func readIdentities(
        _ service: ASCredentialServiceIdentifier?, _ types: IdentityTypes,
        then: @escaping @Sendable (IdentityBatch) -> Void
    ) {
        let host = host.withLock { $0 }
        line.add {
            let identities = try? await host.identities(for: service, types: types)
            then(IdentityBatch(copying: identities ?? []))
        }
    }
}
