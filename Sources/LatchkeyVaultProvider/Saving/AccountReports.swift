import Foundation
import LatchkeyMatching
package import LatchkeyVault

extension UnlockedVault {
    /// Applies the report of a site or an app about an account.
    ///
    /// Deletes no secret: it hides passkeys, moves a password to the login's history, and moves a login that has
    /// nothing else to the bin.
    @concurrent
    package func apply(_ report: AccountReport) async throws(VaultError) -> [Change] {
        try change { try $0.apply(report) }
    }

    /// Applies the reports in the inbox in order, and removes each from the inbox afterwards.
    ///
    /// A report that would take a login's password, or that is not authentic, stays: ``processInbox()`` asks about it.
    /// Applying a report twice has no further effect.
    @concurrent
    package func applyReports() async throws(VaultError) -> [Change] {
        var changes: [Change] = []
        for entry in try inbox().entries where entry.isAuthentic {
            guard let report = entry.proposal.report else { continue }
            do throws(VaultError) {
                let applied: [Change]? = try change { transaction in
                    try transaction.loginsLosingPassword(by: report).isEmpty ? try transaction.apply(report) : nil
                }
                guard let applied else { continue }
                changes += applied
            } catch .tooLarge, .tooManyMarks {
                // The reported name exceeds a login's limits; the account keeps its name.
            }
            try discard(entry.id)
        }
        return changes
    }
}

extension VaultTransaction {
    /// Applies a report; see ``UnlockedVault/apply(_:)``.
    func apply(_ report: AccountReport) throws -> [Change] {
        let concerned = try logins(concernedBy: report)
        let changes = try concerned.compactMap { overview in
            if report.leavesNothing(of: overview) { return try remove(overview.id) }
            return try edit(overview.id, report.change)
        }
        guard case .unknownPasskey(let place, let credential) = report else { return changes }
        // Only an offered passkey can have replaced another one.
        let unknown = concerned.flatMap(\.offeredPasskeys).first {
            $0.relyingPartyIdentifier == place && $0.credentialID == credential
        }
        return try changes + [unknown.flatMap(offerPredecessor)].compactMap(\.self)
    }

    /// Offers the newest replaced passkey of an account again, unless the account has another one that is offered.
    private func offerPredecessor(of unknown: PasskeyDescription) throws -> Change? {
        guard let relyingParty = try? RelyingPartyIdentifier(unknown.relyingPartyIdentifier) else { return nil }
        var newest: (created: Date, record: RecordIdentifier, credentialID: Data)?
        var hasOffered = false
        try forEachOverview(matching: [.relyingParty(relyingParty.text)]) { overview in
            guard !overview.isRemoved else { return }
            for passkey in overview.passkeys
            where passkey.isOf(relyingParty) && passkey.userHandle == unknown.userHandle {
                if !overview.hiddenPasskeys.contains(passkey.credentialID) { hasOffered = true }
                guard overview.replacedPasskeys.contains(passkey.credentialID) else { continue }
                let created = passkey.created ?? .distantPast
                if newest.map({ created >= $0.created }) ?? true {
                    newest = (created, overview.id, passkey.credentialID)
                }
            }
        }
        guard let newest, !hasOffered else { return nil }
        return try edit(newest.record) { $0.hiddenPasskeys.remove(newest.credentialID) }
    }

    /// The logins that a report takes the password from, or moves to the bin.
    func loginsLosingPassword(by report: AccountReport) throws -> [Overview] {
        guard case .unusedPassword = report else { return [] }
        return try logins(concernedBy: report)
    }

    private func logins(concernedBy report: AccountReport) throws -> [Overview] {
        var found: [Overview] = []
        try forEachOverview { if report.concerns($0) { found.append($0) } }
        return found
    }
}

extension AccountReport {
    /// Whether a login belongs to the account, judged by its overview.
    fileprivate func concerns(_ overview: Overview) -> Bool {
        if overview.isRemoved || overview.kind != .login { return false }
        switch self {
        case .renamed(let place, let handle, _, _), .acceptedPasskeys(let place, let handle, _):
            return overview.passkeys.contains { $0.relyingPartyIdentifier == place && $0.userHandle == handle }
        case .unknownPasskey(let place, let credential):
            return overview.passkeys.contains { $0.relyingPartyIdentifier == place && $0.credentialID == credential }
        case .unusedPassword(let domain, let user):
            guard overview.contents.contains(.password), overview.user == user,
                let host = try? LatchkeyMatching.Host(domain)
            else { return false }
            // The site reports about its own password, not about git's.
            guard !overview.contents.contains(.onlyForGit) else { return false }
            // A password that also has other sites may still be used there.
            return !overview.sites.isEmpty && overview.sites.allSatisfy { $0.isSecurePage(of: host) }
        }
    }

    /// Whether the login has nothing but the unused password.
    fileprivate func leavesNothing(of overview: Overview) -> Bool {
        guard case .unusedPassword = self else { return false }
        return overview.contents.isDisjoint(with: [.passkey, .oneTimeCode])
    }

    fileprivate func change(_ login: inout Login) {
        switch self {
        case .renamed(let place, let handle, let name, let displayName):
            for index in login.passkeys.indices {
                let old = login.passkeys[index].description
                guard old.relyingPartyIdentifier == place, old.userHandle == handle else { continue }
                login.passkeys[index].description.rename(to: name, displayName: displayName ?? old.displayName)
                // A login without a password takes its user name from the passkey.
                if login.password == nil, login.user == old.userName { login.user = name }
            }
        case .unknownPasskey(_, let credential): login.hide(credential)
        case .acceptedPasskeys(let place, let handle, let accepted):
            for passkey in login.passkeys.map(\.description)
            where passkey.relyingPartyIdentifier == place && passkey.userHandle == handle {
                if accepted.contains(passkey.credentialID) {
                    login.hiddenPasskeys.remove(passkey.credentialID)
                } else {
                    login.hide(passkey.credentialID)
                }
            }
        // The vault moves the password to the login's history.
        case .unusedPassword: login.password = nil
        }
    }
}

extension Login {
    /// Hides a passkey that its site does not accept.
    fileprivate mutating func hide(_ credentialID: Data) {
        hiddenPasskeys.insert(credentialID)
        replacedPasskeys.remove(credentialID)
    }
}

extension Site {
    /// Whether the site is this host over https on the default port.
    ///
    /// A report for a host does not cover other ports.
    fileprivate func isSecurePage(of other: LatchkeyMatching.Host) -> Bool {
        (scheme == nil || scheme == "https") && (port == nil || port == 443)
            && (try? LatchkeyMatching.Host(host)) == other
    }
}
