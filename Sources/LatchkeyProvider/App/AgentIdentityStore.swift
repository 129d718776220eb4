import AuthenticationServices
import LatchkeyWire

/// The implementation of `ASCredentialIdentityStore.shared`: the agent's store, reached over this process's connection.
struct AgentIdentityStore: CredentialIdentityStoreHost {
    let link: AgentLink

    /// The number of identities in one message; even with long names they fit into a frame.
    private static let batchSize = 500

    func state() async throws -> ASCredentialIdentityStoreState {
        let state = try await link.call(StoreState.self, Empty())
        return ASCredentialIdentityStoreState(
            isEnabled: state.isEnabled, supportsIncrementalUpdates: state.supportsIncrementalUpdates)
    }

    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) async throws -> [any ASCredentialIdentity] {
        var identities: [any ASCredentialIdentity] = []
        var after: Int?
        repeat {
            let page = try await link.call(
                ReadIdentities.self,
                ReadIdentities.Parameters(
                    serviceIdentifier: service.map { ServiceIdentifier($0) }, kinds: types.kinds, after: after))
            identities.append(contentsOf: page.identities.map(\.appleIdentity))
            after = page.next
        } while after != nil
        return identities
    }

    func save(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.save, identities)
    }

    func remove(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.remove, identities)
    }

    func replace(with identities: [any ASCredentialIdentity]) async throws {
        try await change(.replace, identities)
    }

    func removeAll() async throws {
        try await translated { _ = try await link.call(RemoveAllIdentities.self, Empty()) }
    }

    private func change(_ operation: StoreOperation, _ identities: [any ASCredentialIdentity]) async throws {
        try await translated {
            let change = try await link.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: operation))
            do {
                try await add(identities, to: change)
                _ = try await link.call(CommitStoreChange.self, change)
            } catch {
                // If this fails, the agent abandons the change when the connection closes.
                _ = try? await link.call(AbandonStoreChange.self, change)
                throw error
            }
        }
    }

    /// Sends one batch at a time, in order, and converts the next one meanwhile.
    private func add(_ identities: [any ASCredentialIdentity], to change: StoreChange) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in stride(from: 0, to: identities.count, by: Self.batchSize) {
                let batch = identities[start..<min(start + Self.batchSize, identities.count)]
                    .compactMap { CredentialIdentity($0) }
                try await group.next()
                group.addTask {
                    _ = try await link.call(
                        AddToStoreChange.self,
                        AddToStoreChange.Parameters(change: change.change, identities: batch))
                }
            }
            try await group.waitForAll()
        }
    }

    /// Converts the agent's errors to Apple's codes.
    private func translated(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as RemoteError {
            switch error.reason {
            case .storeDisabled, .providerDisabled: throw ASCredentialIdentityStoreError(.storeDisabled)
            case .storeBusy, .busy: throw ASCredentialIdentityStoreError(.storeBusy)
            default: throw ASCredentialIdentityStoreError(.internalError)
            }
        }
    }
}

extension ASCredentialIdentityStore.IdentityTypes {
    /// The kinds of the protocol; an empty list means all.
    fileprivate var kinds: [CredentialKind] {
        var kinds: [CredentialKind] = []
        if contains(.password) { kinds.append(.password) }
        if contains(.passkey) { kinds.append(.passkey) }
        if contains(.oneTimeCode) { kinds.append(.code) }
        return kinds
    }
}
