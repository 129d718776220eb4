import LatchkeyMatching
package import LatchkeyVault

extension UnlockedVault {
    /// Follows what a site or an app said about an account.
    ///
    /// Nothing is destroyed: passkeys are hidden and can come back, a password goes into its login's history, a login that
    /// has nothing else into the bin.
    @concurrent
    package func follow(_ report: AccountReport) async throws(VaultError) -> [Change] {
        try changing { transaction in
            var found: [Overview] = []
            try transaction.forEachOverview { if report.concerns($0) { found.append($0) } }
            return try found.compactMap { overview in
                if report.leavesNothing(of: overview) { return try transaction.remove(overview.id) }
                return try transaction.edit(overview.id, report.change)
            }
        }
    }

    /// Follows the reports that came while the vault was locked, in their order.
    ///
    /// Each leaves the inbox when it is done; one that is done twice changes nothing more.
    @concurrent
    package func takeInReports() async throws(VaultError) -> [Change] {
        var changes: [Change] = []
        for entry in try inbox().entries {
            guard let report = entry.proposal.report else { continue }
            do throws(VaultError) {
                changes += try await follow(report)
            } catch .tooLarge, .tooManyMarks {
                // A name that no login can have; the account keeps the one that it has.
            }
            try discard(entry.id)
        }
        return changes
    }
}

extension AccountReport {
    /// Whether a login may be of the account, as far as its overview tells.
    fileprivate func concerns(_ overview: Overview) -> Bool {
        if overview.isRemoved { return false }
        switch self {
        case .renamed(let place, let handle, _), .acceptedPasskeys(let place, let handle, _):
            return overview.passkeys.contains { $0.relyingPartyIdentifier == place && $0.userHandle == handle }
        case .unknownPasskey(let place, let credential):
            return overview.passkeys.contains { $0.relyingPartyIdentifier == place && $0.credentialID == credential }
        case .unusedPassword(let domain, let user):
            guard overview.contents.contains(.password), overview.user == user, let host = try? Host(domain) else {
                return false
            }
            // One that is good elsewhere, too, is in use there.
            return !overview.sites.isEmpty && overview.sites.allSatisfy { $0.isSecurePage(of: host) }
        }
    }

    /// Whether the whole login is what the account needs no longer.
    fileprivate func leavesNothing(of overview: Overview) -> Bool {
        guard case .unusedPassword = self else { return false }
        return overview.contents.isDisjoint(with: [.passkey, .oneTimeCode])
    }

    fileprivate func change(_ login: inout Login) {
        switch self {
        case .renamed(let place, let handle, let name):
            for index in login.passkeys.indices {
                let old = login.passkeys[index].description
                guard old.relyingPartyIdentifier == place, old.userHandle == handle else { continue }
                login.passkeys[index].description.userName = name
                // Where the account is nothing but its passkey, the login's name is the passkey's.
                if login.password == nil, login.user == old.userName { login.user = name }
            }
        case .unknownPasskey(_, let credential): login.hiddenPasskeys.insert(credential)
        case .acceptedPasskeys(let place, let handle, let accepted):
            for passkey in login.passkeys.map(\.description)
            where passkey.relyingPartyIdentifier == place && passkey.userHandle == handle {
                if accepted.contains(passkey.credentialID) {
                    login.hiddenPasskeys.remove(passkey.credentialID)
                } else {
                    login.hiddenPasskeys.insert(passkey.credentialID)
                }
            }
        // The vault keeps it among the login's old passwords.
        case .unusedPassword: login.password = nil
        }
    }
}

extension Site {
    /// Whether the site is the host itself, by its name alone: what speaks for a host does not speak for its ports.
    fileprivate func isSecurePage(of other: Host) -> Bool {
        (scheme == nil || scheme == "https") && (port == nil || port == 443)
            && (try? LatchkeyMatching.Host(host)) == other
    }
}
