import AuthenticationServices
import LatchkeyWire

/// The identity store behind `ASCredentialIdentityStore.shared`: the agent's, reached over this process's line.
struct AgentIdentityStore: CredentialIdentityStoreHost {
    let link: AgentLink

    /// How many identities travel in one message: far below a frame's size with the longest names that occur.
    private static let batch = 500

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
                for start in stride(from: 0, to: identities.count, by: Self.batch) {
                    let batch = identities[start..<min(start + Self.batch, identities.count)]
                        .compactMap { CredentialIdentity($0) }
                    _ = try await link.call(
                        AddToStoreChange.self,
                        AddToStoreChange.Parameters(change: change.change, identities: batch))
                }
                _ = try await link.call(CommitStoreChange.self, change)
            } catch {
                // The change goes with the connection if it cannot be taken back here.
                _ = try? await link.call(AbandonStoreChange.self, change)
                throw error
            }
        }
    }

    /// Puts the agent's reasons into Apple's codes.
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
    /// No kinds for all, as on the wire.
    fileprivate var kinds: [CredentialKind] {
        var kinds: [CredentialKind] = []
        if contains(.password) { kinds.append(.password) }
        if contains(.passkey) { kinds.append(.passkey) }
        if contains(.oneTimeCode) { kinds.append(.code) }
        return kinds
    }
}
