import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Vault mark` {
    /// A session on a copy of the file.
    private static func branch(of file: VaultFile) throws -> (VaultFile, UnlockedVault) {
        let branch = try VaultFile()
        try FileManager.default.copyItem(atPath: file.path, toPath: branch.path)
        return (branch, try branch.unlock())
    }

    @Test func `distinguishes the same, a newer and a rolled-back state`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let empty = try vault.mark()
        #expect(try vault.compare(with: empty) == .same)
        let (_, old) = try Self.branch(of: file)
        try vault.add(.simple(1))
        let one = try vault.mark()
        try vault.add(.simple(2))
        try vault.changePassphrase(to: Secret("new"), cost: VaultFile.cheapest)
        #expect(try vault.compare(with: empty) == .newer)
        #expect(try vault.compare(with: one) == .newer)
        #expect(try old.compare(with: one) == .rolledBack)
        #expect(try old.compare(with: empty) == .same)
    }

    @Test func `detects two branches of one vault`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try vault.add(.simple(0))
        let (_, other) = try Self.branch(of: file)
        try vault.add(.simple(1))
        try other.add(.simple(2))
        #expect(try other.compare(with: vault.mark()) == .forked)
        // A branch with a higher revision is still not a descendant.
        try other.add(.simple(3))
        #expect(try other.compare(with: vault.mark()) == .forked)
        #expect(try VaultFile().create().vault.compare(with: vault.mark()) == .anotherVault)
    }

    @Test func `detects a branch with links of the other branch`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let (branch, other) = try Self.branch(of: file)
        try vault.add(.simple(1))
        try other.add(.simple(2))
        try other.add(.simple(3))
        let digest = try file.open().read {
            try Data.fetchOne($0, sql: "SELECT digest FROM history WHERE revision = 1")
        }
        try branch.open().write {
            try $0.execute(sql: "UPDATE history SET digest = ? WHERE revision = 1", arguments: [digest])
        }
        #expect(vaultError { _ = try other.compare(with: vault.mark()) } == .damaged(.history))
    }

    @Test func `proves the descent for the last 1024 transactions`() throws {
        let file = try VaultFile()
        let queue = try file.open()
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
        let vault = try LockedVault.create(in: queue, passphrase: VaultFile.passphrase, cost: VaultFile.cheapest).vault
        let id = try vault.add(.simple(1)).id
        let early = try vault.mark()
        for _ in 0..<1023 { try vault.markUsed(id) }
        #expect(try vault.compare(with: early) == .newer)
        try vault.verify()
        let later = try vault.mark()
        for _ in 0..<10 { try vault.markUsed(id) }
        #expect(try vault.compare(with: early) == .newerWithoutProof)
        #expect(try vault.compare(with: later) == .newer)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM history") } == 1024)
        try vault.verify()
    }

    // MARK: Replaced files

    /// Overwrites a file's content without replacing the file.
    private static func overwrite(_ path: String, with bytes: Data) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: bytes)
        try handle.truncate(atOffset: UInt64(bytes.count))
        try handle.close()
    }

    @Test func `a session detects that its file was rolled back or replaced`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let old = try Data(contentsOf: URL(filePath: file.path))
        let id = try created.vault.add(.simple(1)).id
        let (branch, other) = try Self.branch(of: file)
        try created.vault.edit(id) { $0.title = "mine" }
        try other.edit(id) { $0.title = "yours" }
        let key = created.vault.vaultKey
        let vault = try LockedVault(file.open()).unlock(vaultKey: key)
        let mine = try Data(contentsOf: URL(filePath: file.path))

        // SQLite detects changed content by a counter in the header, which a copy can repeat. So a new connection with the
        // mark of the old one simulates a session whose cache is empty.
        try Self.overwrite(file.path, with: old)
        let rolledBack = try Self.session(like: vault, on: file)
        #expect(vaultError { _ = try rolledBack.record(id) } == .changedUnderneath(.rolledBack))
        #expect(vaultError { try rolledBack.add(.simple(9)) } == .changedUnderneath(.rolledBack))
        try Self.overwrite(file.path, with: Data(contentsOf: URL(filePath: branch.path)))
        #expect(vaultError { _ = try Self.session(like: vault, on: file).record(id) } == .changedUnderneath(.forked))
        let foreign = try VaultFile()
        _ = try foreign.create()
        try Self.overwrite(file.path, with: Data(contentsOf: URL(filePath: foreign.path)))
        #expect(
            vaultError { _ = try Self.session(like: vault, on: file).record(id) } == .changedUnderneath(.anotherVault))
        try Self.overwrite(file.path, with: mine)
        #expect(try Self.session(like: vault, on: file).record(id).login.title == "mine")
    }

    private static func session(like vault: UnlockedVault, on file: VaultFile) throws -> UnlockedVault {
        UnlockedVault(
            try file.open(), header: vault.header, keys: vault.keys, clock: .system, seen: vault.seenMark)
    }

    @Test func `detects that the path names another file`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let id = try vault.add(.simple(1)).id
        let locked = LockedVault(try file.open())
        #expect(try locked.unlock(vaultKey: vault.vaultKey).overviews().count == 1)
        let copy = try file.copy(named: "copy.vault")
        // A synchronization tool replaces the file by another one of the same name.
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: copy, toPath: file.path)
        #expect(vaultError { _ = try vault.record(id) } == .changedUnderneath(.fileReplaced))
        #expect(vaultError { try vault.add(.simple(2)) } == .changedUnderneath(.fileReplaced))
        #expect(vaultError { _ = try locked.unlock(vaultKey: vault.vaultKey) } == .changedUnderneath(.fileReplaced))
        #expect(try file.unlock().record(id).login.title == "Site 1")
    }
}

extension UnlockedVault {
    /// Compares the current state with a mark, as a session does with the mark of the state that it has seen.
    func compare(with mark: VaultMark) throws(VaultError) -> VaultComparison {
        try read { db, manifest in try History.compare(mark, with: manifest, of: identifier, in: db, keys: keys) }
    }
}
