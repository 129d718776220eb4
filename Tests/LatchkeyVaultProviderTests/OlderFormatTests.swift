import Foundation
import GRDB
import LatchkeyCore
import Testing

@testable import LatchkeyVault
@testable import LatchkeyVaultProvider

@Suite struct `Vaults of older formats` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private var file: VaultFile { VaultFile(folder: vault.folder) }
    private func connection() throws -> DatabaseQueue {
        try DatabaseQueue(path: file.path, configuration: VaultDatabase.configuration())
    }

    private struct Broken: Error {}

    /// A made-up format 0: the current format with other table names.
    ///
    /// No such format was ever released.
    private static let synthetic = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/vault/synthetic-0.vault")
    private static let passphrase = Secret("A vector's pässphrase")

    private static let steps: VaultFormat.Steps = firstStep.merging(VaultFormat.steps) { $1 }

    private static let firstStep: VaultFormat.Steps = [
        0: { db in
            for table in ["records", "inbox"] { try db.execute(sql: VaultSchema.tables[table] ?? "") }
            try db.execute(
                sql: """
                    INSERT INTO records SELECT identifier, 1, revision, overview, details FROM logins;
                    INSERT INTO inbox SELECT identifier, sealed FROM proposals ORDER BY rowid;
                    DROP TABLE logins;
                    DROP TABLE proposals;
                    """)
        }
    ]

    /// Copies the older file to the vault's path.
    private func olderFile(_ steps: VaultFormat.Steps) throws -> VaultFile {
        let file = VaultFile(folder: vault.folder, steps: steps)
        try FileManager.default.copyItem(atPath: Self.synthetic.path, toPath: file.path)
        return file
    }

    @Test func `upgrades an older vault when it is opened and leaves the backup unchanged`() throws {
        let file = try olderFile(Self.steps)
        let opened = try #require(try file.open()).unlock(passphrase: Self.passphrase)
        try opened.verify()
        let all = OverviewQuery(scope: .everything)
        #expect(try opened.overviews(all).overviews.map(\.title).sorted() == ["Example", "Site 2", "Site 3"])
        let id = try #require(RecordIdentifier("6128e05bb94b55c23685828242f67149"))
        #expect(try opened.record(id).login.password == Secret("pässword 1"))
        #expect(try opened.inbox().entries.map(\.proposal.user) == ["waiting"])
        try opened.add(.test("example.com"))
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .upgrade)
        let copy = try DatabaseQueue(path: backup.path, configuration: VaultDatabase.configuration(readOnly: true))
        #expect(try VaultFormat.version(of: copy) == 0)
        // The second time, no upgrade and no backup are needed.
        #expect(try #require(try file.open()).unlock(passphrase: Self.passphrase).overviews(all).count == 4)
        #expect(file.backups.list() == [backup])
    }

    @Test func `restores the backup of an older format after the upgrade`() async throws {
        let file = try olderFile(Self.steps)
        let access = VaultAccess(file: file, keychain: vault.keychain.keychain)
        let opened = try #require(try access.open()).unlock(passphrase: Self.passphrase)
        try opened.add(.test("example.com"))
        let backup = try #require(file.backups.list().first)
        let old = try VaultBackups.open(backup.path, steps: Self.steps).unlock(passphrase: Self.passphrase)
        #expect(try await access.restore(old, at: backup.path).isSameVault)
        #expect(try opened.overviews(OverviewQuery(scope: .everything)).count == 3)
        // Restores a missing vault, too, in the current format.
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try await !access.restore(old, at: backup.path).isSameVault)
        let vault = try #require(try VaultFile(folder: vault.folder).open()).unlock(passphrase: Self.passphrase)
        try vault.verify()
    }

    /// Uses a file that Latchkey wrote in format 1.
    @Test func `backs up and upgrades a vault of format 1`() throws {
        let file = VaultFile(folder: vault.folder)
        let written = Self.synthetic.deletingLastPathComponent().appending(path: "format-1.vault")
        try FileManager.default.copyItem(atPath: written.path, toPath: file.path)
        let opened = try #require(try file.open()).unlock(passphrase: Self.passphrase)
        try opened.verify()
        #expect(try VaultFormat.version(of: connection()) == VaultFormat.current)
        let id = try #require(RecordIdentifier("6128e05bb94b55c23685828242f67149"))
        #expect(try opened.record(id).login.password == Secret("pässword 1"))
        let found = try opened.transaction { transaction in
            var found: [RecordIdentifier] = []
            try transaction.forEachOverview(matching: [.user("jane@example.com", host: "example.com")]) {
                found.append($0.id)
            }
            return found
        }
        #expect(found == [id])
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .upgrade)
        // The backup keeps the older format and can be opened.
        let copy = try DatabaseQueue(path: backup.path, configuration: VaultDatabase.configuration(readOnly: true))
        #expect(try VaultFormat.version(of: copy) == 1)
        try opened.replaceRecords(with: VaultBackups.open(backup.path).unlock(passphrase: Self.passphrase))
        #expect(try opened.record(id).login.password == Secret("pässword 1"))
    }

    @Test func `throws for an older format without an upgrade step and changes nothing`() throws {
        let file = try olderFile([:])
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        #expect(throws: VaultError.olderFormat(0)) { try file.open() }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
        // Repeated backups would push out older ones.
        #expect(file.backups.list().isEmpty)
    }

    @Test func `makes a backup, then runs all upgrade steps in one transaction`() async throws {
        try await vault.fill([.test("example.com")])
        let database = try connection()
        try file.upgrade(
            database, to: 4,
            by: [
                2: { try $0.execute(sql: "CREATE TABLE first (one)") },
                3: { try $0.execute(sql: "ALTER TABLE first RENAME TO second") },
            ], at: TestVault.now)
        #expect(try VaultFormat.version(of: database) == 4)
        #expect(try await database.read { try $0.tableExists("second") })
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .upgrade)
        #expect(
            try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase)).overviews().count == 1)
        // A newer format is rejected and left unchanged.
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        #expect(throws: VaultError.newerFormat(4)) { try vault.open() }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
        #expect(file.backups.list().count == 1)
    }

    @Test func `leaves the vault unchanged if an upgrade step fails`() async throws {
        try await vault.fill([.test("example.com")])
        let before = try Data(contentsOf: URL(filePath: file.path))
        #expect(throws: VaultError.self) {
            try file.upgrade(
                connection(), to: 4,
                by: [2: { try $0.execute(sql: "CREATE TABLE first (one)") }, 3: { _ in throw Broken() }],
                at: TestVault.now)
        }
        #expect(try Data(contentsOf: URL(filePath: file.path)).count == before.count)
        #expect(try vault.open().overviews().count == 1)
    }

    @Test func `does not upgrade if the backup fails`() async throws {
        try await vault.fill()
        try Data().write(to: file.backups.folder)
        #expect(throws: VaultError.self) {
            try file.upgrade(
                connection(), to: 3, by: [2: { try $0.execute(sql: "CREATE TABLE first (one)") }], at: TestVault.now)
        }
        #expect(try VaultFormat.version(of: connection()) == 2)
        #expect(try vault.open().overviews().count == 0)
    }
}
