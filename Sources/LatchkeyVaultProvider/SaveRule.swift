package import LatchkeyVault

/// What became of a submitted login, or what must be asked about it.
package enum SaveOutcome: Sendable {
    /// It is new, or took the old password's place.
    case saved(Change)
    /// The vault has it already.
    case known
    /// The vault has another password for it.
    case differs(from: Overview)
}

/// How far a save may go by itself.
package enum SavePermission: Sendable {
    /// Adds what is new, and leaves what is there.
    case addOnly
    /// The person asked for it: a new password takes the old one's place.
    case update
    /// The person wants both.
    case addAnyway
}

extension UnlockedVault {
    /// Saves a submitted login as far as is permitted, in one transaction.
    ///
    /// Costs a look at every overview.
    @concurrent
    package func save(_ submitted: SubmittedLogin, permission: SavePermission) async throws(VaultError) -> SaveOutcome {
        do {
            return try transaction { transaction in
                if case .addAnyway = permission { return .saved(.added(try transaction.add(submitted.login))) }
                guard let old = try transaction.login(like: submitted) else {
                    return .saved(.added(try transaction.add(submitted.login)))
                }
                if old.hasPassword { return .known }
                guard case .update = permission else { return .differs(from: old.overview) }
                let change = try transaction.edit(old.overview.id) { $0.password = submitted.password }
                return change.map { .saved($0) } ?? .known
            }
        } catch let error as VaultError {
            throw error
        } catch {
            // Unreachable: the body throws nothing else.
            throw .storage(.other(code: -1))
        }
    }
}

extension VaultTransaction {
    /// Finds the login of the same host and user: one with this very password, else the one that was used last.
    fileprivate func login(like submitted: SubmittedLogin) throws -> (overview: Overview, hasPassword: Bool)? {
        var found: [Overview] = []
        try forEachOverview { overview in
            guard !overview.isRemoved, overview.user == submitted.user else { return }
            if submitted.isOfSameService(as: overview) { found.append(overview) }
        }
        for overview in found where try record(overview.id).login.password == submitted.password {
            return (overview, true)
        }
        let latest = found.max { ($0.lastUsed ?? $0.changed) < ($1.lastUsed ?? $1.changed) }
        return latest.map { ($0, false) }
    }
}
