import Foundation
import LatchkeyCore
package import LatchkeyVault

/// A change of a login's user name, after its site has accepted the new one.
package struct UserNameChange: Sendable {
    package let previousUser: String
    /// The login with its new user name; an empty password keeps the stored one.
    package let submitted: SubmittedLogin
    /// Whether the user requested the change.
    package let isByUser: Bool

    package init(from previousUser: String, to submitted: SubmittedLogin, isByUser: Bool) {
        self.previousUser = previousUser
        self.submitted = submitted
        self.isByUser = isByUser
    }
}

/// The result of changing a user name.
package enum UserNameChangeOutcome: Sendable {
    case renamed(Change)
    /// A repeated request: the login has the new user name already.
    case known
    case refused(UserNameChangeRefusal)
}

/// Why a user name is not changed.
package enum UserNameChangeRefusal: Error, Sendable {
    /// The user did not request the change.
    case notByUser
    /// The site has no login with the previous user name.
    case unknownLogin
    /// Another login of the site has the new user name.
    case nameTaken
}

extension UnlockedVault {
    /// Changes the user name of a site's login, and its password if a new one was submitted, in one transaction.
    ///
    /// Passkeys, codes and everything else stay. Decrypts only the logins of both user names.
    @concurrent
    package func apply(_ change: UserNameChange) async throws(VaultError) -> UserNameChangeOutcome {
        try self.change { try $0.apply(change) }
    }
}

extension VaultTransaction {
    /// Changes a user name; see ``UnlockedVault/apply(_:)-(UserNameChange)``.
    func apply(_ change: UserNameChange) throws -> UserNameChangeOutcome {
        guard change.isByUser else { return .refused(.notByUser) }
        let (submitted, previousUser) = (change.submitted, change.previousUser)
        guard !previousUser.isEmpty, !submitted.user.isEmpty else { return .refused(.unknownLogin) }
        var found: [Overview] = []
        var others: [Overview] = []
        try forEachOverview(matching: submitted.keys(of: [previousUser, submitted.user])) { overview in
            guard !overview.isRemoved, overview.kind == .login, !overview.contents.contains(.onlyForGit),
                submitted.isOfSameService(as: overview) || submitted.isOutsideRule(of: overview)
            else { return }
            if overview.user == previousUser { found.append(overview) }
            if overview.user == submitted.user { others.append(overview) }
        }
        guard let old = found.max(by: { change.preference(of: $0) < change.preference(of: $1) }) else {
            for other in others where try isStored(submitted, in: other.id) { return .known }
            return .refused(.unknownLogin)
        }
        guard others.isEmpty else { return .refused(.nameTaken) }
        let keepsPassword = try isStored(submitted, in: old.id)
        let renamed = try edit(old.id) { login in
            login.user = submitted.user
            if !keepsPassword { login.password = submitted.password }
        }
        try removeGeneratedPasswords(of: submitted, storedIn: old.id)
        return renamed.map { .renamed($0) } ?? .known
    }

    /// Whether a login has the submitted password, also with an appended one-time code, or no password was submitted.
    private func isStored(_ submitted: SubmittedLogin, in id: RecordIdentifier) throws -> Bool {
        if submitted.password.isEmpty { return true }
        let stored = try record(id).login.password
        return stored == submitted.password || submitted.isWithCode(stored)
    }
}

extension UserNameChange {
    /// Orders the logins of the previous user name: one whose rule allows the page first, then the one used last.
    fileprivate func preference(of overview: Overview) -> (Int, Date) {
        (submitted.isOfSameService(as: overview) ? 1 : 0, overview.lastUsed ?? overview.changed)
    }
}
