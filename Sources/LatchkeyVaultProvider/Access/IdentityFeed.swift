package import AuthenticationServices
import Foundation
package import LatchkeyCore
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
        try await apply(changes, of: vault)
        return true
    }

    /// Applies changes if the store supports incremental updates; a refill would take too long for the caller.
    ///
    /// - Returns: `true` if the store has all changes.
    func followIncrementally(_ changes: [Change], of vault: UnlockedVault) async -> Bool {
        guard !changes.isEmpty else { return true }
        let state = await store.state()
        guard state.isEnabled, state.supportsIncrementalUpdates else { return false }
        do {
            try await apply(changes, of: vault)
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

    /// Brings the store up to date with the logins' current states, one login at a time.
    ///
    /// Another process may change a login again, and store the new identities, before this process stores the
    /// identities of its own change. So this stores the login's current state, and then reads the state again to find
    /// such a change.
    private func apply(_ changes: [Change], of vault: UnlockedVault) async throws {
        let store = store
        var former = Dictionary(grouping: changes.map(\.states), by: \.id).mapValues { $0.flatMap(\.former) }
        while let (id, states) = former.popFirst() {
            let update = try await Self.update(of: id, from: states, in: vault)
            if !update.removed.isEmpty { try await store.removeCredentialIdentities(update.removed) }
            if !update.saved.isEmpty { try await store.saveCredentialIdentities(update.saved) }
            former.merge(try await Self.outdated(update.states, in: vault), uniquingKeysWith: +)
        }
    }

    private struct Update {
        var removed: [any ASCredentialIdentity]
        var saved: [any ASCredentialIdentity]
        /// The login states from which the identities were made; `nil` for a login that is not suggested.
        var states: [RecordIdentifier: Overview?]
    }

    /// The identities to remove and to save for the current state of a login.
    ///
    /// Identities of other logins that look the same as one of this login are saved again, because their details may
    /// have changed. Unchanged identities of this login are saved again, too, because their rank may have changed.
    ///
    /// - Parameter states: Older states, whose identities may still be in the store.
    @concurrent
    private static func update(
        of id: RecordIdentifier, from states: [Overview], in vault: UnlockedVault
    ) async throws(VaultError) -> sending Update {
        let state = try vault.suggestedState(of: id)
        let former = states.filter { $0.revision != state?.revision }
            .flatMap { SuggestedIdentity.all(of: $0, isFormer: true) }
        let current = state.map { SuggestedIdentity.all(of: $0) } ?? []
        let appearances = Set((former + current).compactMap(\.appearance))
        var others: [SuggestedIdentity] = []
        var read: [RecordIdentifier: Overview?] = [id: state]
        if !appearances.isEmpty {
            try vault.forEachOverview(matching: Array(Set(appearances.map(\.key)))) { overview in
                guard overview.id != id, !overview.isRemoved else { return }
                let same = SuggestedIdentity.all(of: overview).filter { identity in
                    identity.appearance.map(appearances.contains) ?? false
                }
                guard !same.isEmpty else { return }
                others += same
                read[overview.id] = overview
            }
        }
        SuggestedIdentity.setDetails(of: current + others)
        let kept = current.compactMap { $0.identity as? NSObject }
        return Update(
            removed: former.filter { old in !kept.contains { $0.isEqual(old.identity) } }.map { $0.identity },
            saved: (current + others).map { $0.identity }, states: read)
    }

    /// The logins that have changed since these states were read, each with its read state.
    @concurrent
    private static func outdated(
        _ states: [RecordIdentifier: Overview?], in vault: UnlockedVault
    ) async throws(VaultError) -> [RecordIdentifier: [Overview]] {
        var outdated: [RecordIdentifier: [Overview]] = [:]
        for (id, state) in states where try vault.suggestedState(of: id)?.revision != state?.revision {
            outdated[id] = [state].compactMap(\.self)
        }
        return outdated
    }

    /// Collects the identities off the caller's actor, one overview at a time.
    @concurrent
    private static func allIdentities(of vault: UnlockedVault) async throws(VaultError)
        -> sending [any ASCredentialIdentity]
    {
        var all: [SuggestedIdentity] = []
        try vault.forEachOverview { overview in
            if !overview.isRemoved { all += SuggestedIdentity.all(of: overview) }
        }
        SuggestedIdentity.setDetails(of: all)
        return all.map { $0.identity }
    }
}

extension Change {
    /// The changed login, and those of its states whose identities may be in the store.
    fileprivate var states: (id: RecordIdentifier, former: [Overview]) {
        switch self {
        case .added(let overview): (overview.id, overview.isRemoved ? [] : [overview])
        case .changed(from: let old, to: let new): (new.id, [old, new].filter { !$0.isRemoved })
        // The overview has its state in the bin already.
        case .removed(let overview): (overview.id, [overview])
        }
    }
}

extension UnlockedVault {
    /// The current state of a login; `nil` if it is not suggested, because it is deleted or in the bin.
    fileprivate func suggestedState(of id: RecordIdentifier) throws(VaultError) -> Overview? {
        do throws(VaultError) {
            let overview = try overview(id)
            return overview.isRemoved ? nil : overview
        } catch .recordNotFound {
            return nil
        }
    }
}

extension SuggestedIdentity.Appearance {
    /// The index key of the logins that may look the same in a list.
    fileprivate var key: AccountKey {
        switch kind {
        case .password, .code: .user(user, host: Site(place)?.host ?? place)
        case .passkey: .relyingParty(place)
        }
    }
}

extension Site {
    /// The service identifier that matching compares with a page; `nil` for a site that is not on the web.
    ///
    /// Omits the query, which may contain secrets, because the store is not encrypted. Only a rule needs the path.
    ///
    /// - Parameter ignoringPath: Whether a rule that names pages stands for all pages of their host.
    package func matchingServiceIdentifier(ignoringPath: Bool = false) -> ServiceIdentifier? {
        guard let origin else { return nil }
        guard let rule else { return ServiceIdentifier(type: scheme == nil ? .domain : .url, identifier: origin) }
        let end = pathAndMore.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let path = pathAndMore[..<(end ?? pathAndMore.endIndex)]
        // With `start`, an address with a query or fragment allows only its exact path, as in Bitwarden.
        let effective: AddressRule = ignoringPath ? .host : rule == .start && end != nil ? .exact : rule
        let address = effective == .host ? origin : origin + path
        return ServiceIdentifier(type: .url, identifier: effective.prefix + address)
    }

    /// The site's service identifier; `nil` for a site that is not on the web.
    package var serviceIdentifier: ASCredentialServiceIdentifier? {
        matchingServiceIdentifier().map {
            ASCredentialServiceIdentifier(identifier: $0.identifier, type: $0.type == .domain ? .domain : .URL)
        }
    }

    /// The service identifier of a password: only git finds that of a site of another protocol than http(s).
    var passwordServiceIdentifier: ASCredentialServiceIdentifier? {
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
        guard let scheme else { return hostAndPort }
        return scheme == "https" || scheme == "http" ? "\(scheme)://\(hostAndPort)" : nil
    }
}
