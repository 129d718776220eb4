import Foundation
import LatchkeyVault
import LatchkeyWebAuthn

extension UnlockedVault {
    @concurrent
    func place(for wish: RegistrationWish, on page: PasskeyPage) async throws(VaultError) -> PasskeyPlace {
        try changing { try $0.place(for: wish, on: page) }
    }

    /// Stores a passkey that the person agreed to, in one transaction.
    @concurrent
    func store(
        _ made: NewPasskey, for wish: RegistrationWish, to login: RecordIdentifier?, on page: PasskeyPage
    ) async throws(VaultError) -> [Change] {
        try changing { transaction in
            let replaced = try transaction.place(for: wish, on: page).replaced(by: wish.userHandle)
            return try transaction.add(made.passkey, to: login, replacing: replaced, at: page.site)
        }
    }

    /// The login that a relying party's passkey is in; `nil` when there is none, or it is in the bin.
    func recordIdentifier(
        ofPasskey credentialID: Data, of relyingParty: String
    ) throws(VaultError) -> RecordIdentifier? {
        try changing { transaction in
            var found: RecordIdentifier?
            try transaction.forEachOverview(of: [.relyingParty(relyingParty)]) { overview in
                if !overview.isRemoved, overview.passkeys.contains(where: { $0.credentialID == credentialID }) {
                    found = overview.id
                }
            }
            return found
        }
    }

    /// Offers the passkeys again that the relying party excludes, where none of them was offered.
    @concurrent
    func offerMissed(for wish: RegistrationWish, on page: PasskeyPage) async throws(VaultError) -> [Change] {
        try changing { try $0.offer($0.place(for: wish, on: page).missed) }
    }

    /// Takes a passkey back that nobody received.
    @concurrent
    func takeBack(_ made: NewPasskey, after changes: [Change]) async throws(VaultError) -> [Change] {
        try changing { try $0.takeBack(made.passkey.description.credentialID, after: changes) }
    }

    /// Upgrades an account in silence, if everything speaks for it (Apple, "Performing conditional passkey registration").
    ///
    /// - The login's user name is that of the account, and the page its own.
    /// - Its password was filled into a page within ``conditionalTime``, by the vault's own note of it.
    /// - The vault has no passkey of the account yet, hidden ones included: a passkey that the person has taken back at the
    ///   site does not come back by itself.
    /// - Nothing asks for the person: neither the login, which may ask every time, nor the relying party.
    ///
    /// - Returns: Nothing where something speaks against it.
    @concurrent
    func upgrade(
        _ wish: RegistrationWish, on page: PasskeyPage, at now: Date
    ) async throws -> (made: NewPasskey, changes: [Change])? {
        guard !wish.requiresVerification, let login = try candidate(for: wish, on: page, at: now) else { return nil }
        // Outside of the transaction: an RSA key takes its time.
        let made = try await NewPasskey.make(for: wish, isPresent: false, isVerified: false, at: now)
        let changes = try changing { transaction in
            try transaction.add(
                made.passkey, to: login.id, expecting: login.revision, replacing: [], at: nil)
        }
        return (made, changes)
    }

    private func candidate(
        for wish: RegistrationWish, on page: PasskeyPage, at now: Date
    ) throws(VaultError) -> Overview? {
        try changing { transaction in
            let place = try transaction.place(for: wish, on: page)
            guard !place.hasExcluded, place.others.isEmpty, !wish.user.isEmpty else { return nil }
            var found: [Overview] = []
            try transaction.forEachOverview(of: page.keys(for: wish)) { overview in
                guard !overview.isRemoved, !overview.asksEveryTime, LoginPart.password.isIn(overview),
                    overview.user.utf8.elementsEqual(wish.user.utf8), page.isOwn(overview),
                    let filled = overview.passwordFilled,
                    (0...Self.conditionalTime).contains(now.timeIntervalSince(filled))
                else { return }
                found.append(overview)
            }
            return found.max { ($0.passwordFilled ?? .distantPast) < ($1.passwordFilled ?? .distantPast) }
        }
    }

    /// How long after its password was filled an account may be upgraded: five minutes.
    static let conditionalTime: TimeInterval = 300
}
