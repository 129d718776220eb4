import Foundation
import GRDB
import LatchkeyCore
import Synchronization
import Testing

@testable import LatchkeyVault

@Suite struct `Vault's bin` {
    @Test func `is emptied of what has lain there for thirty days`() throws {
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
        #expect(try vault.emptyBin(after: UnlockedVault.binTime) == [])
        now.withLock { $0 += 1 }
        #expect(try vault.emptyBin(after: UnlockedVault.binTime).map(\.id) == [old])
        #expect(vaultError { _ = try vault.record(old) } == .recordNotFound(old))
        #expect(try vault.overview(new).isRemoved)
        #expect(try vault.emptyBin().map(\.id) == [new])
        #expect(try vault.overviews(OverviewQuery(scope: .everything)).overviews.map(\.id) == [kept])
        try vault.verify()
    }

    @Test func `waits where the clock was put back`() throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let vault = try VaultFile().create(clock: VaultClock { now.withLock { $0 } }).vault
        let id = try vault.add(.simple(1)).id
        try vault.remove(id)
        now.withLock { $0 -= 365 * 24 * 3600 }
        #expect(try vault.emptyBin(after: UnlockedVault.binTime) == [])
        #expect(try vault.overview(id).isRemoved)
    }
}

@Suite struct `A passkey's way out` {
    private static func passkey(_ name: UInt8) -> Passkey {
        Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: "example.com", credentialID: Data([name]), userHandle: Data([9]),
                userName: "jane"), privateKey: Secret(copying: [name]), largeBlob: Secret("blob"))
    }

    @Test func `leads into the bin and back, without the rest of its login`() throws {
        let vault = try VaultFile().create().vault
        var login = Login.simple(1)
        login.passkeys = [Self.passkey(1), Self.passkey(2)]
        login.hiddenPasskeys = [Data([1])]
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
        #expect(back.login.password == login.password)
        #expect(vaultError { _ = try vault.overview(binned) } == .recordNotFound(binned))
        try vault.verify()
    }

    /// What has become of a login that a passkey was taken out of.
    enum Fate: CaseIterable, Sendable {
        case retitled, withAnotherPassword, withOneMoreSite, renamedWithAPasskeyOfTheAccount
        case renamed, movedToAnotherSite, withThePasskeyAgain

        var takesBack: Bool {
            switch self {
            case .retitled, .withAnotherPassword, .withOneMoreSite, .renamedWithAPasskeyOfTheAccount: true
            case .renamed, .movedToAnotherSite, .withThePasskeyAgain: false
            }
        }

        func change(_ login: inout Login) {
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

    @Test(arguments: Fate.allCases)
    func `leads back into the login of its account, and else becomes one of its own`(fate: Fate) throws {
        let vault = try VaultFile().create().vault
        var login = Login.simple(1)
        login.sites = [Site("https://example.com")].compactMap(\.self)
        login.passkeys = [Self.passkey(1)]
        let id = try vault.add(login).id
        let binned = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision).binned
        try vault.edit(id) { fate.change(&$0) }
        let before = try vault.record(id).login
        let back = try vault.restore(binned)
        #expect(back.id == (fate.takesBack ? id : binned))
        #expect(try vault.record(id).login.passkeys == before.passkeys + (fate.takesBack ? [Self.passkey(1)] : []))
        if !fate.takesBack { try expectOwn(binned, like: login, in: vault) }
        try vault.verify()
    }

    @Test func `leads to a login of its own where the one that it came from lies in the bin, or is gone`() throws {
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
            // It is a login like any other from now on.
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

    @Test func `is that of the whole login where there is nothing else`() throws {
        let vault = try VaultFile().create().vault
        let id = try vault.add(Login(title: "A", user: "jane", passkeys: [Self.passkey(1)])).id
        let (binned, change) = try vault.removePasskey(at: 0, of: id, expecting: vault.overview(id).revision)
        #expect(binned == id)
        #expect(change == .removed(try vault.overview(id)))
        try vault.restore(id)
        #expect(try vault.record(id).login.passkeys == [Self.passkey(1)])
    }

    @Test func `is closed where the login was changed meanwhile`() throws {
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

@Suite struct `Copy of a vault` {
    private func copy(of file: VaultFile, _ name: String) throws -> UnlockedVault {
        let target = try DatabaseQueue(
            path: file.folder.appending(path: name).path, configuration: VaultDatabase.configuration())
        try LockedVault(file.open()).copy(to: target)
        return try LockedVault(target).unlock(passphrase: VaultFile.passphrase)
    }

    @Test func `has everything, the inbox too`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let id = try vault.add(.full).id
        try LockedVault(file.open()).deposit(
            InboxProposal(
                reason: .submittedLogin, user: "u", password: Secret("p"), sites: [], proposed: Date()))
        let copy = try copy(of: file, "copy")
        try copy.verify()
        #expect(try copy.record(id) == vault.record(id))
        #expect(try copy.inbox() == vault.inbox())
        #expect(try copy.compare(with: vault.mark()) == .same)
    }

    @Test func `is told from a later state by its records, not by its inbox`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try vault.add(.simple(1))
        let copy = try copy(of: file, "copy")
        let (locked, lockedCopy) = (LockedVault(vault.database), LockedVault(copy.database))
        #expect(try lockedCopy.hasSameRecords(as: locked))
        try locked.deposit(
            InboxProposal(reason: .submittedLogin, user: "u", password: Secret("p"), sites: [], proposed: Date()))
        #expect(try lockedCopy.hasSameRecords(as: locked))
        try vault.add(.simple(2))
        #expect(try !lockedCopy.hasSameRecords(as: locked))
    }

    @Test func `gives its records back as one more change of the vault`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let kept = try vault.add(.full).id
        let copy = try copy(of: file, "copy")
        let edited = try vault.record(kept).login
        try vault.edit(kept) { $0.title = "Other" }
        let later = try vault.add(.simple(2)).id
        try vault.changePassphrase(to: Secret("another passphrase"), cost: VaultFile.cheapest)
        // Whoever has seen the vault until here takes the restored one for its next state.
        let (session, mark) = (try LockedVault(file.open()).unlock(vaultKey: vault.vaultKey), try vault.mark())
        #expect(try session.record(later).login.title == "Site 2")

        try vault.replaceRecords(with: copy)
        #expect(try session.record(kept).login == edited)
        #expect(vaultError { _ = try session.record(later) } == .recordNotFound(later))
        #expect(try session.compare(with: mark) == .newer)
        try session.verify()
        #expect(vaultError { _ = try file.unlock() } == .wrongPassphrase)
        try LockedVault(file.open()).unlock(passphrase: Secret("another passphrase")).add(.simple(3))
        try vault.verify()
    }

    @Test func `that is just put in the vault's place is still found`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let copy = try copy(of: file, "copy")
        try vault.add(.simple(1))
        let session = try file.unlock()
        let target = try file.open()
        try LockedVault(copy.database).copy(to: target)
        #expect(vaultError { _ = try session.mark() } == .changedUnderneath(.rolledBack))
    }

    @Test func `that is damaged or of another vault changes nothing`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let id = try vault.add(.full).id
        let copy = try copy(of: file, "copy")
        let mark = try vault.mark()
        let other = try VaultFile().create().vault
        #expect(vaultError { try vault.replaceRecords(with: other) } == .changedUnderneath(.anotherVault))
        try copy.database.write { db in
            let details = try #require(try Data.fetchOne(db, sql: "SELECT details FROM records"))
            var bytes = [UInt8](details)
            bytes[20] ^= 1
            try db.execute(sql: "UPDATE records SET details = ?", arguments: [Data(bytes)])
        }
        #expect(vaultError { try vault.replaceRecords(with: copy) } == .damaged(.record(id)))
        #expect(try vault.mark() == mark)
        try vault.verify()
    }

    @Test func `that lacks a record changes nothing`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try vault.add(.simple(1))
        try vault.add(.simple(2))
        let copy = try copy(of: file, "copy")
        try copy.database.write { try $0.execute(sql: "DELETE FROM records WHERE revision = 1") }
        #expect(vaultError { try vault.replaceRecords(with: copy) } == .damaged(.recordSet))
        #expect(try vault.overviews().count == 2)
    }
}

