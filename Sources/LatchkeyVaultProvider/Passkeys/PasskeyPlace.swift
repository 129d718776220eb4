import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// What a vault has that a new passkey has to do with.
struct PasskeyPlace: Sendable {
    /// Whether there is a passkey that the relying party does not want to have made again; hidden ones count.
    var hasExcluded: Bool { !excluded.isEmpty }
    fileprivate var excluded: [Other] = []
    /// The login of the same account, which the passkey joins; nothing where it becomes a new one.
    fileprivate(set) var login: Overview?
    /// The account's passkeys so far, the hidden ones included, with their records.
    fileprivate(set) var others: [Other] = []

    struct Other: Sendable {
        let record: RecordIdentifier
        let passkey: PasskeyDescription
        let isHidden: Bool
    }

    /// Those that the relying party excludes, where none of them is offered: it has just named them as its own.
    var missed: [Other] { excluded.allSatisfy(\.isHidden) ? excluded : [] }

    /// Those whose place the new one takes: of one account of a relying party an authenticator has one passkey
    /// (WebAuthn L3 §6.3.2, step 7).
    func replaced(by userHandle: Data) -> [Other] {
        others.filter { $0.passkey.userHandle == userHandle && !$0.isHidden }
    }
}

/// Which page has a passkey made.
struct PasskeyPage: Sendable {
    private let page: AskingPage?
    private let host: LatchkeyMatching.Host?
    /// The sites whose logins may be the account's.
    private let sites: Set<String>
    /// Where a new login belongs.
    let site: Site?

    /// - Parameter origin: Who asks; the relying party itself where nothing is said.
    init(_ origin: RequestOrigin?, of relyingParty: RelyingPartyIdentifier) {
        let address = origin?.frameOrigin ?? "https://\(relyingParty.text)"
        page = AskingPage([ASCredentialServiceIdentifier(identifier: address, type: .URL)], from: origin)
        host = (try? PageURL(address))?.host
        let names = [relyingParty.text] + (origin?.affiliatedDomains ?? [])
        let hosts = [host].compactMap(\.self) + names.compactMap { try? LatchkeyMatching.Host($0) }
        sites = Set(hosts.map { $0.registrableDomain?.text ?? $0.text })
        let isOwn = host.map(relyingParty.covers) ?? false
        site = Site(isOwn ? address : "https://\(relyingParty.text)")
    }

    /// By what the vault finds every login that ``VaultTransaction/place(for:on:)`` has to look at.
    func keys(for wish: RegistrationWish) -> [AccountKey] {
        let users = wish.user.isEmpty ? [] : sites.map { AccountKey.user(wish.user, host: $0) }
        return [.relyingParty(wish.relyingParty.text)] + users
    }

    /// How surely a login of the account's name is the account's; nothing where it is another site's.
    fileprivate func nearness(of overview: Overview, _ relyingParty: RelyingPartyIdentifier) -> Int? {
        let hosts = overview.sites.filter { $0.origin != nil }.compactMap { try? LatchkeyMatching.Host($0.host) }
        if let host, hosts.contains(host) { return 3 }
        if hosts.contains(where: relyingParty.covers) { return 2 }
        return isOwn(overview) ? 1 : nil
    }

    /// Whether the agent suggests the login's password on the page.
    func isOwn(_ overview: Overview) -> Bool {
        page?.standing(of: overview.sites, for: .password) == .own
    }
}

