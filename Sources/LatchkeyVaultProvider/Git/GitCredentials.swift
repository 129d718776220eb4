import Foundation
package import LatchkeyProvider
package import LatchkeyCore
package import LatchkeyVault

extension UnlockedVault {
    /// Handles `git credential approve`: adds a login, or updates the password of the matching login.
    ///
    /// - Returns: The changes; empty if the vault already has the credential.
    @concurrent
    package func save(
        _ password: Secret, for user: String, of request: GitCredentialRequest
    ) async throws(VaultError) -> [Change] {
        var request = request
        request.takesAuthenticationTypes = true
        guard let match = GitMatch(request) else { return [] }
        return try change { try $0.save(password, for: user, match, request.details) }
    }

    /// Handles `git credential reject` for every matching login.
    ///
    /// Moves a login that only git used to the bin; otherwise marks its password as rejected at this site.
    @concurrent
    package func erase(_ request: GitCredentialRequest) async throws(VaultError) -> [Change] {
        guard let match = GitMatch(request) else { return [] }
        return try change { try $0.reject(match, password: request.password) }
    }

    /// Records a use of a login.
    ///
    /// After any other use than git's, git no longer counts as its only user. A password that git stored is still not
    /// suggested to pages.
    func markUsed(_ id: RecordIdentifier, as use: LoginUse) throws(VaultError) -> Change {
        if use == .git { return try markUsed(id) }
        return try change { transaction in
            if case .passkey(let credentialID) = use { return try transaction.markUsed(id, passkey: credentialID) }
            try transaction.edit(id) { $0.gitUse.noteUseByUser() }
            return try transaction.markUsed(id, fillingPassword: use == .passwordOnPage)
        }
    }
}

/// How a login was used.
enum LoginUse: Hashable, Sendable {
    case git
    /// The password was filled into a page.
    case passwordOnPage
    case passkey(credentialID: Data)
    /// A code was filled, or the user copied or viewed a secret.
    case other
}

// A login that the user saved may match git's request too, because it is the same account, or just has the same host
// and user name. So git changes and removes only logins that it stored itself. It updates another login only if that
// login holds nothing but this account, and its password was not rejected here.
extension VaultTransaction {
    /// Saves a credential from git.
    ///
    /// - Parameter mayReplace: Whether the credential may replace a password that the user saved. `false` for a
    ///   credential from the inbox: git never tried the user's password, which may be valid on the website.
    func save(
        _ password: Secret, for user: String, _ match: GitMatch, _ details: GitCredentialDetails,
        mayReplace: Bool = true
    ) throws -> [Change] {
        let match = match.storing(for: user, details)
        guard let site = match.site, let digest = digest(of: password) else { return [] }
        let records = try records(for: match, isPassword: details.authenticationType == nil)
        if let known = records.first(where: { $0.overview.passwordDigest == digest }) {
            let change = try edit(known.id) { login in
                login.take(password, details)
                login.gitUse.accept(digest, where: match.isCovered)
            }
            return change.map { [$0] } ?? []
        }
        // A token of another user must not be replaced.
        let own = records.filter { $0.login.user.utf8.elementsEqual(user.utf8) }
        if let old = own.first(where: \.isUsedByGitAlone) {
            let change = try edit(old.id) { login in
                login.take(password, details)
                login.gitUse.stored = digest
            }
            return change.map { [$0] } ?? []
        }
        let older = own.filter { $0.overview.contents.contains(.onlyForGit) }
        if mayReplace, older.isEmpty, let old = own.first(where: { $0.isOneAccount && !match.isRejected($0) }) {
            return try edit(old.id) { $0.take(password, details) }.map { [$0] } ?? []
        }
        // The title tells it apart from the user's login, in lists and exports.
        let title = own.isEmpty ? match.title : "\(match.title) (git)"
        var login = Login(title: title, user: user, password: password, sites: [site])
        login.take(password, details)
        login.gitUse.stored = digest
        // The server accepted a newer token than these logins have. It was not asked about the website's password.
        return try older.compactMap { try reject($0, at: site) } + [.added(try add(login))]
    }

