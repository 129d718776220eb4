package import LatchkeyVault

/// The result of saving a submitted login.
package enum SaveOutcome: Sendable {
    /// The login was added or its password updated.
    case saved(Change)
    /// The vault already has the login.
    case known
    /// The vault has another password for the account; nothing was changed.
    case differs(from: Overview)
}

/// What a save may do without asking the user.
package enum SavePermission: Sendable {
    /// Add a new login, but change no existing password.
    case addOnly
    /// Replace an existing password; the user asked to save.
    case update
    /// Replace the password of the login that the user was asked about, also outside of its rule.
    case updateConfirmed
    /// Add the login even if the account exists; the user wants both.
    case addAnyway
}

extension UnlockedVault {
    /// Saves a submitted login in one transaction.
    ///
    /// Decrypts only the logins of its account, or every overview if it has no user name.
    @concurrent
    package func save(_ submitted: SubmittedLogin, permission: SavePermission) async throws(VaultError) -> SaveOutcome {
        try change { try $0.save(submitted, permission: permission) }
    }
}

extension VaultTransaction {
    /// Saves a submitted login, and removes the generated passwords of the same form from the inbox.
    ///
    /// - Parameter inboxEntries: The inbox's entries; `nil` reads them.
    func save(
        _ submitted: SubmittedLogin, permission: SavePermission, inboxEntries: [Inbox.Entry]? = nil
    ) throws -> SaveOutcome {
        let (outcome, id) = try addOrUpdate(submitted, permission)
        if let id { try removeGeneratedPasswords(of: submitted, storedIn: id, inboxEntries: inboxEntries) }
        return outcome
    }

    /// - Returns: The outcome, and the record that now has the login; `nil` if nothing was saved.
    private func addOrUpdate(
        _ submitted: SubmittedLogin, _ permission: SavePermission
    ) throws -> (SaveOutcome, RecordIdentifier?) {
        if case .addAnyway = permission { return try add(submitted) }
        switch try existingLogin(for: submitted) {
        case .none: return try add(submitted)
        case .same(let id):
            // Git is no longer the login's only user.
            let change = try edit(id) { $0.gitUse.noteSubmission() }
            return (change.map { .saved($0) } ?? .known, id)
        case .withoutUser(let id):
            // The password was generated before the user name was known; both are one login.
            let change = try edit(id) {
                $0.user = submitted.user
                $0.gitUse.noteSubmission()
            }
            return (change.map { .saved($0) } ?? .known, id)
        case .other(let old):
            if submitted.mayEndInCode, submitted.isWithCode(try record(old.id).login.password) {
                return (.known, old.id)
            }
            // A login that has only passkeys gets its first password; nothing is replaced.
            let isFirst = !old.contents.contains(.password)
            guard permission != .addOnly || isFirst else { return (.differs(from: old), nil) }
            return try update(old, submitted)
        case .outsideRule(let old):
            guard permission == .updateConfirmed else { return (.differs(from: old), nil) }
            return try update(old, submitted)
        }
    }

    private func update(_ old: Overview, _ submitted: SubmittedLogin) throws -> (SaveOutcome, RecordIdentifier?) {
        let change = try edit(old.id) { $0.password = submitted.password }
        return (change.map { .saved($0) } ?? .known, old.id)
    }

    private func add(_ submitted: SubmittedLogin) throws -> (SaveOutcome, RecordIdentifier?) {
        let overview = try add(submitted.login)
        return (.saved(.added(overview)), overview.id)
    }

    /// The vault's login for a submitted one.
    enum ExistingLogin {
        case none
        /// The same password, and the same user or no submitted user.
        case same(RecordIdentifier)
        /// The same password, stored without a user name.
        case withoutUser(RecordIdentifier)
        /// Another password of the same user.
        case other(Overview)
        /// A login of the same host and user whose rule does not allow the page.
        case outsideRule(Overview)
    }

    /// Finds the login of the same host and user: one with the same password, or else the most recently used one.
    ///
    /// A login whose rule does not allow the page counts only if there is no other.
    func existingLogin(for submitted: SubmittedLogin) throws -> ExistingLogin {
        let digest = digest(of: submitted.password)
        var found: [Overview] = []
        var outside: [Overview] = []
        func compare(_ overview: Overview) {
            guard !overview.isRemoved, overview.kind == .login else { return }
            guard submitted.isOfSameService(as: overview) else {
                if overview.user == submitted.user, submitted.isOutsideRule(of: overview) { outside.append(overview) }
                return
            }
            // A login without a user matches only if the password is the same.
            let isSame = overview.passwordDigest == digest && (overview.user.isEmpty || submitted.user.isEmpty)
            if overview.user == submitted.user || isSame { found.append(overview) }
        }
        if let keys = submitted.keys {
            try forEachOverview(matching: keys, compare)
        } else {
            try forEachOverview(compare)
        }
        for overview in found where try record(overview.id).login.password == submitted.password {
            let isWithoutUser = overview.user.isEmpty && !submitted.user.isEmpty
            return isWithoutUser ? .withoutUser(overview.id) : .same(overview.id)
        }
        // A page does not replace git's password with another one.
        func latest(of overviews: [Overview]) -> Overview? {
            overviews.filter { !$0.contents.contains(.onlyForGit) }
                .max { ($0.lastUsed ?? $0.changed) < ($1.lastUsed ?? $1.changed) }
        }
        if let old = latest(of: found.filter { $0.user == submitted.user }) { return .other(old) }
        return latest(of: outside).map { .outsideRule($0) } ?? .none
    }

    /// Removes the passwords generated for the same form from the inbox, once the form's login is stored.
    ///
    /// - Parameter inboxEntries: The inbox's entries; `nil` reads them.
    func removeGeneratedPasswords(
        of submitted: SubmittedLogin, storedIn id: RecordIdentifier, inboxEntries: [Inbox.Entry]? = nil
    ) throws {
        guard !submitted.session.isEmpty else { return }
        // In the inbox's order, so that the latest password is first in the history.
        for entry in try inboxEntries ?? inbox().entries.filter(\.isAuthentic) {
            try removeGeneratedPassword(entry, of: submitted, storedIn: id)
        }
    }

    /// A generated password that differs from the login's goes into its history: the form may have submitted the old
    /// password.
    private func removeGeneratedPassword(
        _ entry: Inbox.Entry, of submitted: SubmittedLogin, storedIn id: RecordIdentifier
    ) throws {
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
