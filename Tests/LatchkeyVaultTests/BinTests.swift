import Foundation
import GRDB
import LatchkeyCore
import Synchronization
import Testing

@testable import LatchkeyVault

@Suite struct `Bin` {
    @Test func `deletes records that have been in the bin for thirty days`() throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let file = try VaultFile()
        let vault = try file.create(clock: VaultClock { now.withLock { $0 } }).vault
        let (old, new, kept) = (
            try vault.add(.simple(1)).id, try vault.add(.simple(2)).id, try vault.add(.simple(3)).id
        )
        try vault.remove(old)
        now.withLock { $0 += 24 * 3600 }
        try vault.remove(new)
        now.withLock { $0 += 29 * 24 * 3600 }
        #expect(try vault.emptyBin(after: UnlockedVault.binRetention) == [])
        now.withLock { $0 += 1 }
        #expect(try vault.emptyBin(after: UnlockedVault.binRetention).map(\.id) == [old])
        #expect(vaultError { _ = try vault.record(old) } == .recordNotFound(old))
        #expect(try vault.overview(new).isRemoved)
        #expect(try vault.emptyBin().map(\.id) == [new])
        #expect(try vault.overviews(OverviewQuery(scope: .everything)).overviews.map(\.id) == [kept])
        try vault.verify()
    }

    @Test func `keeps records in the bin if the clock was set back`() throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let vault = try VaultFile().create(clock: VaultClock { now.withLock { $0 } }).vault
        let id = try vault.add(.simple(1)).id
        try vault.remove(id)
        now.withLock { $0 -= 365 * 24 * 3600 }
        #expect(try vault.emptyBin(after: UnlockedVault.binRetention) == [])
        #expect(try vault.overview(id).isRemoved)
    }
}

@Suite struct `Removed passkey` {
    private static func passkey(_ name: UInt8) -> Passkey {
        Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: "example.com", credentialID: Data([name]), userHandle: Data([9]),
                userName: "jane"), privateKey: Secret(copying: [name]), largeBlob: Secret("blob"))
    }

    @Test func `removes and restores one passkey without the rest of its login`() throws {
        let vault = try VaultFile().create().vault
        var login = Login.simple(1)
        login.passkeys = [Self.passkey(1), Self.passkey(2)]
        login.hiddenPasskeys = [Data([1])]
        login.replacedPasskeys = [Data([1])]
        let id = try vault.add(login).id
        let (binned, change) = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision)
        let rest = try vault.record(id)
        #expect(rest.login.passkeys == [Self.passkey(2)])
        #expect(rest.login.password == login.password)
        #expect(rest.overview.hiddenPasskeys == [])
        #expect(change?.id == id)
        #expect(try vault.overview(binned).isRemoved)
        #expect(try vault.overview(binned).takenFrom == id)
        #expect(try vault.restore(binned) == .changed(from: rest.overview, to: try vault.overview(id)))
        let back = try vault.record(id)
        #expect(back.login.passkeys == [Self.passkey(2), Self.passkey(1)])
        #expect(back.overview.hiddenPasskeys == [Data([1])])
        #expect(back.overview.replacedPasskeys == [Data([1])])
        #expect(back.login.password == login.password)
        #expect(vaultError { _ = try vault.overview(binned) } == .recordNotFound(binned))
        try vault.verify()
    }

    /// How a login changes after one of its passkeys was removed.
    enum LoginChange: CaseIterable, Sendable {
        case retitled, withAnotherPassword, withOneMoreSite, renamedWithAPasskeyOfTheAccount
        case renamed, movedToAnotherSite, withThePasskeyAgain

        /// Whether the restored passkey joins the login again.
        var joins: Bool {
            switch self {
            case .retitled, .withAnotherPassword, .withOneMoreSite, .renamedWithAPasskeyOfTheAccount: true
            case .renamed, .movedToAnotherSite, .withThePasskeyAgain: false
            }
        }

        func apply(to login: inout Login) {
            let other = [Site("https://other.example")].compactMap(\.self)
            switch self {
            case .retitled: login.title = "B"
            case .withAnotherPassword: login.password = Secret("new")
            case .withOneMoreSite: login.sites += other
            case .renamedWithAPasskeyOfTheAccount:
                login.user = "renamed"
                login.passkeys = [passkey(3)]
            case .renamed: login.user = "renamed"
            case .movedToAnotherSite: login.sites = other
            case .withThePasskeyAgain: login.passkeys = [passkey(1)]
            }
        }
    }

    @Test(arguments: LoginChange.allCases)
    func `a restored passkey joins the login of its account, or becomes its own login`(change: LoginChange) throws {
        let vault = try VaultFile().create().vault
        var login = Login.simple(1)
        login.sites = [Site("https://example.com")].compactMap(\.self)
        login.passkeys = [Self.passkey(1)]
        let id = try vault.add(login).id
        let binned = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision).binned
        try vault.edit(id) { change.apply(to: &$0) }
        let before = try vault.record(id).login
        let back = try vault.restore(binned)
        #expect(back.id == (change.joins ? id : binned))
        #expect(try vault.record(id).login.passkeys == before.passkeys + (change.joins ? [Self.passkey(1)] : []))
        if !change.joins { try expectOwn(binned, like: login, in: vault) }
        try vault.verify()
    }

    @Test func `a restored passkey becomes its own login if its login is in the bin or deleted`() throws {
        let vault = try VaultFile().create().vault
        for isGone in [false, true] {
            var login = Login.simple(1)
            login.passkeys = [Self.passkey(1)]
            let id = try vault.add(login).id
            let binned = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision).binned
            try vault.remove(id)
            if isGone { try vault.purge(id) }
            #expect(try vault.restore(binned).id == binned)
            try expectOwn(binned, like: login, in: vault)
            // The restored login is independent of the old one.
            try vault.remove(binned)
            if !isGone { try vault.restore(id) }
            #expect(try vault.restore(binned).id == binned)
        }
        try vault.verify()
    }

    private func expectOwn(_ id: RecordIdentifier, like login: Login, in vault: UnlockedVault) throws {
        let own = try vault.record(id)
        #expect(own.login.passkeys == [Self.passkey(1)])
        #expect(own.login.user == login.user && own.login.sites == login.sites)
        #expect(own.login.password == nil)
        #expect(own.overview.takenFrom == nil)
    }

    @Test func `removing the only content of a login removes the login`() throws {
        let vault = try VaultFile().create().vault
        let id = try vault.add(Login(title: "A", user: "jane", passkeys: [Self.passkey(1)])).id
        let (binned, change) = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision)
        #expect(binned == id)
        #expect(change == .removed(try vault.overview(id)))
        try vault.restore(id)
        #expect(try vault.record(id).login.passkeys == [Self.passkey(1)])
    }

    @Test func `does not remove a passkey if the login was changed meanwhile`() throws {
        let vault = try VaultFile().create().vault
        for others in [[], [Self.passkey(2)]] {
            let id = try vault.add(Login(title: "A", user: "jane", passkeys: [Self.passkey(1)] + others)).id
            let revision = try vault.overview(id).revision
            try vault.edit(id) { $0.title = "B" }
            #expect(
                vaultError { _ = try vault.removePasskey(at: 0, of: id, expecting: revision) } == .recordChanged(id))
            #expect(vaultError { _ = try vault.removePasskey(at: 5, of: id, expecting: 0) } == .recordChanged(id))
            #expect(try vault.record(id).login.passkeys.count == 1 + others.count)
            #expect(try vault.overviews(OverviewQuery(scope: .bin)).overviews == [])
        }
    }
}
