import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Locked vault` {
    @Test func `a vault opens with passphrase, recovery code and vault key`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let id = try created.vault.add(.full).id
        let locked = LockedVault(try file.open())
        let typed = try RecoveryCode(typed: Secret(created.recoveryCode.formatted.reveal().lowercased()))
        for vault in [
            try locked.unlock(passphrase: VaultFile.passphrase), try locked.unlock(recoveryCode: typed),
            try locked.unlock(vaultKey: created.vault.vaultKey),
        ] {
            #expect(try vault.record(id).login == Login.full)
        }
    }

    @Test func `distinguishes a wrong passphrase, code or key from damage`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let locked = LockedVault(try file.open())
        #expect(vaultError { _ = try locked.unlock(passphrase: Secret("other")) } == .wrongPassphrase)
        #expect(vaultError { _ = try locked.unlock(passphrase: Secret("")) } == .wrongPassphrase)
        #expect(vaultError { _ = try locked.unlock(recoveryCode: RecoveryCode()) } == .wrongRecoveryCode)
        #expect(vaultError { _ = try locked.unlock(vaultKey: .random(count: 32)) } == .wrongVaultKey)
        #expect(vaultError { _ = try locked.unlock(vaultKey: .random(count: 31)) } == .wrongVaultKey)
        try file.open().write { try $0.execute(sql: "UPDATE slots SET wrapped = zeroblob(60) WHERE kind = 2") }
        #expect(vaultError { _ = try locked.unlock(passphrase: Secret("other")) } == .damaged(.keySlots))
        #expect(vaultError { _ = try locked.unlock(recoveryCode: created.recoveryCode) } == .damaged(.keySlots))
    }

    @Test func `distinguishes a damaged header from a wrong passphrase`() throws {
        let file = try VaultFile()
        let created = try file.create()
        // An attacker can also correct the checksum, because it has no key.
        let header = VaultHeader(
            identifier: created.vault.identifier,
            keyCheck: [UInt8](repeating: 7, count: created.vault.keys.check.count),
            inboxKey: created.vault.keys.inbox.publicKey)
        try file.open().write { db in
            let manifest = try #require(try Data.fetchOne(db, sql: "SELECT manifest FROM vault"))
            try db.execute(sql: "DELETE FROM vault")
            try header.insert(manifest: Array(manifest), in: db)
        }
        let locked = LockedVault(try file.open())
        #expect(vaultError { _ = try locked.unlock(passphrase: VaultFile.passphrase) } == .damaged(.header))
        #expect(vaultError { _ = try locked.unlock(recoveryCode: created.recoveryCode) } == .damaged(.header))
        #expect(vaultError { _ = try locked.unlock(passphrase: Secret("other")) } == .wrongPassphrase)
    }

    @Test func `the work limit applies to all key slots together`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault.identifier
        // After the existing slot, add one that needs the whole work limit.
        let cost = try Argon2Cost(memoryKiB: Argon2Cost.memoryLimitKiB, passes: 8, lanes: 1)
        let last = try #require(RecordIdentifier(bytes: [UInt8](repeating: 0xFF, count: 16)))
        let salt = [UInt8](repeating: 7, count: 16)
        let bomb = KeySlot(
            identifier: last, kind: KeySlot.Kind.passphrase,
            parameters: PassphraseParameters(cost: cost, salt: salt).encoded, wrapped: [UInt8](repeating: 7, count: 60))
        try file.open().write { try bomb.insert(in: $0, vault: vault) }
        let locked = LockedVault(try file.open())
        #expect(vaultError { _ = try locked.unlock(passphrase: Secret("other")) } == .keyDerivationRefused)
        #expect(vaultError { _ = try locked.unlock(passphrase: VaultFile.passphrase) } == .damaged(.keySlots))
    }

    @Test(.timeLimit(.minutes(3))) func `rejects a table name of many combining marks quickly`() throws {
        let file = try VaultFile()
        _ = try file.create()
        let name = "a" + String(repeating: "\u{301}\u{316}", count: 200_000)
        try file.open().write { try $0.execute(sql: "CREATE TABLE \"\(name)\" (a)") }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.schema))
    }

    @Test func `a vault consists of one file`() throws {
        let file = try VaultFile()
        _ = try file.create().vault.add(.full)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == ["test.vault"])
    }

    @Test func `a vault file contains no plain text of a login`() throws {
        let file = try VaultFile()
        _ = try file.create().vault.add(.full)
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        for text in [
            "Example", "jane", "pässword", "example", "JBSWY", "private key", "line one", "older", "1234", "PIN",
        ] {
            #expect(bytes.firstRange(of: Data(text.utf8)) == nil)
        }
    }

    @Test func `does not create a vault in a database that is not empty`() throws {
        let file = try VaultFile()
        _ = try file.create()
        #expect(vaultError { _ = try file.create() } == .alreadyExists)
        #expect(try file.unlock().overviews().count == 0)
    }

    @Test func `reads the status of a vault without its key`() throws {
        let file = try VaultFile()
        let created = try file.create()
        _ = try created.vault.add(.full)
        let status = try LockedVault(file.open()).status()
        #expect(status.identifier == created.vault.identifier)
        #expect(status.format == VaultFormat.current)
        #expect(Set(status.slots) == [.passphrase, .recoveryCode])
        #expect(status.recordCount == 1)
        #expect(status.proposalCount == 0)
    }

    // MARK: Files that are not vaults

    private static func error(opening bytes: Data) throws -> VaultError? {
        let file = try VaultFile()
        try bytes.write(to: URL(filePath: file.path))
        defer { #expect((try? Data(contentsOf: URL(filePath: file.path))) == bytes, "opening changed the file") }
        do {
            _ = try LockedVault(file.open()).unlock(passphrase: VaultFile.passphrase)
            return nil
        } catch let error as DatabaseError {
            return VaultError(error)
        } catch {
            return error as? VaultError
        }
    }

    @Test func `rejects empty files and arbitrary bytes`() throws {
        #expect(try Self.error(opening: Data()) == .notAVault)
        #expect(try Self.error(opening: Data("not a vault at all, but long enough to be looked at".utf8)) == .notAVault)
        #expect(try Self.error(opening: Data(repeating: 0, count: 8192)) == .notAVault)
    }

    @Test func `rejects another program's database`() throws {
        let file = try VaultFile()
        try file.open().write { try $0.execute(sql: "CREATE TABLE logins (a)") }
        #expect(vaultError { _ = try file.unlock() } == .notAVault)
        #expect(vaultError { _ = try file.create() } == .alreadyExists)
    }

    @Test func `rejects a truncated vault file`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        for number in 0..<30 { try vault.add(.simple(number)) }
        let whole = try Data(contentsOf: URL(filePath: file.path))
        for length in stride(from: 1, to: whole.count, by: 997) {
            let cut = try VaultFile()
            try whole.prefix(length).write(to: URL(filePath: cut.path))
            do {
                let vault = try LockedVault(cut.open()).unlock(passphrase: VaultFile.passphrase)
                try vault.verify()
                Issue.record("\(length) of \(whole.count) bytes opened")
            } catch let error as DatabaseError {
                #expect([.notAVault, .damaged(.file)].contains(VaultError(error)))
            } catch {
                #expect(error is VaultError)
            }
        }
    }

    @Test(arguments: ["vault", "slots", "records", "history", "inbox"])
    func `detects a missing table`(table: String) throws {
        let file = try VaultFile()
        _ = try file.create()
        try file.open().write { try $0.execute(sql: "DROP TABLE \(table)") }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.schema))
    }

    @Test(arguments: [
        "CREATE TABLE more (a)", "CREATE VIEW more AS SELECT 1", "CREATE INDEX more ON records (kind)",
        "CREATE TRIGGER more AFTER INSERT ON records BEGIN DELETE FROM slots; END",
        "ALTER TABLE records ADD COLUMN more ANY",
    ])
    func `rejects additional objects and columns in the schema`(statement: String) throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try file.open().write { try $0.execute(sql: statement) }
        #expect(vaultError { _ = try file.unlock() } == .damaged(.schema))
        #expect(vaultError { try vault.add(.full) } == .damaged(.schema))
    }

    // MARK: Versions

    @Test func `rejects a later format and reports its number`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try file.open().write { try $0.execute(sql: "PRAGMA user_version = 3") }
        #expect(vaultError { _ = try file.unlock() } == .newerFormat(3))
        #expect(vaultError { try vault.add(.full) } == .newerFormat(3))
        #expect(try VaultFormat.version(of: file.open()) == 3)
        #expect(vaultError { try VaultFormat.upgrade(file.open()) } == .newerFormat(3))
    }

    @Test func `upgrades step by step, or changes nothing`() throws {
        let file = try VaultFile()
        _ = try file.create()
        let queue = try file.open()
        let steps: VaultFormat.Steps = [
            2: { try $0.execute(sql: "CREATE TABLE three (a)") },
            3: { try $0.execute(sql: "CREATE TABLE four (a)") },
        ]
        #expect(vaultError { try VaultFormat.upgrade(queue, to: 5, by: steps) } == .olderFormat(4))
        #expect(try VaultFormat.version(of: queue) == 2)
        #expect(try queue.read { try !$0.tableExists("three") })
        try VaultFormat.upgrade(queue, to: 4, by: steps)
        #expect(try VaultFormat.version(of: queue) == 4)
        #expect(try queue.read { try $0.tableExists("four") })
    }

    @Test func `an upgrade to the current format does not change the file`() throws {
        let file = try VaultFile()
        _ = try file.create()
        let before = try Data(contentsOf: URL(filePath: file.path))
        try VaultFormat.upgrade(file.open())
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
    }
}
