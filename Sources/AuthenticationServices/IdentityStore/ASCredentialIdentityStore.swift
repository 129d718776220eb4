public import Foundation
internal import Synchronization

/// The identities that a provider and its app share with the system, from which it makes suggestions.
///
/// Changes reach the store in the order of the calls, awaited or not. Each one is applied completely or not at all. A
/// completion handler is called exactly once, never on the main queue.
///
/// The store belongs to one provider. On Linux it is in the agent, and is empty and disabled in a process that is
/// neither a provider nor a connected app.
open class ASCredentialIdentityStore: NSObject {
    private let host: Mutex<any CredentialIdentityStoreHost>
    private let queue = IdentityStoreQueue()

    // Safe: a lock and a serial queue protect the state. The class is not Sendable because Apple's is not.
    nonisolated(unsafe) private static let sharedStore = ASCredentialIdentityStore(host: nil)

    /// The store of this process's provider.
    open class var shared: ASCredentialIdentityStore { unsafe sharedStore }

    /// Makes a store; it is disabled if the process has no host.
    package init(host: (any CredentialIdentityStoreHost)?) {
        self.host = Mutex(host ?? NoIdentityStoreHost())
        super.init()
    }

    /// Replaces the host, or removes it if `nil`; calls that were already made go to the previous host.
    package func install(_ host: (any CredentialIdentityStoreHost)?) {
        self.host.withLock { $0 = host ?? NoIdentityStoreHost() }
    }

    // MARK: Reading

    /// Reads whether the store accepts changes.
    ///
    /// A store that cannot be reached counts as disabled.
    @preconcurrency
    open func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void) {
        readState { [queue] enabled, incremental in
            queue.reply {
                completion(
                    ASCredentialIdentityStoreState(isEnabled: enabled, supportsIncrementalUpdates: incremental))
            }
        }
    }

    /// Whether the store accepts changes; a store that cannot be reached counts as disabled.
    open func state() async -> ASCredentialIdentityStoreState {
        let (enabled, incremental) = await withCheckedContinuation { continuation in
            readState { continuation.resume(returning: ($0, $1)) }
        }
        return ASCredentialIdentityStoreState(isEnabled: enabled, supportsIncrementalUpdates: incremental)
    }

    /// Reads this provider's stored identities.
    ///
    /// - Parameters:
    ///   - service: The identities' service; `nil` reads those of all services.
    ///   - credentialIdentityTypes: The types to read; the empty set reads all types.
    ///   - completionHandler: Receives the identities; none if the store cannot be reached.
    @preconcurrency
    open func getCredentialIdentities(
        forService service: ASCredentialServiceIdentifier?, credentialIdentityTypes: IdentityTypes,
        completionHandler: @escaping @Sendable ([any ASCredentialIdentity]) -> Void
    ) {
        readIdentities(service, credentialIdentityTypes) { [queue] batch in
            queue.reply { completionHandler(batch.identities) }
        }
    }

    /// This provider's stored identities; none if the store cannot be reached.
    ///
    /// - Parameters:
    ///   - service: The identities' service; `nil` reads those of all services.
    ///   - credentialIdentityTypes: The types to read; the empty set reads all types.
    open func credentialIdentities(
        forService service: ASCredentialServiceIdentifier?, credentialIdentityTypes: IdentityTypes
    ) async -> [any ASCredentialIdentity] {
        await withCheckedContinuation { continuation in
            readIdentities(service, credentialIdentityTypes) { continuation.resume(returning: $0) }
        }.identities
    }

    // MARK: Changing

    /// Adds identities; an equal stored identity is replaced.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @preconcurrency
    open func saveCredentialIdentities(
        _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, credentialIdentities, completion)
    }

    /// Adds identities; an equal stored identity is replaced.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    open func saveCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
        // No result, as in Apple's async methods; with one, apps' own protocols over them would not be satisfied.
        try await change(.save, credentialIdentities)
    }

    /// Removes the stored identities that equal the given ones; others are ignored.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @preconcurrency
    open func removeCredentialIdentities(
        _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, credentialIdentities, completion)
    }

    /// Removes the stored identities that equal the given ones; others are ignored.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    open func removeCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
        try await change(.remove, credentialIdentities)
    }

    /// Removes all identities of all types, and adds the given ones.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @preconcurrency
    open func replaceCredentialIdentities(
        _ newCredentialIdentities: [any ASCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, newCredentialIdentities, completion)
    }

    /// Removes all identities of all types, and adds the given ones.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    open func replaceCredentialIdentities(_ newCredentialIdentities: [any ASCredentialIdentity]) async throws {
        try await change(.replace, newCredentialIdentities)
    }

    /// Removes all identities of all types.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @preconcurrency
    open func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        change(.removeAll, [], completion)
    }

    /// Removes all identities of all types.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    open func removeAllCredentialIdentities() async throws {
        try await change(.removeAll, [])
    }

    // MARK: Deprecated methods for passwords only

    /// Adds password identities; an equal stored identity is replaced.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    @preconcurrency
    open func saveCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, credentialIdentities, completion)
    }

    /// Adds password identities; an equal stored identity is replaced.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    open func saveCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.save, credentialIdentities)
    }

    /// Removes the stored password identities that equal the given ones; others are ignored.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    @preconcurrency
    open func removeCredentialIdentities(
        _ credentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, credentialIdentities, completion)
    }

    /// Removes the stored password identities that equal the given ones; others are ignored.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    @available(*, deprecated, message: "Pass identities as [any ASCredentialIdentity].")
    open func removeCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.remove, credentialIdentities)
    }

    /// Removes all identities of all types, not only passwords, and adds the given ones.
    ///
    /// - Parameter completion: Receives whether the change was made, otherwise an ``ASCredentialIdentityStoreError``.
    @available(*, deprecated, renamed: "replaceCredentialIdentities(_:completion:)")
    @preconcurrency
    open func replaceCredentialIdentities(
        with newCredentialIdentities: [ASPasswordCredentialIdentity],
        completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, newCredentialIdentities, completion)
    }

    /// Removes all identities of all types, not only passwords, and adds the given ones.
    ///
    /// - Throws: ``ASCredentialIdentityStoreError``; then the store is unchanged.
    @available(*, deprecated, renamed: "replaceCredentialIdentities(_:)")
    open func replaceCredentialIdentities(with newCredentialIdentities: [ASPasswordCredentialIdentity]) async throws {
        try await change(.replace, newCredentialIdentities)
    }
}

