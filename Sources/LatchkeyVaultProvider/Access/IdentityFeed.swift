package import AuthenticationServices
import Foundation
import LatchkeyMatching
import LatchkeyProvider
package import LatchkeyVault
import Synchronization

/// Keeps the identity store in sync with the vault.
///
/// The agent builds suggestions from it.
package struct IdentityFeed: Sendable {
    private let openStore: @Sendable () -> ASCredentialIdentityStore
    private let queue = Queue()

    /// Creates a feed of a store, by default the system's.
    package init(_ openStore: @escaping @Sendable () -> ASCredentialIdentityStore = { .shared }) {
        self.openStore = openStore
    }

    private var store: ASCredentialIdentityStore { openStore() }

    /// The identities of one login: password and one-time code for each website, and each offered passkey.
    ///
    /// Empty for a login in the bin.
    package static func identities(of overview: Overview) -> [any ASCredentialIdentity] {
        overview.isRemoved ? [] : identitiesBeforeRemoval(of: overview)
    }

    /// The same as ``identities(of:)``, but also for a login in the bin.
    fileprivate static func identitiesBeforeRemoval(of overview: Overview) -> [any ASCredentialIdentity] {
        func services(
            _ identifier: (Site) -> ASCredentialServiceIdentifier?
        ) -> [ASCredentialServiceIdentifier] {
            var seen = Set<ASCredentialServiceIdentifier>()
            return overview.sites.compactMap(identifier).filter { seen.insert($0).inserted }
        }
        let record = overview.id.description
        let rank = overview.lastUsed.map { Int($0.timeIntervalSince1970) } ?? 0
        var identities: [any ASCredentialIdentity] = []
        if overview.contents.contains(.password) {
            // Forms cannot use a credential with an authentication type, or of another protocol; only git finds it.
            let isForGit = overview.contents.contains(.authenticationType)
            identities += services { isForGit ? $0.gitServiceIdentifier : $0.passwordServiceIdentifier }.map {
                ASPasswordCredentialIdentity(serviceIdentifier: $0, user: overview.user, recordIdentifier: record)
            }
        }
        if overview.contents.contains(.oneTimeCode) {
            identities += services(\.serviceIdentifier).map {
                ASOneTimeCodeCredentialIdentity(
                    serviceIdentifier: $0, label: overview.user, recordIdentifier: record)
            }
        }
        identities += overview.offeredPasskeys.filter(\.isSuggestible).map { passkey in
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: passkey.relyingPartyIdentifier,
                userName: passkey.userName.isEmpty ? overview.user : passkey.userName,
                credentialID: passkey.credentialID, userHandle: passkey.userHandle, recordIdentifier: record)
        }
        for identity in identities { identity.rank = rank }
        return identities
    }

    /// Applies changes to the store; refills it if it does not support incremental updates (it is new or was lost).
    ///
    /// - Returns: Whether the store has the changes; `false` while the provider is disabled.
    /// - Throws: `ASCredentialIdentityStoreError`.
    @discardableResult
    package func follow(_ changes: [Change], of vault: UnlockedVault) async throws -> Bool {
        let state = await store.state()
        guard state.isEnabled else { return false }
        guard state.supportsIncrementalUpdates else {
            try await refill(from: vault)
            return true
        }
        for change in changes { try await apply(change) }
        return true
    }

    /// Applies changes if the store supports incremental updates; a refill would take too long for the caller.
    ///
    /// - Returns: `true` if the store has all changes.
    func followIncrementally(_ changes: [Change]) async -> Bool {
        guard !changes.isEmpty else { return true }
        let state = await store.state()
        guard state.isEnabled, state.supportsIncrementalUpdates else { return false }
        do {
            for change in changes { try await apply(change) }
            return true
        } catch {
            return false
        }
    }

    /// Refills the store after an import.
    ///
    /// - Returns: `false` while the provider is disabled.
    package func followImport(into vault: UnlockedVault) async throws -> Bool {
        guard await store.state().isEnabled else { return false }
        try await refill(from: vault)
        return true
    }

    /// Runs a body after all earlier ones have ended; the store rejects concurrent updates.
    func serialized<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        let task = queue.last.withLock { last in
            let previous = last
            let task = Task {
                await previous?.value
                return await body()
            }
            last = Task { _ = await task.value }
            return task
        }
        return await task.value
    }

    private final class Queue: Sendable {
        let last = Mutex<Task<Void, Never>?>(nil)
    }

    /// Replaces all identities of the store.
    package func refill(from vault: UnlockedVault) async throws {
        let identities = try await Self.allIdentities(of: vault)
        try await store.replaceCredentialIdentities(identities)
    }

    /// Whether the store has any identities; `false` while the provider is disabled.
    package func hasAny() async -> Bool {
        guard await store.state().isEnabled else { return false }
        return await !store.credentialIdentities(forService: nil, credentialIdentityTypes: []).isEmpty
    }

    private func apply(_ change: Change) async throws {
        let store = store
        let (old, new) = change.identities
        // Kept identities are saved again, because their rank may have changed.
        let kept = new.compactMap { $0 as? NSObject }
        let gone = old.filter { identity in !kept.contains { $0.isEqual(identity) } }
        if !gone.isEmpty { try await store.removeCredentialIdentities(gone) }
        if !new.isEmpty { try await store.saveCredentialIdentities(new) }
    }

    /// Collects the identities off the caller's actor, one overview at a time.
    @concurrent
    private static func allIdentities(of vault: UnlockedVault) async throws(VaultError)
        -> sending [any ASCredentialIdentity]
    {
        var all: [any ASCredentialIdentity] = []
        try vault.forEachOverview { all += identities(of: $0) }
        return all
    }
}

