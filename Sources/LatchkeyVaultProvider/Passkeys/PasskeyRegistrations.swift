import Foundation
import LatchkeyVault
import LatchkeyWebAuthn

extension UnlockedVault {
    /// Finds the login and the passkeys of a registration's account.
    @concurrent
    func existingPasskeys(
        for request: RegistrationRequest, on page: RegistrationPage
    ) async throws(VaultError) -> ExistingPasskeys {
        try change { try $0.existingPasskeys(for: request, on: page) }
    }

    /// Stores a new passkey in one transaction.
    @concurrent
    func store(
        _ made: NewPasskey, for request: RegistrationRequest, to login: RecordIdentifier?, on page: RegistrationPage
    ) async throws(VaultError) -> [Change] {
        try change { transaction in
            let replaced = try transaction.existingPasskeys(for: request, on: page).replaced(by: request.userHandle)
            return try transaction.add(made.passkey, to: login, replacing: replaced, at: page.site)
        }
    }

    /// The identifier of the login with a relying party's passkey; `nil` if there is none, or it is in the bin.
    func recordIdentifier(
        ofPasskey credentialID: Data, of relyingParty: String
    ) throws(VaultError) -> RecordIdentifier? {
        try change { transaction in
            var found: RecordIdentifier?
            try transaction.forEachOverview(matching: [.relyingParty(relyingParty)]) { overview in
                if !overview.isRemoved, overview.passkeys.contains(where: { $0.credentialID == credentialID }) {
                    found = overview.id
                }
            }
            return found
        }
    }

    /// Offers the excluded passkeys again, if all of them are hidden.
    @concurrent
    func offerHiddenExcluded(
        for request: RegistrationRequest, on page: RegistrationPage
    ) async throws(VaultError) -> [Change] {
        try change { try $0.offer($0.existingPasskeys(for: request, on: page).hiddenExcluded) }
    }

    /// Deletes a new passkey that the site did not receive.
    @concurrent
    func revoke(_ made: NewPasskey, after changes: [Change]) async throws(VaultError) -> [Change] {
        try change { try $0.revoke(made.passkey.description.credentialID, after: changes) }
    }

    /// Adds a passkey to an account without asking (Apple, "Performing conditional passkey registration").
    ///
    /// All of these conditions must hold:
    /// - The login has the account's user name and belongs to the page.
    /// - Its password was filled into a page within ``conditionalTime``, as recorded by the vault.
    /// - The vault has no passkey of the account, not even a hidden one: a passkey that the user deleted at the site
    ///   must not return.
    /// - Neither the login (asks every time) nor the relying party requires the user.
    ///
    /// - Returns: `nil` if a condition does not hold.
    @concurrent
    func upgrade(
        _ request: RegistrationRequest, on page: RegistrationPage, at now: Date
    ) async throws -> (made: NewPasskey, changes: [Change])? {
        guard !request.requiresVerification, let login = try candidate(for: request, on: page, at: now) else {
            return nil
        }
        // Outside the transaction, because generating an RSA key is slow.
        let made = try await NewPasskey.make(for: request, isPresent: false, isVerified: false, at: now)
        let changes = try change { transaction in
            try transaction.add(
                made.passkey, to: login.id, expecting: login.revision, replacing: [], at: nil)
        }
        return (made, changes)
    }

    private func candidate(
        for request: RegistrationRequest, on page: RegistrationPage, at now: Date
    ) throws(VaultError) -> Overview? {
        try change { transaction in
            let existing = try transaction.existingPasskeys(for: request, on: page)
            guard !existing.hasExcluded, existing.ofAccount.isEmpty, !request.user.isEmpty else { return nil }
            var found: [Overview] = []
            try transaction.forEachOverview(matching: page.keys(for: request)) { overview in
                guard !overview.isRemoved, !overview.asksEveryTime, LoginPart.password.isIn(overview),
                    overview.user.utf8.elementsEqual(request.user.utf8), page.isOwn(overview),
                    let filled = overview.passwordFilled,
                    (0...Self.conditionalTime).contains(now.timeIntervalSince(filled))
                else { return }
                found.append(overview)
            }
            return found.max { ($0.passwordFilled ?? .distantPast) < ($1.passwordFilled ?? .distantPast) }
        }
    }

    /// Seconds after the password was filled during which the account may be upgraded: five minutes.
    static let conditionalTime: TimeInterval = 300
}