@Suite struct `Account report` {
    static let reports: [AccountReport] = [
        .renamed(relyingParty: "example.com", userHandle: Data([1, 2]), name: "jane"),
        .renamed(relyingParty: "example.com", userHandle: Data(), name: ""),
        .unknownPasskey(relyingParty: "example.com", credentialID: Data([3])),
        .acceptedPasskeys(
            relyingParty: "example.com", userHandle: Data([1]), credentialIDs: [Data([3]), Data([4, 5])]),
        .acceptedPasskeys(relyingParty: "example.com", userHandle: Data([1]), credentialIDs: []),
        .unusedPassword(domain: "example.com", user: "jane"), .unusedPassword(domain: "example.com", user: ""),
    ]

    @Test(arguments: reports) func `waits in the inbox as it was`(report: AccountReport) throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let id = try LockedVault(file.open()).deposit(InboxProposal(report, at: time))
        let entry = try #require(try vault.inbox().entries.first)
        #expect(entry.id == id)
        #expect(entry.proposal.reason == .accountReport)
        #expect(entry.proposal.report == report)
    }

    @Test func `hides a passkey that stays in the login, also after an edit`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let id = try vault.add(.full).id
        try vault.edit(id) { $0.hiddenPasskeys = [Data([1, 2, 3])] }
        try vault.edit(id) { $0.title = "Renamed" }
        let record = try file.unlock().record(id)
        #expect(record.login.hiddenPasskeys == [Data([1, 2, 3])])
        #expect(record.login.passkeys.count == 1)
        #expect(record.overview.passkeys.count == 1)
        #expect(record.overview.offeredPasskeys == [])
        // What is said of a passkey goes with it.
        try vault.edit(id) { $0.passkeys = [] }
        #expect(try vault.record(id).login.hiddenPasskeys == [])
    }
}
