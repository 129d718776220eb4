import Foundation
import GRDB
import LatchkeyCore
import Testing

@testable import LatchkeyVault
@testable import LatchkeyVaultProvider

@Suite struct `Vault of an older format` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private var file: VaultFile { VaultFile(folder: vault.folder) }
    private func connection() throws -> DatabaseQueue {
        try DatabaseQueue(path: file.path, configuration: VaultDatabase.configuration())
    }

    private struct Broken: Error {}

    /// Today's format with its tables under other names, as a format before it might have been: there was none.
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

    /// The older file in the vault's place.
    private func olderFile(_ steps: VaultFormat.Steps) throws -> VaultFile {
        let file = VaultFile(folder: vault.folder, steps: steps)
        try FileManager.default.copyItem(atPath: Self.synthetic.path, toPath: file.path)
        return file
    }

    @Test func `is read whole when it is opened, and its copy stays what it was`() throws {
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
        // Opened again it is as new as can be.
        #expect(try #require(try file.open()).unlock(passphrase: Self.passphrase).overviews(all).count == 4)
        #expect(file.backups.list() == [backup])
    }

    @Test func `comes back from its copy after the upgrade`() async throws {
        let file = try olderFile(Self.steps)
        let access = VaultAccess(file: file, keychain: vault.keychain.keychain)
        let opened = try #require(try access.open()).unlock(passphrase: Self.passphrase)
        try opened.add(.test("example.com"))
        let backup = try #require(file.backups.list().first)
        let old = try VaultBackups.open(backup.path, steps: Self.steps).unlock(passphrase: Self.passphrase)
        #expect(try await access.restore(old, at: backup.path).isSameVault)
        #expect(try opened.overviews(OverviewQuery(scope: .everything)).count == 3)
        // Also where the vault is gone, whole and in today's format.
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try await !access.restore(old, at: backup.path).isSameVault)
        let vault = try #require(try VaultFile(folder: vault.folder).open()).unlock(passphrase: Self.passphrase)
        try vault.verify()
    }

    /// A file that Latchkey wrote when that was the format.
    @Test func `that Latchkey once wrote is copied, upgraded and read whole`() throws {
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
            try transaction.forEachOverview(of: [.user("jane@example.com", host: "example.com")]) {
                found.append($0.id)
            }
            return found
        }
        #expect(found == [id])
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .upgrade)
        // The copy is of the older format still, and opens by itself.
        let copy = try DatabaseQueue(path: backup.path, configuration: VaultDatabase.configuration(readOnly: true))
        #expect(try VaultFormat.version(of: copy) == 1)
        try opened.replaceRecords(with: VaultBackups.open(backup.path).unlock(passphrase: Self.passphrase))
        #expect(try opened.record(id).login.password == Secret("pässword 1"))
    }

    @Test func `that nobody knows the way from stays as it is, and says so`() throws {
        let file = try olderFile([:])
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        #expect(throws: VaultError.olderFormat(0)) { try file.open() }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
        // Copies of it would push out those of before.
        #expect(file.backups.list().isEmpty)
    }

    @Test func `is copied, then upgraded step by step in one transaction`() async throws {
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
        // What this version cannot read stays as it is, and says so.
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        #expect(throws: VaultError.newerFormat(4)) { try vault.open() }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
        #expect(file.backups.list().count == 1)
    }

    @Test func `is as it was when a step fails`() async throws {
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

    @Test func `is not touched when it cannot be copied`() async throws {
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
