import AuthenticationServices
import LatchkeyTesting
import Testing

/// The rules of the system's store, in the store for tests.
@Suite struct `In-memory identity store` {
    let mixed: [any ASCredentialIdentity] = [Samples.password, Samples.oneTimeCode, Samples.passkey]
    let shared = ASCredentialIdentityStore.shared

    @Test func `saving an equal identity replaces it and its rank`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            let again = Samples.passkey
            again.rank = 100
            try await shared.saveCredentialIdentities([again] as [any ASCredentialIdentity])
        }
        #expect(store.identities.map(\.rank) == [7, -3, 100])
    }

    @Test func `removes an identity that equals the given one`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            try await shared.removeCredentialIdentities([Samples.password, Samples.oneTimeCode])
        }
        #expect(store.identities.map(\.user) == ["ann"])
    }

    @Test func `replacing removes identities of every type`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            try await shared.replaceCredentialIdentities([Samples.oneTimeCode])
        }
        #expect(store.identities.map(\.user) == ["work"])
    }

    @Test func `a disabled store rejects changes, and disabling empties it`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            store.isEnabled = false
            await #expect(throws: ASCredentialIdentityStoreError(.storeDisabled)) {
                try await shared.saveCredentialIdentities(mixed)
            }
            #expect(await shared.state().isEnabled == false)
        }
        #expect(store.identities.isEmpty)
    }

    @Test func `a filled store supports incremental updates`() async throws {
        try await InMemoryIdentityStore().whileInstalled {
            #expect(await shared.state().supportsIncrementalUpdates == false)
            try await shared.saveCredentialIdentities(mixed)
            #expect(await shared.state().supportsIncrementalUpdates == true)
        }
    }

    @Test func `finds identities by service and type`() async throws {
        try await InMemoryIdentityStore().whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            let passkeys = await shared.credentialIdentities(forService: nil, credentialIdentityTypes: .passkey)
            #expect(passkeys.map(\.rank) == [9])
            let ofService = await shared.credentialIdentities(
                forService: Samples.service, credentialIdentityTypes: .all)
            #expect(ofService.map(\.rank) == [7, -3])
        }
    }

    @Test func `has changes that were not awaited, and is uninstalled afterwards`() async throws {
        let store = InMemoryIdentityStore()
        await store.whileInstalled {
            shared.replaceCredentialIdentities(mixed, completion: nil)
        }
        #expect(store.identities.count == 3)
    }
}