extension Change {
    /// The identities before and after.
    fileprivate var identities: (old: [any ASCredentialIdentity], new: [any ASCredentialIdentity]) {
        switch self {
        case .added(let overview): ([], IdentityFeed.identities(of: overview))
        case .changed(from: let old, to: let new): (IdentityFeed.identities(of: old), IdentityFeed.identities(of: new))
        case .removed(let overview): (IdentityFeed.identitiesBeforeRemoval(of: overview), [])
        }
    }
}

extension PasskeyDescription {
    /// Whether the passkey is valid for the store.
    ///
    /// An imported one may not be, and the store rejects a batch as a whole.
    fileprivate var isSuggestible: Bool {
        (1...1023).contains(credentialID.count) && userHandle.count <= 64
            && (try? RelyingPartyIdentifier(relyingPartyIdentifier)) != nil
    }
}

extension Site {
    /// The site's service identifier; `nil` for a site that is not on the web.
    ///
    /// Omits path and query: they match nothing and may contain secrets, and the store is not encrypted.
    package var serviceIdentifier: ASCredentialServiceIdentifier? {
        guard let origin else { return nil }
        return ASCredentialServiceIdentifier(identifier: origin, type: scheme == nil ? .domain : .URL)
    }

    /// The service identifier of a password: only git finds that of a site of another protocol than http(s).
    fileprivate var passwordServiceIdentifier: ASCredentialServiceIdentifier? {
        serviceIdentifier ?? gitServiceIdentifier
    }

    /// The service identifier that git uses for a credential that only git can use; `nil` if git cannot ask for it.
    package var gitServiceIdentifier: ASCredentialServiceIdentifier? {
        guard let origin else { return GitAddress(text).map { .git($0.text) } }
        // A bare host means https.
        return .git(scheme == nil ? "https://" + origin : origin)
    }

    /// Scheme, host and port, or only host and port if the site has no scheme; `nil` for other schemes than http(s).
    package var origin: String? {
        let hostAndPort = port.map { "\(host):\($0)" } ?? host
        guard let scheme else { return hostAndPort }
        return scheme == "https" || scheme == "http" ? "\(scheme)://\(hostAndPort)" : nil
    }
}
