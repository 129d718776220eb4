import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Synchronization
import Testing

/// Simulates crashes: copies the file and its journal during a write, and opens the copies.
@Suite struct `Interrupted write` {
    /// Copies file and journal during a transaction and its commit.
    private final class Copies: TransactionObserver {
        let file: VaultFile
        /// The number of changed rows between two copies; `nil` for copies at the commit only.
        let changePeriod: Int?
        private var changeCount = 0
        private(set) var folders: [URL] = []

        init(_ file: VaultFile, changePeriod: Int? = nil) {
            self.file = file
            self.changePeriod = changePeriod
        }

        func take() {
            let target = file.folder.appending(path: "copy\(folders.count)")
            do {
                try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
                for name in ["test.vault", "test.vault-journal"] {
                    let source = file.folder.appending(path: name)
                    guard FileManager.default.fileExists(atPath: source.path) else { continue }
                    try FileManager.default.copyItem(at: source, to: target.appending(path: name))
                }
                folders.append(target)
            } catch {
                Issue.record(error)
            }
        }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {
            changeCount += 1
            if let changePeriod, changeCount.isMultiple(of: changePeriod) { take() }
        }
        func databaseWillCommit() throws { take() }
        func databaseDidCommit(_ db: Database) { take() }
        func databaseDidRollback(_ db: Database) {}
    }

    private static func titles(in folder: URL, _ key: Secret) throws -> [String] {
        let path = folder.appending(path: "test.vault").path
        let vault = try LockedVault(DatabaseQueue(path: path, configuration: VaultDatabase.configuration()))
            .unlock(vaultKey: key)
        try vault.verify()
        return try vault.overviews().overviews.map(\.title)
    }

    @Test func `a crash before the commit leaves the old state, a later one the new state`() throws {
        let file = try VaultFile()
        let key = try file.create().vault.vaultKey
        let queue = try file.open()
        let vault = try LockedVault(queue).unlock(vaultKey: key)
        try vault.add(.simple(0))
        // With a cache of four pages, SQLite writes most pages to the file before the commit.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = 4") }
        let copies = Copies(file)
        queue.add(transactionObserver: copies)
        try vault.transaction { transaction in
            for number in 1...120 {
                try transaction.add(.simple(number))
                if number.isMultiple(of: 10) { copies.take() }
            }
        }
        let spilled = try Data(contentsOf: copies.folders[10].appending(path: "test.vault"))
        #expect(spilled.count > 20_000)
        #expect(copies.folders.count == 14)
        for folder in copies.folders.dropLast() { #expect(try Self.titles(in: folder, key) == ["Site 0"]) }
        #expect(try Self.titles(in: #require(copies.folders.last), key).count == 121)
    }

    @Test func `a crash while the key is replaced leaves the whole vault with the old key or the new one`() throws {
        let file = try VaultFile()
        let oldKey = try file.create().vault.vaultKey
        let queue = try file.open()
        let vault = try LockedVault(queue).unlock(vaultKey: oldKey)
        try vault.transaction { transaction in
            for number in 1...120 { try transaction.add(.simple(number)) }
        }
        let before = try Data(contentsOf: URL(filePath: file.path))
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = 4") }
        let copies = Copies(file, changePeriod: 40)
        queue.add(transactionObserver: copies)
        let newKey = try vault.rekey(passphrase: VaultFile.passphrase, cost: VaultFile.cheapest).vault.vaultKey
        #expect(copies.folders.count > 5)
        let partial = try copies.folders.dropLast().map { try Data(contentsOf: $0.appending(path: "test.vault")) }
        #expect(partial.contains { $0 != before })
        for folder in copies.folders.dropLast() { #expect(try Self.titles(in: folder, oldKey).count == 120) }
        #expect(try Self.titles(in: #require(copies.folders.last), newKey).count == 120)
    }

    @Test func `a journal cut at any length restores the old state`() throws {
        let file = try VaultFile()
        let key = try file.create().vault.vaultKey
        let queue = try file.open()
        let vault = try LockedVault(queue).unlock(vaultKey: key)
        try vault.add(.simple(0))
        let copies = Copies(file)
        queue.add(transactionObserver: copies)
        // The file is unchanged while the journal is written.
        try vault.transaction { transaction in
            try transaction.add(.simple(1))
            copies.take()
        }
        let folder = copies.folders[0]
        let journal = folder.appending(path: "test.vault-journal")
        let whole = try Data(contentsOf: journal)
        let main = try Data(contentsOf: folder.appending(path: "test.vault"))
        for length in stride(from: 0, through: whole.count, by: max(1, whole.count / 60)) {
            try main.write(to: folder.appending(path: "test.vault"))
            try whole.prefix(length).write(to: journal)
            #expect(try Self.titles(in: folder, key) == ["Site 0"])
        }
    }

    @Test func `a full disk leaves the vault unchanged`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let queue = try file.open()
        let vault = try LockedVault(queue).unlock(vaultKey: created.vault.vaultKey)
        let id = try vault.add(.full).id
        let before = try Data(contentsOf: URL(filePath: file.path))
        let pages = try queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        // With a cache of four pages, SQLite writes to the file before the space runs out.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = 4") }
        for spare in [0, 1, 2, 5, 40] {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages + spare)") }
            let error = vaultError {
                try vault.transaction { transaction in
                    for number in 0..<2000 { try transaction.add(.simple(number)) }
                }
            }
            #expect(error == .storage(.full))
            #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
            #expect(try vault.record(id).login == Login.full)
        }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        try vault.add(.simple(1))
        try vault.verify()
    }

    @Test func `a transaction that ignores an error leaves a consistent vault`() throws {
        let file = try VaultFile()
        let queue = try file.open()
        let vault = try LockedVault.create(in: queue, passphrase: VaultFile.passphrase, cost: VaultFile.cheapest).vault
        let pages = try queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 3)") }
        _ = vaultError {
            try vault.transaction { transaction in
                for number in 0..<200 { _ = try? transaction.add(.simple(number)) }
            }
        }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        try vault.verify()
        try file.unlock().verify()
    }

    @Test func `throws an error if the file is read-only`() throws {
        let file = try VaultFile()
        let key = try file.create().vault.vaultKey
        let queue = try DatabaseQueue(path: file.path, configuration: VaultDatabase.configuration(readOnly: true))
        let vault = try LockedVault(queue).unlock(vaultKey: key)
        #expect(try vault.overviews().count == 0)
        #expect(vaultError { try vault.add(.full) } == .storage(.readOnly))
    }

    @Test func `throws an error if another process locks the file`() throws {
        let file = try VaultFile()
        let vault = try LockedVault.create(
            in: file.open(busyTimeout: 0), passphrase: VaultFile.passphrase, cost: VaultFile.cheapest
        ).vault
        try file.open().inTransaction(.exclusive) { _ in
            #expect(vaultError { _ = try vault.overviews() } == .storage(.busy))
            #expect(vaultError { try vault.add(.full) } == .storage(.busy))
            return .rollback
        }
        try vault.add(.full)
    }

    @Test func `the connection has the settings for durable writes`() throws {
        let file = try VaultFile()
        let queue = try file.open(durably: true)
        let settings = try queue.read { db in
            try [
                "journal_mode", "synchronous", "secure_delete", "foreign_keys", "trusted_schema", "cell_size_check",
                "busy_timeout", "temp_store", "mmap_size",
            ].map { try String.fetchOne(db, sql: "PRAGMA \($0)") }
        }
        #expect(settings == ["delete", "3", "1", "1", "0", "1", "10000", "2", "0"])
    }
}
