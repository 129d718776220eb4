import Foundation
import GRDB
import LatchkeyCore
import Testing

@testable import LatchkeyVault

@Suite struct `Copy of a vault` {
    private func copy(of file: VaultFile, _ name: String) throws -> UnlockedVault {
        let target = try DatabaseQueue(
            path: file.folder.appending(path: name).path, configuration: VaultDatabase.configuration())
        try LockedVault(file.open()).copy(to: target)
        return try LockedVault(target).unlock(passphrase: VaultFile.passphrase)
    }

    @Test func `a copy contains all records and the inbox`() throws {
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

    @Test func `comparing two copies ignores their inboxes`() throws {
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

    @Test func `restoring a copy is one more change of the vault`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let kept = try vault.add(.full).id
        let copy = try copy(of: file, "copy")
        let edited = try vault.record(kept).login
        try vault.edit(kept) { $0.title = "Other" }
        let later = try vault.add(.simple(2)).id
        try vault.changePassphrase(to: Secret("another passphrase"), cost: VaultFile.cheapest)
        // To another session, the restored vault is the next state.
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

    @Test func `detects a copy that replaced the vault's content`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let copy = try copy(of: file, "copy")
        try vault.add(.simple(1))
        let session = try file.unlock()
        let target = try file.open()
        try LockedVault(copy.database).copy(to: target)
        #expect(vaultError { _ = try session.mark() } == .changedUnderneath(.rolledBack))
    }

    @Test func `a damaged copy, or one of another vault, changes nothing`() throws {
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

    @Test func `a copy that lacks a record changes nothing`() throws {
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
