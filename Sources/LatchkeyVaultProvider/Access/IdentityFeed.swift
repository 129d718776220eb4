package import AuthenticationServices
import Foundation
import LatchkeyMatching
import LatchkeyProvider
package import LatchkeyVault
import Synchronization

/// Keeps the identity store in step with the vault: the sites and user names that suggestions are made of.
package struct IdentityFeed: Sendable {
    private let openStore: @Sendable () -> ASCredentialIdentityStore
    private let turns = Turns()

    /// Feeds a store; the system's where none is named.
    package init(_ openStore: @escaping @Sendable () -> ASCredentialIdentityStore = { .shared }) {
        self.openStore = openStore
    }

    private var store: ASCredentialIdentityStore { openStore() }

    /// The identities of one login: a password and a code, as far as it has them, for each place on the web, and each
    /// passkey that is offered; none for what lies in the bin.
    package static func identities(of overview: Overview) -> [any ASCredentialIdentity] {
        overview.isRemoved ? [] : identitiesBeforeRemoval(of: overview)
    }

    /// What ``identities(of:)`` gives, or gave before the login went into the bin.
    fileprivate static func identitiesBeforeRemoval(of overview: Overview) -> [any ASCredentialIdentity] {
        func services(
            _ place: (Site) -> ASCredentialServiceIdentifier?
        ) -> [ASCredentialServiceIdentifier] {
            var seen = Set<ASCredentialServiceIdentifier>()
            return overview.sites.compactMap(place).filter { seen.insert($0).inserted }
        }
        let record = overview.id.description
        let rank = overview.lastUsed.map { Int($0.timeIntervalSince1970) } ?? 0
        var identities: [any ASCredentialIdentity] = []
        if overview.contents.contains(.password) {
            // What no form takes is found by git alone.
            let isForGit = overview.contents.contains(.authenticationType)
            identities += services { isForGit ? $0.gitServiceIdentifier : $0.serviceIdentifier }.map {
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

    /// Takes changes over, step by step where the store has kept up, wholly where it is new or was lost.
    ///
    /// - Returns: Whether the store has them; not while the provider is off.
    /// - Throws: What the store throws, `ASCredentialIdentityStoreError`.
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

    /// Takes changes over where that goes step by step; what a store that is new or lost needs takes too long to be
    /// waited for.
    ///
    /// - Returns: Whether nothing is left to be done.
    func followInStep(_ changes: [Change]) async -> Bool {
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

    /// Takes over what an import brought: wholly, since it may be anything.
    ///
    /// - Returns: Whether the store has it; not while the provider is off.
    package func followImport(into vault: UnlockedVault) async throws -> Bool {
        guard await store.state().isEnabled else { return false }
        try await refill(from: vault)
        return true
    }

    /// Does something with the store once what was begun before has ended: of two at once the store takes one.
    func inTurn<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        let task = turns.last.withLock { last in
            let before = last
            let task = Task {
                await before?.value
                return await body()
            }
            last = Task { _ = await task.value }
            return task
        }
        return await task.value
    }

    private final class Turns: Sendable {
        let last = Mutex<Task<Void, Never>?>(nil)
    }

    /// Writes every identity anew.
    package func refill(from vault: UnlockedVault) async throws {
        let identities = try await Self.allIdentities(of: vault)
        try await store.replaceCredentialIdentities(identities)
    }

    /// Whether the store has identities; not while the provider is off.
    package func hasAny() async -> Bool {
        guard await store.state().isEnabled else { return false }
        return await !store.credentialIdentities(forService: nil, credentialIdentityTypes: []).isEmpty
    }

    private func apply(_ change: Change) async throws {
        let store = store
        let (old, new) = change.identities
        // An identity that stays is only saved again: its rank may be another.
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
    /// Whether a relying party can have made it; one of an import may be anything, and what the store refuses it refuses with
    /// all the rest.
    fileprivate var isSuggestible: Bool {
        (1...1023).contains(credentialID.count) && userHandle.count <= 64
            && (try? RelyingPartyIdentifier(relyingPartyIdentifier)) != nil
    }
}

extension Site {
    /// The place on the web that the site stands for; nothing for a program's address.
    ///
    /// Path and query stay in the vault: they match nothing, may hold secrets, and the store lies in the open.
    package var serviceIdentifier: ASCredentialServiceIdentifier? {
        guard let origin else { return nil }
        return ASCredentialServiceIdentifier(identifier: origin, type: scheme == nil ? .domain : .URL)
    }

    /// The same place as git looks for what no page can use.
    package var gitServiceIdentifier: ASCredentialServiceIdentifier? {
        guard let origin else { return nil }
        // A bare host stands for its secure page.
        return .git(scheme == nil ? "https://" + origin : origin)
    }

    /// Scheme, host and port, or the bare host, of a site on the web.
    package var origin: String? {
        let place = port.map { "\(host):\($0)" } ?? host
        guard let scheme else { return place }
        return scheme == "https" || scheme == "http" ? "\(scheme)://\(place)" : nil
    }
}
