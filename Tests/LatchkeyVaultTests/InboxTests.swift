import Foundation
import GRDB
import LatchkeyCore
import LatchkeyTesting
@testable import LatchkeyVault
import Testing

@Suite struct `The inbox` {
    private static func proposal(_ number: Int = 0) -> InboxProposal {
        InboxProposal(
            reason: .generatedPassword, title: "Title \(number)", user: "user", password: Secret("generated \(number)"),
            sites: [Site("https://example.com/")].compactMap { $0 },
            proposed: Date(timeIntervalSince1970: 1_800_000_000.25))
    }

    @Test func `takes proposals while the vault is locked, and gives them back in order`() throws {
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
        // A proposal is no change.
        #expect(try vault.mark() == mark)
        #expect(try vault.overviews().count == 0)
    }

    @Test func `holds what comes under one name once, and last`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let name = RecordIdentifier()
        try locked.deposit(Self.proposal(1), as: name)
        let other = try locked.deposit(Self.proposal(2))
        try locked.deposit(Self.proposal(1), as: name)
        #expect(try vault.inbox().entries.map(\.id) == [other, name])
        // One that is refused leaves the earlier one where it is.
        var large = Self.proposal(3)
        large.password = Secret(copying: [UInt8](repeating: 1, count: 16 * 1024))
        #expect(vaultError { try locked.deposit(large, as: other) } == .tooLarge(bytes: 16640, limit: 16384))
        #expect(try vault.inbox().entries.map(\.proposal) == [Self.proposal(2), Self.proposal(1)])
        // A full inbox has room for what is in it already.
        for number in 2..<1024 { try locked.deposit(Self.proposal(number)) }
        try locked.deposit(Self.proposal(1), as: name)
        #expect(vaultError { try locked.deposit(Self.proposal(1)) } == .inboxFull(limit: 1024))
        #expect(try vault.inbox().entries.last?.id == name)
    }

    @Test func `loses an entry only when it is discarded`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let first = try locked.deposit(Self.proposal(1))
        let second = try locked.deposit(Self.proposal(2))
        try vault.discard(first)
        try vault.discard(first)
        #expect(try file.unlock().inbox().entries.map(\.id) == [second])
    }

    @Test func `carries a form's session, and what git keeps beside a password`() throws {
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

    @Test func `carries what git named of a refused credential, and that it named nothing`() throws {
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

    @Test func `takes no text that no message could carry, and opens none that others wrote`() throws {
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

    @Test func `is bounded in number and size`() throws {
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

    @Test func `keeps room for logins that what is said of accounts does not get`() throws {
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

    @Test func `does not open an entry that is larger than any that is written`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        // Well sealed, as anybody can: the key for it lies in the open.
        var large = Self.proposal()
        large.password = Secret(copying: [UInt8](repeating: 1, count: 16 * 1024))
        let entry = RecordIdentifier()
        let bytes = large.encoded(vault: vault.identifier, entry: entry)
        let sealed = try #require(InboxKeyPair.seal(bytes, to: try LockedVault(file.open()).header().inboxKey))
        try file.open().write {
            try $0.execute(
                sql: "INSERT INTO inbox (identifier, sealed) VALUES (?, ?)",
                arguments: [Data(entry.bytes), Data(sealed)])
        }
        #expect(try vault.inbox().entries.isEmpty)
        #expect(try vault.inbox().unreadable == [entry])
    }

    @Test func `sets aside what does not open, and gives the rest`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let locked = LockedVault(try file.open())
        let good = try locked.deposit(Self.proposal(1))
        let copied = try locked.deposit(Self.proposal(2))
        let junk = RecordIdentifier()
        let moved = RecordIdentifier()
        try file.open().write { db in
            try db.execute(sql: "INSERT INTO inbox VALUES (?, ?)", arguments: [Data(junk.bytes), Data([1, 2, 3])])
            // A sealed proposal under another name is not taken for a new one.
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

    @Test func `does not take a proposal that was sealed to another vault`() throws {
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

    @Test func `never traps on a proposal of any bytes`() throws {
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
