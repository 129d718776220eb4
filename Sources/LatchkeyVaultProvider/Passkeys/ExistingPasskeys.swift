import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// The vault's login and passkeys of the account of a new passkey.
struct ExistingPasskeys: Sendable {
    /// Whether the vault has a passkey that the relying party excludes, offered or hidden.
    var hasExcluded: Bool { !excluded.isEmpty }
    fileprivate var excluded: [Entry] = []
    /// The account's login, which the new passkey joins; `nil` for a new login.
    fileprivate(set) var login: Overview?
    /// The account's passkeys, offered and hidden.
    fileprivate(set) var ofAccount: [Entry] = []

    struct Entry: Sendable {
        let record: RecordIdentifier
        let passkey: PasskeyDescription
        let isHidden: Bool
    }

    /// The excluded passkeys if all of them are hidden; the relying party still knows them, so they are offered again.
    var hiddenExcluded: [Entry] { excluded.allSatisfy(\.isHidden) ? excluded : [] }

    /// The passkeys that a new one replaces: an authenticator has one passkey for each account of a relying party
    /// (WebAuthn L3 §6.3.2, step 7).
    func replaced(by userHandle: Data) -> [Entry] {
        ofAccount.filter { $0.passkey.userHandle == userHandle && !$0.isHidden }
    }
}

/// The page that registers a passkey.
struct RegistrationPage: Sendable {
    private let page: RequestingPage?
    private let host: LatchkeyMatching.Host?
    /// The registrable domains whose logins may belong to the account.
    private let domains: Set<String>
    /// The site of a new login.
    let site: Site?

    /// - Parameter origin: The requester; `nil` means the relying party's own page.
    init(_ origin: RequestOrigin?, of relyingParty: RelyingPartyIdentifier) {
        let address = origin?.frameOrigin ?? "https://\(relyingParty.text)"
        page = RequestingPage([ASCredentialServiceIdentifier(identifier: address, type: .URL)], from: origin)
        host = (try? PageURL(address))?.host
        let names = [relyingParty.text] + (origin?.affiliatedDomains ?? [])
        let hosts = [host].compactMap(\.self) + names.compactMap { try? LatchkeyMatching.Host($0) }
        domains = Set(hosts.map { $0.registrableDomain?.text ?? $0.text })
        let isOwn = host.map(relyingParty.covers) ?? false
        site = Site(isOwn ? address : "https://\(relyingParty.text)")
    }

    /// The index keys of all logins that ``VaultTransaction/existingPasskeys(for:on:)`` reads.
    func keys(for request: RegistrationRequest) -> [AccountKey] {
        let users = request.user.isEmpty ? [] : domains.map { AccountKey.user(request.user, host: $0) }
        return [.relyingParty(request.relyingParty.text)] + users
    }

    /// How likely a login with the account's user name belongs to the account, 1 to 3; `nil` for a login of another
    /// site.
    fileprivate func likelihood(of overview: Overview, _ relyingParty: RelyingPartyIdentifier) -> Int? {
        let sites = overview.sites.filter { $0.origin != nil }
        let hosts = sites.compactMap { try? LatchkeyMatching.Host($0.host) }
        if let host, hosts.contains(host) {
            // The path of the page is not known, so a rule that names pages makes the login less likely.
            return sites.allSatisfy(\.namesPages) ? 2 : 3
        }
        if hosts.contains(where: relyingParty.covers) { return 2 }
        return isOwn(overview) ? 1 : nil
    }

    /// Whether the agent suggests the login's password on a page of this host.
    func isOwn(_ overview: Overview) -> Bool {
        page?.relation(to: overview, for: .password, ignoringPaths: true) == .own
    }
}

extension VaultTransaction {
    /// Finds the login and the passkeys of a registration's account.
    ///
    /// Decrypts only the overviews of the account and of the relying party.
    func existingPasskeys(for request: RegistrationRequest, on page: RegistrationPage) throws -> ExistingPasskeys {
        var existing = ExistingPasskeys()
        var best: (rank: (Int, Int, Date), login: Overview)?
        try forEachOverview(matching: page.keys(for: request)) { overview in
            guard !overview.isRemoved else { return }
            var isOfAccount = false
            for passkey in overview.passkeys where passkey.isOf(request.relyingParty) {
                let entry = ExistingPasskeys.Entry(
                    record: overview.id, passkey: passkey,
                    isHidden: overview.hiddenPasskeys.contains(passkey.credentialID))
                if request.excluded.contains(passkey.credentialID) { existing.excluded.append(entry) }
                guard passkey.userHandle == request.userHandle || passkey.userName == request.user else { continue }
                if passkey.userHandle == request.userHandle { isOfAccount = true }
                existing.ofAccount.append(entry)
            }
            let hasUserName = !request.user.isEmpty && overview.user.utf8.elementsEqual(request.user.utf8)
            let likelihood = hasUserName ? page.likelihood(of: overview, request.relyingParty) : nil
            guard let likelihood = isOfAccount ? 4 : likelihood else { return }
            let rank = (
                likelihood, overview.contents.contains(.password) ? 1 : 0, overview.lastUsed ?? overview.changed
            )
            if best.map({ $0.rank < rank }) ?? true { best = (rank, overview) }
        }
        existing.login = best?.login
        return existing
    }

    /// Adds a new passkey, and hides the passkeys that it replaces.
    ///
    /// - Parameters:
    ///   - login: The login that it joins, which keeps its password; `nil` for a new login.
    ///   - expected: The revision that the login must have; `nil` for any.
    func add(
        _ passkey: Passkey, to login: RecordIdentifier?, expecting expected: UInt64? = nil,
        replacing replaced: [ExistingPasskeys.Entry], at site: Site?
    ) throws -> [Change] {
        var changes: [Change] = []
        for (record, entries) in Dictionary(grouping: replaced, by: \.record) where record != login {
            if let change = try edit(record, { $0.hide(entries) }) { changes.append(change) }
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

    /// Offers hidden passkeys again.
    func offer(_ hidden: [ExistingPasskeys.Entry]) throws -> [Change] {
        try Dictionary(grouping: hidden, by: \.record).compactMap { record, entries in
            try edit(record) { $0.hiddenPasskeys.subtract(entries.map(\.passkey.credentialID)) }
        }
    }

    /// Deletes a new passkey that the site did not receive, and offers the replaced passkeys again.
    ///
    /// - Parameter changes: The changes from adding it. Skips records that were deleted or moved to the bin since.
    func revoke(_ credentialID: Data, after changes: [Change]) throws -> [Change] {
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
    fileprivate mutating func hide(_ entries: [ExistingPasskeys.Entry]) {
        hiddenPasskeys.formUnion(entries.map(\.passkey.credentialID))
        replacedPasskeys.formUnion(entries.map(\.passkey.credentialID))
    }
}

extension PasskeyDescription {
    /// Compares bytes, because the signed data contains the hash of the identifier's bytes.
    func isOf(_ relyingParty: RelyingPartyIdentifier) -> Bool {
        relyingPartyIdentifier.utf8.elementsEqual(relyingParty.text.utf8)
    }
}
