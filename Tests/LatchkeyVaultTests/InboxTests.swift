import Foundation
import GRDB
import LatchkeyCore
import LatchkeyTesting
@testable import LatchkeyVault
import Testing

@Suite struct `Vault inbox` {
    private static func proposal(_ number: Int = 0) -> InboxProposal {
        InboxProposal(
            reason: .generatedPassword, title: "Title \(number)", user: "user", password: Secret("generated \(number)"),
            sites: [Site("https://example.com/")].compactMap { $0 },
            proposed: Date(timeIntervalSince1970: 1_800_000_000.25))
    }

    @Test func `a locked vault stores proposals, and the unlocked one reads them in order`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let mark = try vault.mark()
        let locked = LockedVault(try file.open())
        let ids = try (0..<3).map { try locked.deposit(Self.proposal($0)) }
        #expect(try locked.status().proposalCount == 3)
        let inbox = try vault.inbox()
        #expect(inbox.entries.map(\.id) == ids)
        #expect(inbox.entries.map(\.proposal) == (0..<3).map { Self.proposal($0) })
        #expect(inbox.unreadable.isEmpty)
        // A proposal does not change the vault's state.
        #expect(try vault.mark() == mark)
        #expect(try vault.overviews().count == 0)
    }

    @Test func `a proposal replaces one with the same identifier and becomes the last`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let name = RecordIdentifier()
        try locked.deposit(Self.proposal(1), as: name)
        let other = try locked.deposit(Self.proposal(2))
        try locked.deposit(Self.proposal(1), as: name)
        #expect(try vault.inbox().entries.map(\.id) == [other, name])
        // A rejected proposal does not replace the earlier one.
        var large = Self.proposal(3)
        large.password = Secret(copying: [UInt8](repeating: 1, count: 16 * 1024))
        #expect(vaultError { try locked.deposit(large, as: other) } == .tooLarge(bytes: 16640, limit: 16384))
        #expect(try vault.inbox().entries.map(\.proposal) == [Self.proposal(2), Self.proposal(1)])
        // A full inbox still accepts the replacement of an entry.
        for number in 2..<1024 { try locked.deposit(Self.proposal(number)) }
        try locked.deposit(Self.proposal(1), as: name)
        #expect(vaultError { try locked.deposit(Self.proposal(1)) } == .inboxFull(limit: 1024))
        #expect(try vault.inbox().entries.last?.id == name)
    }

    @Test func `an inbox entry stays until it is discarded`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let first = try locked.deposit(Self.proposal(1))
        let second = try locked.deposit(Self.proposal(2))
        try vault.discard(first)
        try vault.discard(first)
        #expect(try file.unlock().inbox().entries.map(\.id) == [second])
    }

    @Test func `a proposal keeps the form's session and the attributes of git's credential`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        var proposal = Self.proposal()
        proposal.reason = .git
        proposal.session = "form 1"
        proposal.passwordExpiry = Date(timeIntervalSince1970: 1_900_000_000)
        proposal.oauthRefreshToken = Secret("refresh")
        proposal.authenticationType = "Bearer"
        try LockedVault(file.open()).deposit(proposal)
        #expect(try vault.inbox().entries.map(\.proposal) == [proposal])
    }

    @Test func `a proposal keeps which parts of a rejected credential git named`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let site = try #require(Site("https://example.com:8443/project.git"))
        let proposals = [(nil, nil), ("", nil), ("ada", ""), (nil, "pass")].map { user, password in
            InboxProposal(
                refusedByGitAt: site, user: user, password: password.map { Secret($0) },
                at: Date(timeIntervalSince1970: 1_900_000_000))
        }
        for proposal in proposals { try LockedVault(file.open()).deposit(proposal) }
        #expect(try vault.inbox().entries.map(\.proposal) == proposals)
        #expect(proposals.map(\.refused) == [[], .user, [.user, .password], .password])
    }

    @Test func `rejects proposals with too many combining marks, when writing and when reading`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        var proposal = Self.proposal()
        proposal.title = "a" + String(repeating: "\u{301}", count: 31)
        #expect(vaultError { try LockedVault(file.open()).deposit(proposal) } == .tooManyMarks)
        let entry = RecordIdentifier()
        let bytes = proposal.encoded(vault: vault.identifier, entry: entry)
        let sealed = try #require(InboxKeyPair.seal(bytes, to: vault.header.inboxKey))
        try file.open().write {
            try $0.execute(sql: "INSERT INTO inbox VALUES (?, ?)", arguments: [Data(entry.bytes), Data(sealed)])
        }
        #expect(try vault.inbox().unreadable == [entry])
    }

    @Test func `limits the number and the size of proposals`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        var large = Self.proposal()
        large.password = Secret(copying: [UInt8](repeating: 1, count: 16 * 1024))
        #expect(vaultError { try locked.deposit(large) } == .tooLarge(bytes: 16640, limit: 16384))
        for number in 0..<1024 { try locked.deposit(Self.proposal(number)) }
        #expect(vaultError { try locked.deposit(Self.proposal()) } == .inboxFull(limit: 1024))
        #expect(try vault.inbox().entries.count == 1024)
    }

    @Test func `account reports leave space for logins in the inbox`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let report = InboxProposal(.unusedPassword(domain: "example.com", user: "jane"), at: Date())
        for _ in 0..<767 { try locked.deposit(Self.proposal()) }
        try locked.deposit(report)
        #expect(vaultError { try locked.deposit(report) } == .inboxFull(limit: 768))
        try locked.deposit(Self.proposal())
        #expect(try vault.inbox().entries.count == 769)
    }

    @Test func `does not open an inbox entry above the size limit`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        // Sealed correctly, which needs only the public key.
        var large = Self.proposal()
        large.password = Secret(copying: [UInt8](repeating: 1, count: 16 * 1024))
        let entry = RecordIdentifier()
        let bytes = large.encoded(vault: vault.identifier, entry: entry)
        let sealed = try #require(
            InboxKeyPair.seal(bytes, to: try LockedVault(file.open()).readHeaderAndSlots().0.inboxKey))
        try file.open().write {
            try $0.execute(
                sql: "INSERT INTO inbox (identifier, sealed) VALUES (?, ?)",
                arguments: [Data(entry.bytes), Data(sealed)])
        }
        #expect(try vault.inbox().entries.isEmpty)
        #expect(try vault.inbox().unreadable == [entry])
    }

    @Test func `lists unreadable inbox entries separately`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let good = try locked.deposit(Self.proposal(1))
        let copied = try locked.deposit(Self.proposal(2))
        let junk = RecordIdentifier()
        let moved = RecordIdentifier()
        try file.open().write { db in
            try db.execute(sql: "INSERT INTO inbox VALUES (?, ?)", arguments: [Data(junk.bytes), Data([1, 2, 3])])
            // A sealed proposal copied to another identifier is not readable.
            try db.execute(
                sql: "INSERT INTO inbox SELECT ?, sealed FROM inbox WHERE identifier = ?",
                arguments: [Data(moved.bytes), Data(copied.bytes)])
        }
        let inbox = try vault.inbox()
        #expect(inbox.entries.map(\.id) == [good, copied])
        #expect(inbox.unreadable == [junk, moved])
        for id in inbox.unreadable { try vault.discard(id) }
        try vault.verify()
    }

    @Test func `rejects a proposal sealed for another vault`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let entry = RecordIdentifier()
        let foreign = Self.proposal().encoded(vault: RecordIdentifier(), entry: entry)
        let sealed = try #require(InboxKeyPair.seal(foreign, to: vault.header.inboxKey))
        try file.open().write {
            try $0.execute(sql: "INSERT INTO inbox VALUES (?, ?)", arguments: [Data(entry.bytes), Data(sealed)])
        }
        #expect(try vault.inbox().unreadable == [entry])
    }

    @Test func `decoding a proposal never traps on any bytes`() throws {
        let vault = RecordIdentifier()
        let entry = RecordIdentifier()
        let valid = Self.proposal().encoded(vault: vault, entry: entry)
        try forAll(.bytes(upTo: 100), .int(in: 0...255), .int(in: 0...(valid.count - 1)), runs: 3000) {
            bytes, value, index in
            var changed = valid
            changed[index] = UInt8(truncatingIfNeeded: value)
            _ = try? InboxProposal(decoding: changed, vault: vault, entry: entry)
            _ = try? InboxProposal(decoding: bytes, vault: vault, entry: entry)
            _ = try? InboxProposal(decoding: [1] + vault.bytes + entry.bytes + bytes, vault: vault, entry: entry)
            return true
        }
    }
}
