public import Foundation

extension UnlockedVault {
    /// Puts one passkey of a login into the bin, from which it comes back into it; the rest of the login stays.
    ///
    /// - Parameters:
    ///   - index: Its place among the login's passkeys.
    ///   - expected: The revision that the caller has seen.
    /// - Returns: What it is called in the bin, the login itself where it has nothing else; and what changed outside of it.
    public func removePasskey(
        at index: Int, of id: RecordIdentifier, expecting expected: UInt64
    ) throws(VaultError) -> (binned: RecordIdentifier, change: Change?) {
        try change { transaction in
            let login = try transaction.record(id).login
            guard login.passkeys.indices.contains(index) else { throw VaultError.recordChanged(id) }
            var rest = login
            let passkey = rest.passkeys.remove(at: index)
            if rest.hasNothing {
                guard try transaction.record(id).overview.revision == expected else {
                    throw VaultError.recordChanged(id)
                }
                return (id, try transaction.remove(id))
            }
            let change = try transaction.edit(id, expecting: expected) { $0 = rest }
            var own = Login(title: login.title, user: login.user, sites: login.sites, passkeys: [passkey])
            // One that its site does not accept is not offered when it comes back, either.
            own.hiddenPasskeys = login.hiddenPasskeys.intersection([passkey.description.credentialID])
            let binned = try transaction.add(own).id
            try transaction.remove(binned, takenFrom: id)
            return (binned, change)
        }
    }

    /// How long a record lies in the bin before it is deleted for good, as with Apple's Passwords: thirty days.
    public static let binTime: TimeInterval = 30 * 24 * 3600

    /// Deletes what has lain in the bin for some time, for good and in one transaction.
    ///
    /// Costs a look at every overview. A time in the future, as a clock that was put back leaves, does not count.
    ///
    /// - Parameter time: Seconds; nothing for all that lies there.
    /// - Returns: What is gone; none of it was suggested any more.
    @discardableResult
    public func emptyBin(after time: TimeInterval? = nil) throws(VaultError) -> [Change] {
        let now = clock.now()
        let old = try overviews(OverviewQuery(scope: .bin)).overviews.filter { overview in
            guard let time else { return true }
            return overview.removed.map { now.timeIntervalSince($0) > time } ?? false
        }
        if old.isEmpty { return [] }
        return try change { transaction in
            try old.compactMap { overview in
                do throws(VaultError) {
                    // Whoever took it out, or wrote to it, since it was looked at keeps it.
                    guard try transaction.record(overview.id).overview.revision == overview.revision else { return nil }
                    return try transaction.purge(overview.id)
                } catch .recordNotFound {
                    return nil
                }
            }
        }
    }
}

extension VaultTransaction {
    /// Puts a passkey of the bin back into the login that it was taken out of.
    ///
    /// - Returns: Nothing where there is no such login any more, or it is another account's by now.
    func putPasskeyBack(_ id: RecordIdentifier) throws(VaultError) -> Change? {
        let binned = try record(id)
        guard binned.overview.isRemoved, let origin = binned.overview.takenFrom else { return nil }
        do throws(VaultError) {
            guard try record(origin).login.takesBack(binned.login) else { return nil }
            let change = try edit(origin) { login in
                login.passkeys += binned.login.passkeys
                login.hiddenPasskeys.formUnion(binned.login.hiddenPasskeys)
            }
            guard let change else { return nil }
            try purge(id)
            return change
        } catch .recordNotFound(origin), .recordRemoved(origin) {
            return nil
        } catch .tooLarge {
            // It has grown meanwhile: what has no room in it is not lost for that.
            return nil
        }
    }
}

extension Login {
    /// Whether a passkey that was taken out is of the login's account still, and not in it again.
    fileprivate func takesBack(_ taken: Login) -> Bool {
        let own = passkeys.map(\.description)
        let others = taken.passkeys.map(\.description)
        guard Set(own.map(\.credentialID)).isDisjoint(with: others.map(\.credentialID)) else { return false }
        let isOfAccount = own.contains { own in
            others.contains {
                $0.relyingPartyIdentifier.utf8.elementsEqual(own.relyingPartyIdentifier.utf8)
                    && $0.userHandle == own.userHandle
            }
        }
        let isAtSite = taken.sites.isEmpty || !Set(sites.map(\.host)).isDisjoint(with: taken.sites.map(\.host))
        return isOfAccount || (isAtSite && user.utf8.elementsEqual(taken.user.utf8))
    }

    /// Whether there is nothing in it that anybody would miss.
    fileprivate var hasNothing: Bool {
        password == nil && oneTimeCode == nil && passkeys.isEmpty && notes == nil && history.isEmpty && fields.isEmpty
    }
}
