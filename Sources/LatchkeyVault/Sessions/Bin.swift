public import Foundation

extension UnlockedVault {
    /// Moves one passkey of a login to the bin; the rest of the login stays.
    ///
    /// Restoring it adds it to the login again.
    ///
    /// - Parameters:
    ///   - index: The passkey's index in the login.
    ///   - expected: The revision that the caller has read; another one throws ``VaultError/recordChanged(_:)``.
    /// - Returns: The record in the bin, which is the login itself if it has nothing else, and the change outside of the bin.
    public func removePasskey(
        at index: Int, of id: RecordIdentifier, expecting expected: UInt64
    ) throws(VaultError) -> (binned: RecordIdentifier, change: Change?) {
        try change { transaction in
            let login = try transaction.record(id).login
            guard login.passkeys.indices.contains(index) else { throw VaultError.recordChanged(id) }
            var rest = login
            let passkey = rest.passkeys.remove(at: index)
            if rest.isEmpty {
                guard try transaction.record(id).overview.revision == expected else {
                    throw VaultError.recordChanged(id)
                }
                return (id, try transaction.remove(id))
            }
            let change = try transaction.edit(id, expecting: expected) { $0 = rest }
            var own = Login(title: login.title, user: login.user, sites: login.sites, passkeys: [passkey])
            // A hidden passkey stays hidden when it is restored.
            own.hiddenPasskeys = login.hiddenPasskeys.intersection([passkey.description.credentialID])
            own.replacedPasskeys = login.replacedPasskeys.intersection(own.hiddenPasskeys)
            let binned = try transaction.add(own).id
            try transaction.remove(binned, takenFrom: id)
            return (binned, change)
        }
    }

    /// How long a record stays in the bin, in seconds: thirty days, as in Apple's Passwords.
    public static let binRetention: TimeInterval = 30 * 24 * 3600

    /// Permanently deletes records of the bin in one transaction.
    ///
    /// Opens every overview. A record that was removed at a future time, because the clock was set back, stays.
    ///
    /// - Parameters:
    ///   - time: Deletes records that have been in the bin for longer, in seconds; `nil` deletes all of them.
    ///   - date: The end of that time; `nil` means now.
    /// - Returns: The deleted records.
    @discardableResult
    public func emptyBin(after time: TimeInterval? = nil, at date: Date? = nil) throws(VaultError) -> [Change] {
        let old = try bin(after: time, at: date)
        if old.isEmpty { return [] }
        return try change { transaction in
            try old.compactMap { overview in
                do throws(VaultError) {
                    // Another process restored or changed it meanwhile: keep it.
                    guard try transaction.record(overview.id).overview.revision == overview.revision else { return nil }
                    return try transaction.purge(overview.id)
                } catch .recordNotFound {
                    return nil
                }
            }
        }
    }

    /// The records that ``emptyBin(after:at:)`` deletes.
    package func bin(after time: TimeInterval? = nil, at date: Date? = nil) throws(VaultError) -> [Overview] {
        let date = date ?? clock.now()
        return try overviews(OverviewQuery(scope: .bin)).overviews.filter { overview in
            guard let time else { return true }
            return overview.removed.map { date.timeIntervalSince($0) > time } ?? false
        }
    }
}

extension VaultTransaction {
    /// Moves a passkey from the bin to the login that it was removed from.
    ///
    /// - Returns: The change of the login; `nil` if the login is gone, full, or now belongs to another account.
    func restorePasskey(_ id: RecordIdentifier) throws(VaultError) -> Change? {
        let binned = try record(id)
        guard binned.overview.isRemoved, let origin = binned.overview.takenFrom else { return nil }
        do throws(VaultError) {
            guard try record(origin).login.accepts(binned.login) else { return nil }
            let change = try edit(origin) { login in
                login.passkeys += binned.login.passkeys
                login.hiddenPasskeys.formUnion(binned.login.hiddenPasskeys)
                login.replacedPasskeys.formUnion(binned.login.replacedPasskeys)
            }
            guard let change else { return nil }
            try purge(id)
            return change
        } catch .recordNotFound(origin), .recordRemoved(origin) {
            return nil
        } catch .tooLarge {
            // The login has grown meanwhile: the passkey is restored as its own login.
            return nil
        }
    }
}

extension Login {
    /// Whether a removed passkey still belongs to the login's account and is not in the login already.
    fileprivate func accepts(_ removed: Login) -> Bool {
        let own = passkeys.map(\.description)
        let others = removed.passkeys.map(\.description)
        guard Set(own.map(\.credentialID)).isDisjoint(with: others.map(\.credentialID)) else { return false }
        let isOfAccount = own.contains { own in
            others.contains {
                $0.relyingPartyIdentifier.utf8.elementsEqual(own.relyingPartyIdentifier.utf8)
                    && $0.userHandle == own.userHandle
            }
        }
        let isAtSite = removed.sites.isEmpty || !Set(sites.map(\.host)).isDisjoint(with: removed.sites.map(\.host))
        return isOfAccount || (isAtSite && user.utf8.elementsEqual(removed.user.utf8))
    }

    /// Whether the login has no secrets, history or custom fields.
    fileprivate var isEmpty: Bool {
        password == nil && oneTimeCode == nil && passkeys.isEmpty && notes == nil && history.isEmpty && fields.isEmpty
    }
}
