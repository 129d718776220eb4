import AuthenticationServices
import LatchkeyTesting
import Testing

/// The store of the conformance kit keeps the system's rules.
@Suite struct `In-memory identity store` {
    let mixed: [any ASCredentialIdentity] = [Samples.password, Samples.oneTimeCode, Samples.passkey]
    let shared = ASCredentialIdentityStore.shared

    @Test func `replaces equal identities, so that a changed rank is saved`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            let again = Samples.passkey
            again.rank = 100
            try await shared.saveCredentialIdentities([again] as [any ASCredentialIdentity])
        }
        #expect(store.identities.map(\.rank) == [7, -3, 100])
    }

    @Test func `removes identities that were built anew`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            try await shared.removeCredentialIdentities([Samples.password, Samples.oneTimeCode])
        }
        #expect(store.identities.map(\.user) == ["ann"])
    }

    @Test func `replaces every kind`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            try await shared.replaceCredentialIdentities([Samples.oneTimeCode])
        }
        #expect(store.identities.map(\.user) == ["work"])
    }

    @Test func `refuses changes while the provider is off, and is emptied by turning it off`() async throws {
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

    @Test func `takes incremental updates once it is filled`() async throws {
        try await InMemoryIdentityStore().whileInstalled {
            #expect(await shared.state().supportsIncrementalUpdates == false)
            try await shared.saveCredentialIdentities(mixed)
            #expect(await shared.state().supportsIncrementalUpdates == true)
        }
    }

    @Test func `finds by service and kind`() async throws {
        try await InMemoryIdentityStore().whileInstalled {
            try await shared.saveCredentialIdentities(mixed)
            let passkeys = await shared.credentialIdentities(forService: nil, credentialIdentityTypes: .passkey)
            #expect(passkeys.map(\.rank) == [9])
            let ofService = await shared.credentialIdentities(
                forService: Samples.service, credentialIdentityTypes: .all)
            #expect(ofService.map(\.rank) == [7, -3])
        }
    }

    @Test func `has what was not awaited, and is gone afterwards`() async throws {
        let store = InMemoryIdentityStore()
        await store.whileInstalled {
            shared.replaceCredentialIdentities(mixed, completion: nil)
        }
        #expect(store.identities.count == 3)
    }
}
