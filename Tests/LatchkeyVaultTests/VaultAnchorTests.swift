import Foundation
import GRDB
import LatchkeyCore
import Synchronization
import Testing

@testable import LatchkeyVault

@Suite struct `Vault anchor` {
    private static func proposal(_ user: String = "ada") throws -> InboxProposal {
        InboxProposal(
            reason: .savedByUser, user: user, password: Secret("p"),
            sites: [try #require(Site("https://example.com"))], proposed: Date(timeIntervalSince1970: 1_800_000_000))
    }

    /// An anchor of the current state, as a store returns it.
    private static func anchor(of vault: UnlockedVault) throws -> VaultAnchor {
        var anchor = try vault.anchor()
        anchor.inboxAuthentication = .random(count: 32)
        return anchor
    }

    @Test func `a vault that has the anchor's state or descends from it is not replaced`() throws {
        let vault = try VaultFile().create().vault
        let first = try vault.anchor()
        #expect(try vault.compare(with: first).replaced == nil)
        try vault.add(.simple(1))
        #expect(try vault.compare(with: first).replaced == nil)
        #expect(try vault.compare(with: vault.anchor()).replaced == nil)
    }

    @Test func `names the change and both dates of a replaced vault`() throws {
        let file = try VaultFile()
        let days = Mutex(0.0)
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let clock = VaultClock { start + days.withLock { $0 } * 86_400 }
        let vault = try file.create(clock: clock).vault
        try vault.add(.simple(1))
        let old = try LockedVault(DatabaseQueue(path: file.copy(named: "old"))).unlock(vaultKey: vault.vaultKey)
        let fork = try LockedVault(DatabaseQueue(path: file.copy(named: "fork")), clock: clock)
            .unlock(vaultKey: vault.vaultKey)
        days.withLock { $0 = 1 }
        try fork.add(.simple(2))
        days.withLock { $0 = 2 }
        try vault.add(.simple(3))
        let anchor = try vault.anchor()
        let seen = start + 2 * 86_400
        #expect(
            try old.compare(with: anchor).replaced == ReplacedVault(change: .rolledBack, seen: seen, changed: start))
        #expect(
            try fork.compare(with: anchor).replaced
                == ReplacedVault(change: .forked, seen: seen, changed: start + 86_400))
        let other = try VaultFile().create(clock: clock).vault
        #expect(
            try other.compare(with: anchor).replaced
                == ReplacedVault(change: .anotherVault, seen: seen, changed: start + 2 * 86_400))
    }

    @Test func `a state that a restore was about to put in place is not replaced`() throws {
        let vault = try VaultFile().create().vault
        let other = try VaultFile().create().vault
        var anchor = try vault.anchor()
        anchor.pending = try other.mark()
        #expect(try other.compare(with: anchor).replaced == nil)
        #expect(try vault.compare(with: anchor).replaced == nil)
    }

    @Test func `records each committed change after it was written`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let recorded = Mutex<[VaultMark]>([])
        vault.follow(inboxAuthentication: nil) { anchor in recorded.withLock { $0.append(anchor.mark) } }
        let id = try vault.add(.simple(1)).id
        let first = try vault.mark()
        #expect(throws: VaultError.self) { try vault.edit(RecordIdentifier()) { $0.title = "" } }
        #expect(try vault.edit(id) { _ in } == nil)
        try vault.changePassphrase(to: Secret("another passphrase"), cost: VaultFile.cheapest)
        #expect(try recorded.withLock { $0 } == [first, vault.mark()])
    }

    // MARK: Inbox

    @Test func `an entry is authentic only with the anchor's key`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let anchor = try Self.anchor(of: vault)
        let own = RecordIdentifier()
        try locked.deposit(Self.proposal(), as: own, anchoredBy: anchor)
        // Another program, or an older version, has no key.
        let forged = try locked.deposit(Self.proposal("mallory"))
        var guessed = anchor
        guessed.inboxAuthentication = .random(count: 32)
        try locked.deposit(Self.proposal("eve"), as: RecordIdentifier(), anchoredBy: guessed)
        #expect(try vault.inbox().entries.map(\.isAuthentic) == [false, false, false])
        vault.follow(inboxAuthentication: anchor.inboxAuthentication) { _ in }
        let entries = try vault.inbox().entries
        #expect(entries.map(\.isAuthentic) == [true, false, false])
        #expect(entries.map(\.proposal.user) == ["ada", "mallory", "eve"])
        #expect(entries.map(\.id).prefix(2) == [own, forged])
        #expect(try vault.change { try $0.inbox() } == vault.inbox())
    }

    @Test func `a changed byte of an authenticated entry is never authentic`() throws {
        let (vault, entry, key) = (RecordIdentifier(), RecordIdentifier(), Secret.random(count: 32))
        let bytes = try Self.proposal().encoded(vault: vault, entry: entry, authentication: key)
        #expect(InboxProposal.isAuthentic(bytes, vault: vault, entry: entry, with: key))
        #expect(!InboxProposal.isAuthentic(bytes, vault: vault, entry: RecordIdentifier(), with: key))
        let end = try #require(bytes.lastIndex { $0 != 0 })
        for index in bytes.indices where index <= end {
            var changed = bytes
            changed[index] ^= 1
            #expect(!InboxProposal.isAuthentic(changed, vault: vault, entry: entry, with: key), "byte \(index)")
        }
        // Older versions ignore the code.
        #expect(try InboxProposal(decoding: bytes, vault: vault, entry: entry) == Self.proposal())
    }

    @Test func `seals no entry to a public key or vault that is not the anchor's`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let anchor = try Self.anchor(of: vault)
        let foreign = InboxKeyPair(seed: .random(count: 32)).publicKey
        let header = VaultHeader(identifier: vault.identifier, keyCheck: vault.keys.check, inboxKey: foreign)
        let manifest = try #require(try file.open().read { try Data.fetchOne($0, sql: "SELECT manifest FROM vault") })
        try file.open().write { db in
            try db.execute(sql: "DELETE FROM vault")
            try header.insert(manifest: Array(manifest), in: db)
        }
        let locked = LockedVault(try file.open())
        let entry = RecordIdentifier()
        let proposal = try Self.proposal()
        #expect(vaultError { try locked.deposit(proposal, as: entry, anchoredBy: anchor) } == .damaged(.header))
        #expect(try locked.status().proposalCount == 0)
        let other = try VaultFile()
        _ = try other.create()
        let exchanged = LockedVault(try other.open())
        #expect(
            vaultError { try exchanged.deposit(proposal, as: entry, anchoredBy: anchor) }
                == .changedUnderneath(.anotherVault))
        #expect(try exchanged.status().proposalCount == 0)
    }
}
