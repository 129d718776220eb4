import AuthenticationServices
import Foundation
import GRDB
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@Suite struct `Vault backups` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private var file: VaultFile { VaultFile(folder: vault.folder) }
    private var names: [String] { file.backups.list().map(\.name) }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.backups.folder.path).sorted()
    }

    @discardableResult
    private func make(_ occasion: VaultBackups.Occasion, after seconds: Double = 0) throws -> VaultBackups.Backup {
        let locked = try #require(try file.open())
        return try file.backups.make(
            of: locked, key: try vault.open().vaultKey, for: occasion, at: TestVault.now + seconds)
    }

    @Test func `makes a complete backup that only its owner can read`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        let backup = try await vault.access.backUp(vault.open(), for: .request)
        #expect(backup.name == "vault-20270115T080000Z-backup.sqlite")
        #expect(file.backups.list() == [backup])
        let attributes = try FileManager.default.attributesOfItem(atPath: backup.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let folder = try FileManager.default.attributesOfItem(atPath: file.backups.folder.path)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        let opened = try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase))
        try opened.verify()
        #expect(try opened.record(id).login.password == Secret("hunter2"))
        #expect(try files() == [backup.name])
    }

    @Test func `keeps the newest five automatic backups and all requested ones`() async throws {
        try await vault.fill()
        let open = try vault.open()
        try make(.request, after: -10)
        for number in 0..<7 {
            try open.add(.test("site\(number).example"))
            try make(.import, after: Double(number))
        }
        #expect(
            names == [
                "vault-20270115T080006Z-import.sqlite", "vault-20270115T080005Z-import.sqlite",
                "vault-20270115T080004Z-import.sqlite", "vault-20270115T080003Z-import.sqlite",
                "vault-20270115T080002Z-import.sqlite", "vault-20270115T075950Z-backup.sqlite",
            ])
    }

    @Test func `backups of the bin do not push out the others`() async throws {
        try await vault.fill()
        let open = try vault.open()
        for number in 0..<4 {
            try open.add(.test("site\(number).example"))
            try make(number == 0 ? .import : .bin, after: Double(number))
        }
        #expect(
            names == [
                "vault-20270115T080003Z-bin.sqlite", "vault-20270115T080002Z-bin.sqlite",
                "vault-20270115T080000Z-import.sqlite",
            ])
    }

    @Test func `keeps the backups of a lost vault after a new one is created`() async throws {
        try await vault.fill([.test("example.com")])
        try make(.import)
        let lost = names
        try FileManager.default.removeItem(at: vault.folder.appending(path: "vault.sqlite"))
        await #expect(throws: VaultError.alreadyExists) {
            try await vault.access.create(passphrase: Secret(TestVault.passphrase))
        }
        let new = try await vault.access.create(passphrase: Secret(TestVault.passphrase), replacingLost: true).vault
        for number in 1...7 {
            try new.add(.test("site\(number).example"))
            try make(.import, after: Double(number))
        }
        #expect(names.count == 6)
        #expect(names.suffix(1) == lost)
    }

    @Test func `skips a backup if nothing changed and numbers backups of one second`() async throws {
        try await vault.fill()
        try make(.import)
        try make(.passphrase, after: 60)
        #expect(names == ["vault-20270115T080000Z-import.sqlite"])
        try vault.open().add(.test("example.com"))
        try make(.import)
        #expect(names == ["vault-20270115T080000Z-import-2.sqlite", "vault-20270115T080000Z-import.sqlite"])
    }

    @Test func `never overwrites a file with a copy of the vault`() async throws {
        try await vault.fill()
        let path = vault.folder.appending(path: "mine").path
        try Data("mine".utf8).write(to: URL(filePath: path))
        await #expect(throws: VaultError.alreadyExists) { try await vault.access.copy(vault.open(), to: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    }

    @Test func `keeps no backup of a damaged vault`() async throws {
        try await vault.fill([.test("example.com")])
        let open = try vault.open()
        try vault.damageDetails()
        await #expect(throws: VaultError.self) { try await vault.access.backUp(open, for: .import) }
        #expect(try files() == [])
    }

    @Test func `backs up before a passphrase change; the backup opens with the old passphrase`() async throws {
        try await vault.fill([.test("example.com")])
        try await vault.access.changePassphrase(of: vault.open(), to: Secret("quite another passphrase"))
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .passphrase)
        #expect(throws: VaultError.wrongPassphrase) { try vault.open() }
        #expect(
            try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase)).overviews().count == 1)
    }

    @Test func `backs up before a new key; the backup opens and restores with its passphrase`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        let old = try vault.open()
        let rekeyed = try await vault.access.rekey(old, passphrase: Secret(TestVault.passphrase))
        guard case .unlocked(let current) = try await vault.access.state() else {
            Issue.record("the vault was unlocked and is locked now")
            return
        }
        #expect(current.vaultKey == rekeyed.vault.vaultKey && current.vaultKey != old.vaultKey)
        try current.purge(current.remove(id).removedID)
        let backup = try #require(file.backups.list().first)
        #expect(backup.occasion == .rekey)
        let opened = try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase))
        #expect(opened.vaultKey == old.vaultKey)
        _ = try await vault.access.restore(opened, at: backup.path)
        #expect(try vault.open().overviews().overviews.map(\.id) == [id])
    }

    @Test func `a locked vault stays locked after a new key`() async throws {
        try await vault.fill(locked: true)
        _ = try await vault.access.rekey(vault.open(), passphrase: Secret(TestVault.passphrase))
        #expect(vault.keychain.isEmpty)
    }

    @Test func `restores a backup of the same vault as one change and keeps the previous state`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        let session = try vault.open()
        let backup = try make(.request)
        try session.purge(session.remove(id).removedID)
        try session.add(.test("later.example"))
        let opened = try VaultBackups.open(backup.path).unlock(vaultKey: session.vaultKey)
        let restored = try await vault.access.restore(opened, at: backup.path)
        #expect(restored.isSameVault)
        #expect(try session.overviews().overviews.map(\.id) == [id])
        let kept = try VaultBackups.open(#require(restored.kept)).unlock(vaultKey: session.vaultKey)
        #expect(try kept.overviews().overviews.map(\.title) == ["later.example"])
    }

    @Test func `replaces a damaged vault with a backup and keeps the damaged file`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        let backup = try make(.request)
        let damaged = Data("no database any more".utf8)
        try damaged.write(to: URL(filePath: file.path))
        try Data("its journal".utf8).write(to: URL(filePath: file.path + "-journal"))
        let opened = try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase))
        let restored = try await vault.access.restore(opened, at: backup.path)
        #expect(!restored.isSameVault)
        #expect(try vault.open().record(id).login.password == Secret("hunter2"))
        let kept = try #require(restored.kept)
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged)
        #expect(!FileManager.default.fileExists(atPath: file.path + "-journal"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `does not restore a damaged backup`() async throws {
        try await vault.fill([.test("example.com")])
        let backup = try make(.request)
        try await DatabaseQueue(path: backup.path).write { db in
            try db.execute(sql: "UPDATE records SET details = zeroblob(100)")
        }
        let opened = try VaultBackups.open(backup.path).unlock(passphrase: Secret(TestVault.passphrase))
        await #expect(throws: VaultError.self) { try await vault.access.restore(opened, at: backup.path) }
        #expect(try vault.open().overviews().count == 1)
    }
}

extension Change {
    fileprivate var removedID: RecordIdentifier {
        switch self {
        case .added(let overview), .removed(let overview), .changed(from: _, to: let overview): overview.id
        }
    }
}