extension VaultTransaction {
    /// Looks where a new passkey belongs; opens the logins of the account and the relying party's, however many there are.
    func place(for wish: RegistrationWish, on page: PasskeyPage) throws -> PasskeyPlace {
        var place = PasskeyPlace()
        var best: (rank: (Int, Int, Date), login: Overview)?
        try forEachOverview(of: page.keys(for: wish)) { overview in
            guard !overview.isRemoved else { return }
            var isOfAccount = false
            for passkey in overview.passkeys where passkey.isOf(wish.relyingParty) {
                let other = PasskeyPlace.Other(
                    record: overview.id, passkey: passkey,
                    isHidden: overview.hiddenPasskeys.contains(passkey.credentialID))
                if wish.excluded.contains(passkey.credentialID) { place.excluded.append(other) }
                guard passkey.userHandle == wish.userHandle || passkey.userName == wish.user else { continue }
                if passkey.userHandle == wish.userHandle { isOfAccount = true }
                place.others.append(other)
            }
            let isOfName = !wish.user.isEmpty && overview.user.utf8.elementsEqual(wish.user.utf8)
            let nearness = isOfName ? page.nearness(of: overview, wish.relyingParty) : nil
            guard let nearness = isOfAccount ? 4 : nearness else { return }
            let rank = (
                nearness, overview.contents.contains(.password) ? 1 : 0, overview.lastUsed ?? overview.changed
            )
            if best.map({ $0.rank < rank }) ?? true { best = (rank, overview) }
        }
        place.login = best?.login
        return place
    }

    /// Puts a new passkey in, and those whose place it takes aside, where they are kept and not offered.
    ///
    /// - Parameters:
    ///   - login: The login that it joins, which keeps its password; nothing for a new one.
    ///   - expected: The revision that the login must still be of; nothing for any.
    func add(
        _ passkey: Passkey, to login: RecordIdentifier?, expecting expected: UInt64? = nil,
        replacing replaced: [PasskeyPlace.Other], at site: Site?
    ) throws -> [Change] {
        var changes: [Change] = []
        for (record, others) in Dictionary(grouping: replaced, by: \.record) where record != login {
            if let change = try edit(record, { $0.hide(others) }) { changes.append(change) }
        }
        guard let login else {
            let name = passkey.description.relyingPartyIdentifier
            let made = Login(
                title: site?.host ?? name, user: passkey.description.userName, sites: [site].compactMap(\.self),
                passkeys: [passkey])
            return changes + [.added(try add(made))]
        }
        let change = try edit(login, expecting: expected) { edited in
            edited.hide(replaced.filter { $0.record == login })
            edited.passkeys.append(passkey)
        }
        return changes + [change].compactMap(\.self)
    }

    /// Offers passkeys again that were put aside.
    func offer(_ hidden: [PasskeyPlace.Other]) throws -> [Change] {
        try Dictionary(grouping: hidden, by: \.record).compactMap { record, others in
            try edit(record) { $0.hiddenPasskeys.subtract(others.map(\.passkey.credentialID)) }
        }
    }

    /// Deletes a new passkey that nobody received, and offers those again whose place it took.
    ///
    /// - Parameter changes: What putting it in changed. What is gone or in the bin since then stays as it is.
    func takeBack(_ credentialID: Data, after changes: [Change]) throws -> [Change] {
        try changes.compactMap { change in
            do throws(VaultError) {
                var hidden: Set<Data> = []
                let made: Overview
                switch change {
                case .added(let login):
                    made = login
                    if try record(login.id).overview.revision == login.revision {
                        try remove(login.id)
                        return try purge(login.id)
                    }
                case .changed(let old, let new):
                    made = new
                    hidden = new.hiddenPasskeys.subtracting(old.hiddenPasskeys)
                case .removed: return nil
                }
                return try edit(made.id) { login in
                    login.passkeys.removeAll { $0.description.credentialID == credentialID }
                    login.hiddenPasskeys.subtract(hidden)
                }
            } catch .recordNotFound, .recordRemoved {
                return nil
            }
        }
    }
}

extension Login {
    fileprivate mutating func hide(_ others: [PasskeyPlace.Other]) {
        hiddenPasskeys.formUnion(others.map(\.passkey.credentialID))
    }
}

extension PasskeyDescription {
    /// Byte for byte, as the hash that is signed has it.
    func isOf(_ relyingParty: RelyingPartyIdentifier) -> Bool {
        relyingPartyIdentifier.utf8.elementsEqual(relyingParty.text.utf8)
    }
}