extension ASCredentialIdentityStore {
    /// Types of identity to read; the empty set stands for all types.
    public struct IdentityTypes: OptionSet, Sendable {
        /// All types, also those that a later version adds; the empty set.
        public static var all: IdentityTypes { [] }
        /// ``ASPasswordCredentialIdentity``.
        public static let password = IdentityTypes(rawValue: 1)
        /// ``ASPasskeyCredentialIdentity``.
        public static let passkey = IdentityTypes(rawValue: 2)
        /// ``ASOneTimeCodeCredentialIdentity``.
        public static let oneTimeCode = IdentityTypes(rawValue: 4)

        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }
    }
}

// MARK: Calls to the host

extension ASCredentialIdentityStore {
    private enum Change {
        case save, remove, replace, removeAll
    }

    private func change(
        _ change: Change, _ identities: [any ASCredentialIdentity],
        _ completion: (@Sendable (Bool, (any Error)?) -> Void)?
    ) {
        submit(change, identities) { [queue] error in
            guard let completion else { return }
            queue.reply { completion(error == nil, error) }
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
        queue.add {
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
        queue.add {
            // The API cannot report an error, so that a store that cannot be reached counts as disabled.
            let state = try? await host.state()
            then(state?.isEnabled ?? false, state?.supportsIncrementalUpdates ?? false)
        }
    }

    private func readIdentities(
        _ service: ASCredentialServiceIdentifier?, _ types: IdentityTypes,
        then: @escaping @Sendable (IdentityBatch) -> Void
    ) {
        let host = host.withLock { $0 }
        queue.add {
            let identities = try? await host.identities(for: service, types: types)
            then(IdentityBatch(copying: identities ?? []))
        }
    }
}
