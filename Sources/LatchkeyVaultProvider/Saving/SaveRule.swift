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
    /// Opens the logins of its account only, or every overview if it has no user name.
    @concurrent
    package func save(_ submitted: SubmittedLogin, permission: SavePermission) async throws(VaultError) -> SaveOutcome {
        try changing { try $0.save(submitted, permission: permission) }
    }

    /// A transaction whose body throws nothing but the vault's errors.
    func changing<Result>(_ body: (VaultTransaction) throws -> Result) throws(VaultError) -> Result {
        do {
            return try transaction(body)
        } catch let error as VaultError {
            throw error
        } catch {
            // Unreachable: the bodies throw nothing else.
            throw .storage(.other(code: -1))
        }
    }
}

extension VaultTransaction {
    /// Saves a submitted login as far as is permitted, and settles what waits of its form.
    ///
    /// - Parameter waiting: What lies in the inbox, where that is known.
    func save(
        _ submitted: SubmittedLogin, permission: SavePermission, waiting: [Inbox.Entry]? = nil
    ) throws -> SaveOutcome {
        let (outcome, id) = try place(submitted, permission)
        if let id, !submitted.session.isEmpty {
            // The latest last, so that it comes first in the history.
            for entry in try waiting ?? inbox().entries { try settle(entry, of: submitted, in: id) }
        }
        return outcome
    }

    /// - Returns: what happened, and the record that now has the login.
    private func place(
        _ submitted: SubmittedLogin, _ permission: SavePermission
    ) throws -> (SaveOutcome, RecordIdentifier?) {
        if case .addAnyway = permission { return try add(submitted) }
        switch try login(like: submitted) {
        case .none: return try add(submitted)
        case .same(let id):
            // No longer git's alone.
            try edit(id) { $0.gitUse.stored = nil }
            return (.known, id)
        case .nameless(let id):
            // A password that was generated before the user name was known: one login, not two.
            let change = try edit(id) {
                $0.user = submitted.user
                $0.gitUse.stored = nil
            }
            return (change.map { .saved($0) } ?? .known, id)
        case .other(let old):
            if submitted.mayEndInCode, submitted.isWithCode(try record(old.id).login.password) {
                return (.known, old.id)
            }
            // A login of passkeys alone gets its first password: nothing is replaced.
            let isFirst = !old.contents.contains(.password)
            guard permission == .update || isFirst else { return (.differs(from: old), nil) }
            let change = try edit(old.id) { $0.password = submitted.password }
            return (change.map { .saved($0) } ?? .known, old.id)
        }
    }

    private func add(_ submitted: SubmittedLogin) throws -> (SaveOutcome, RecordIdentifier?) {
        let overview = try add(submitted.login)
        return (.saved(.added(overview)), overview.id)
    }

    /// What the vault has of a submitted login's host.
    enum Likeness {
        case none
        /// This very password, of this user or of a login that was submitted without one.
        case same(RecordIdentifier)
        /// This very password, without a user name.
        case nameless(RecordIdentifier)
        /// Another password of this user.
        case other(Overview)
    }

    /// Finds the login of the same host and user: one with this very password, else the one that was used last.
    func login(like submitted: SubmittedLogin) throws -> Likeness {
        let digest = digest(of: submitted.password)
        var found: [Overview] = []
        func compare(_ overview: Overview) {
            guard !overview.isRemoved, submitted.isOfSameService(as: overview) else { return }
            // Only for the same password is a login without a user the same as one with.
            let isSame = overview.passwordDigest == digest && (overview.user.isEmpty || submitted.user.isEmpty)
            if overview.user == submitted.user || isSame { found.append(overview) }
        }
        if let keys = submitted.keys {
            try forEachOverview(of: keys, compare)
        } else {
            try forEachOverview(compare)
        }
        for overview in found where try record(overview.id).login.password == submitted.password {
            let isNameless = overview.user.isEmpty && !submitted.user.isEmpty
            return isNameless ? .nameless(overview.id) : .same(overview.id)
        }
        let named = found.filter { $0.user == submitted.user }
        let latest = named.max { ($0.lastUsed ?? $0.changed) < ($1.lastUsed ?? $1.changed) }
        return latest.map { .other($0) } ?? .none
    }

    /// Takes what was generated for the same form out of the inbox, once the form's login is stored.
    ///
    /// A generated password that is not the login's own goes into its history: what a form calls the password may be the
    /// old one.
    private func settle(_ entry: Inbox.Entry, of submitted: SubmittedLogin, in id: RecordIdentifier) throws {
        guard entry.proposal.reason == .generatedPassword, let generated = SubmittedLogin(entry.proposal),
            generated.isOfSameForm(as: submitted)
        else { return }
        let password = generated.password
        try edit(id) { login in
            guard login.password != password, !login.history.contains(where: { $0.password == password }) else {
                return
            }
            login.history.insert(PastPassword(password: password, replaced: entry.proposal.proposed), at: 0)
        }
        try discard(entry.id)
    }
}
