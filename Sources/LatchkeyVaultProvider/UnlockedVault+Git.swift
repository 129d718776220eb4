import Foundation
package import LatchkeyProvider
package import LatchkeySecret
package import LatchkeyVault

extension UnlockedVault {
    /// Saves what git found to be good: a new login, or a new password for the login that git means.
    ///
    /// - Returns: What changed; nothing where the vault has all of it already.
    @concurrent
    package func save(
        _ password: Secret, for user: String, of request: GitCredentialRequest
    ) async throws(VaultError) -> Change? {
        var request = request
        request.username = user
        request.takesAuthenticationTypes = true
        guard let match = GitMatch(request) else { return nil }
        return try changing { try $0.save(password, for: user, match, request.details) }
    }

    /// Puts the logins that match everything that git says into the bin.
    @concurrent
    package func erase(_ request: GitCredentialRequest) async throws(VaultError) -> [Change] {
        guard let match = GitMatch(request) else { return [] }
        return try changing { transaction in
            var found: [Overview] = []
            try transaction.forEachOverview { if match.fits($0) { found.append($0) } }
            var changes: [Change] = []
            for overview in found {
                let login = try transaction.record(overview.id).login
                if let password = request.password, login.password != password { continue }
                changes.append(try transaction.remove(overview.id))
            }
            return changes
        }
    }
}

extension VaultTransaction {
    /// Saves a password of git's with what goes with it.
    func save(
        _ password: Secret, for user: String, _ match: GitMatch, _ details: GitCredentialDetails
    ) throws -> Change? {
        guard let site = match.site else { return nil }
        guard let old = try login(for: match, with: password) else {
            var login = Login(title: match.host, user: user, password: password, sites: [site])
            login.take(password, details)
            return .added(try add(login))
        }
        return try edit(old.id) { $0.take(password, details) }
    }

    /// The login that git means: one with this very password, else the one that was used last.
    fileprivate func login(for match: GitMatch, with password: Secret) throws -> Overview? {
        var found: [Overview] = []
        try forEachOverview { if match.fits($0) { found.append($0) } }
        let digest = digest(of: password)
        return found.first { $0.passwordDigest == digest }
            ?? found.max { ($0.lastUsed ?? $0.changed) < ($1.lastUsed ?? $1.changed) }
    }
}

extension Login {
    /// Takes a password with what goes with it; with a new one, what is not said is no longer so.
    ///
    /// An older git drops the end and the refresh token that it was given, and hands back the password alone.
    fileprivate mutating func take(_ password: Secret, _ details: GitCredentialDetails) {
        let isKnown = self.password == password
        self.password = password
        passwordExpiry = details.passwordExpiry ?? (isKnown ? passwordExpiry : nil)
        oauthRefreshToken = details.oauthRefreshToken ?? (isKnown ? oauthRefreshToken : nil)
        authenticationType = details.authenticationType
    }

    /// What goes to git beside the password.
    package var gitCredentialDetails: GitCredentialDetails {
        GitCredentialDetails(
            passwordExpiry: passwordExpiry, oauthRefreshToken: oauthRefreshToken,
            authenticationType: authenticationType)
    }
}
