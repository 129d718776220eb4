import Foundation
package import LatchkeyProvider
package import LatchkeyCore
package import LatchkeyVault

extension UnlockedVault {
    /// Saves what git found to be good: a new login, or a new password for the login that git means.
    ///
    /// - Returns: What changed; nothing where the vault has all of it already.
    @concurrent
    package func save(
        _ password: Secret, for user: String, of request: GitCredentialRequest
    ) async throws(VaultError) -> [Change] {
        var request = request
        request.takesAuthenticationTypes = true
        guard let match = GitMatch(request) else { return [] }
        return try changing { try $0.save(password, for: user, match, request.details) }
    }

    /// Gives git no longer what matches everything that it says: what is git's alone goes into the bin, of any other login
    /// it is noted that its password is refused there.
    @concurrent
    package func erase(_ request: GitCredentialRequest) async throws(VaultError) -> [Change] {
        guard let match = GitMatch(request) else { return [] }
        return try changing { try $0.refuse(match, password: request.password) }
    }

    /// Notes that a login was used just now; what was given to anybody but git is no longer git's alone.
    func markUsed(_ id: RecordIdentifier, as use: LoginUse) throws(VaultError) -> Change {
        if use == .git { return try markUsed(id) }
        return try changing { transaction in
            if use != .passkey { try transaction.edit(id) { $0.gitUse.stored = nil } }
            return try transaction.markUsed(id, fillingPassword: use == .passwordOnPage)
        }
    }
}

/// What a login was used for.
enum LoginUse: Hashable, Sendable {
    case git
    /// The password went into a page.
    case passwordOnPage
    case passkey
    /// A code, or what the person has copied or looked at.
    case other
}

// A person's login can be the one that git uses, too: the same account, or only the same host and name. So git changes
// and removes what it has stored itself; of others it changes those that hold nothing but this very account, and only
// while its password is not known to be another than git's.
extension VaultTransaction {
    /// Saves a password of git's with what goes with it.
    ///
    /// - Parameter mayReplace: Whether it may take the place of a password that the person saved and git was not refused
    ///   with. Not what waited for an unlock: git was never given the other one, which may be the web's.
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
        // A token of another user is not this one's old token.
        let own = records.filter { $0.login.user.utf8.elementsEqual(user.utf8) }
        if let old = own.first(where: \.isGitsAlone) {
            let change = try edit(old.id) { login in
                login.take(password, details)
                login.gitUse.stored = digest
            }
            return change.map { [$0] } ?? []
        }
        if mayReplace, let old = own.first(where: { $0.isOneAccount && !match.isRefused($0) }) {
            return try edit(old.id) { $0.take(password, details) }.map { [$0] } ?? []
        }
        // Titles tell it apart from the person's own, in a list as well as in an export.
        let title = own.isEmpty ? match.host : "\(match.host) (git)"
        var login = Login(title: title, user: user, password: password, sites: [site])
        login.take(password, details)
        login.gitUse.stored = digest
        // The others' password is not the one that git has just been let in with.
        return try own.compactMap { try refuse($0, at: site) } + [.added(try add(login))]
    }

    /// Gives git no longer what it means, and what has this password, where git says one.
    func refuse(_ match: GitMatch, password: Secret?) throws -> [Change] {
        guard let site = match.site else { return [] }
        return try records(for: match).compactMap { record in
            if let password, record.login.password != password { return nil }
            return record.isGitsAlone ? try remove(record.id) : try refuse(record, at: site)
        }
    }

    private func refuse(_ record: Record, at site: Site) throws -> Change? {
        guard let digest = record.overview.passwordDigest else { return nil }
        return try edit(record.id) { $0.gitUse.refuse(digest, at: site.text) }
    }

    /// The logins that git means, those that were used last first.
    ///
    /// - Parameter isPassword: Whether they are to be passwords, or credentials of another kind; nothing for both.
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
    /// Whether git stored it and nobody else has come to use it.
    fileprivate var isGitsAlone: Bool {
        isOneAccount && !overview.isFavorite && login.gitUse.stored != nil
            && login.gitUse.stored == overview.passwordDigest
    }

    /// Whether there is nothing in it but a user and a password of one place.
    fileprivate var isOneAccount: Bool {
        overview.contents.isSubset(of: [.password, .authenticationType, .rejectedByGit]) && login.sites.count == 1
            && login.fields.isEmpty && login.unknownDetailsFields.isEmpty
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
