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
        guard let match = GitMatch(request), let site = match.site else { return nil }
        return try changing { transaction in
            guard let old = try transaction.login(for: match, with: password) else {
                var login = Login(title: match.host, user: user, password: password, sites: [site])
                login.take(request.details)
                return .added(try transaction.add(login))
            }
            return try transaction.edit(old.id) { login in
                login.password = password
                login.take(request.details)
            }
        }
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

    private func changing<Result>(
        _ body: (VaultTransaction) throws -> Result
    ) throws(VaultError) -> Result {
        do {
            return try transaction(body)
        } catch let error as VaultError {
            throw error
        } catch {
            // Unreachable: the bodies above throw nothing else.
            throw .storage(.other(code: -1))
        }
    }
}

extension VaultTransaction {
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
    /// Takes what goes with a password; what is not said is no longer so.
    fileprivate mutating func take(_ details: GitCredentialDetails) {
        passwordExpiry = details.passwordExpiry
        oauthRefreshToken = details.oauthRefreshToken
        authenticationType = details.authenticationType
    }

    /// What goes to git beside the password.
    package var gitCredentialDetails: GitCredentialDetails {
        GitCredentialDetails(
            passwordExpiry: passwordExpiry, oauthRefreshToken: oauthRefreshToken,
            authenticationType: authenticationType)
    }
}