    /// The logins whose password ``save(_:for:_:_:mayReplace:)`` would replace if it may not replace the user's passwords.
    func loginsReplaced(
        by password: Secret, for user: String, _ match: GitMatch, _ details: GitCredentialDetails
    ) throws -> [Overview] {
        let match = match.storing(for: user, details)
        guard match.site != nil, let digest = digest(of: password) else { return [] }
        let records = try records(for: match, isPassword: details.authenticationType == nil)
        if records.contains(where: { $0.overview.passwordDigest == digest }) { return [] }
        let own = records.filter { $0.login.user.utf8.elementsEqual(user.utf8) }
        return own.first(where: \.isUsedByGitAlone).map { [$0.overview] } ?? []
    }

    /// The logins that ``reject(_:password:)`` would move to the bin.
    func loginsBinned(by match: GitMatch, password: Secret?) throws -> [Overview] {
        guard match.site != nil else { return [] }
        return try records(for: match).filter { record in
            record.isUsedByGitAlone && (password.map { record.login.password == $0 } ?? true)
        }.map(\.overview)
    }

    /// Removes the matching logins that only git used, and marks the password of the others as rejected.
    ///
    /// - Parameter password: Limits this to logins with this password; `nil` for all matching logins.
    func reject(_ match: GitMatch, password: Secret?) throws -> [Change] {
        guard let site = match.site else { return [] }
        return try records(for: match).compactMap { record in
            if let password, record.login.password != password { return nil }
            return record.isUsedByGitAlone ? try remove(record.id) : try reject(record, at: site)
        }
    }

    private func reject(_ record: Record, at site: Site) throws -> Change? {
        guard let digest = record.overview.passwordDigest else { return nil }
        return try edit(record.id) { $0.gitUse.reject(digest, at: site.text) }
    }

    /// The matching logins, most recently used first.
    ///
    /// - Parameter isPassword: `true` for passwords only, `false` for credentials with an authentication type only,
    ///   `nil` for both.
    private func records(for match: GitMatch, isPassword: Bool? = nil) throws -> [Record] {
        var found: [Overview] = []
        try forEachOverview { overview in
            guard match.fits(overview), overview.contents.contains(.password) else { return }
            if let isPassword, overview.contents.contains(.authenticationType) == isPassword { return }
            found.append(overview)
        }
        return try found.sorted { ($0.lastUsed ?? $0.changed) > ($1.lastUsed ?? $1.changed) }.map { try record($0.id) }
    }
}

extension Record {
    /// Whether git stored the current password, and it was used only by git.
    fileprivate var isUsedByGitAlone: Bool {
        isOneAccount && !overview.isFavorite && login.gitUse.stored != nil
            && login.gitUse.stored == overview.passwordDigest
    }

    /// Whether the login holds nothing but the user and password of one site.
    fileprivate var isOneAccount: Bool {
        overview.contents.isSubset(of: [.password, .authenticationType, .rejectedByGit, .onlyForGit])
            && login.sites.count == 1 && login.fields.isEmpty && login.unknownDetailsFields.isEmpty
    }
}

extension Login {
    /// Sets the password with its expiry, refresh token and authentication type.
    ///
    /// Keeps expiry and refresh token if they are missing and the password is the same: older versions of git send back
    /// the password alone.
    fileprivate mutating func take(_ password: Secret, _ details: GitCredentialDetails) {
        let isKnown = self.password == password
        self.password = password
        passwordExpiry = details.passwordExpiry ?? (isKnown ? passwordExpiry : nil)
        oauthRefreshToken = details.oauthRefreshToken ?? (isKnown ? oauthRefreshToken : nil)
        authenticationType = details.authenticationType
    }

    /// The details that git receives with the password.
    package var gitCredentialDetails: GitCredentialDetails {
        GitCredentialDetails(
            passwordExpiry: passwordExpiry, oauthRefreshToken: oauthRefreshToken,
            authenticationType: authenticationType)
    }
}
