import Foundation
import GRDB
import LatchkeyCore
import Testing

@testable import LatchkeyVault

@Suite struct `New vault key` {
    private static func rekey(_ vault: UnlockedVault) throws -> CreatedVault {
        try vault.rekey(passphrase: VaultFile.passphrase, cost: VaultFile.cheapest)
    }

    /// Every value that is sealed or derived from the vault key.
    private static func sealedValues(of file: VaultFile) throws -> Set<Data> {
        try file.open().read { db in
            var values: Set<Data> = []
            for query in [
                "SELECT overview FROM records", "SELECT details FROM records", "SELECT sealed FROM accounts",
                "SELECT sealed FROM inbox", "SELECT digest FROM history", "SELECT wrapped FROM slots",
                "SELECT key_check FROM vault", "SELECT inbox_key FROM vault", "SELECT manifest FROM vault",
            ] {
                values.formUnion(try Data.fetchAll(db, sql: query))
            }
            return values
        }
    }

    @Test func `seals records, index, slots and inbox again and keeps their content`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let old = created.vault
        let ids = [try old.add(.full).id, try old.add(.simple(1)).id, try old.add(.simple(2)).id]
        try old.remove(ids[2])
        try LockedVault(file.open()).deposit(
            InboxProposal(reason: .submittedLogin, user: "u", password: Secret("p"), sites: [], proposed: Date()))
        let (records, inbox, mark) = (try ids.map { try old.record($0) }, try old.inbox(), try old.mark())
        let values = try Self.sealedValues(of: file)

        let rekeyed = try Self.rekey(old)
        let vault = rekeyed.vault
        try vault.verify()
        for (id, before) in zip(ids, records) {
            let after = try vault.record(id)
            var (expected, overview) = (before.login, before.overview)
            // Its digests belong to no password of the login.
            expected.gitUse = GitUse()
            overview.passwordDigest = expected.password.flatMap(vault.keys.digest)
            #expect(after.login == expected && after.overview == overview)
        }
        #expect(try vault.inbox() == inbox)
        #expect(try Self.sealedValues(of: file).isDisjoint(with: values))
        #expect(vault.identifier == old.identifier && vault.vaultKey != old.vaultKey)
        #expect(try vault.compare(with: mark) == .newerWithoutProof)
        #expect(try vault.found([.user("user1", host: "site1.example")]) == [ids[1]])
        // The file is an ordinary vault afterwards.
        try vault.edit(ids[1]) { $0.title = "Changed" }
        try vault.changePassphrase(to: Secret("another"), cost: VaultFile.cheapest)
        try LockedVault(file.open()).unlock(passphrase: Secret("another")).verify()
    }

    @Test func `the passphrase opens the vault, and the old key, code and sessions do not`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let id = try created.vault.add(.simple(1)).id
        let copy = try LockedVault(DatabaseQueue(path: file.copy(named: "copy")))
        let rekeyed = try Self.rekey(created.vault)
        let locked = try LockedVault(file.open())
        #expect(try file.unlock().record(id).login.title == "Site 1")
        #expect(try locked.unlock(recoveryCode: rekeyed.recoveryCode).vaultKey == rekeyed.vault.vaultKey)
        #expect(vaultError { _ = try locked.unlock(vaultKey: created.vault.vaultKey) } == .wrongVaultKey)
        #expect(vaultError { _ = try locked.unlock(recoveryCode: created.recoveryCode) } == .wrongRecoveryCode)
        #expect(vaultError { _ = try created.vault.record(id) } == .wrongVaultKey)
        #expect(vaultError { try created.vault.add(.simple(2)) } == .wrongVaultKey)
        #expect(vaultError { _ = try Self.rekey(created.vault) } == .wrongVaultKey)
        // An older copy opens as before.
        #expect(try copy.unlock(passphrase: VaultFile.passphrase).vaultKey == created.vault.vaultKey)
        #expect(try copy.unlock(recoveryCode: created.recoveryCode).record(id).login.title == "Site 1")
    }

    @Test func `git's use of a login survives for the passwords that the login has`() throws {
        let old = try VaultFile().create().vault
        let id = try old.add(.simple(1)).id
        let password = Secret("password 1")
        let digest = try #require(old.keys.digest(of: password))
        let foreign = try #require(PasswordDigest(bytes: [UInt8](1...16)))
        try old.edit(id) {
            $0.gitUse.stored = digest
            $0.gitUse.reject(digest, at: "https://one.example")
            $0.gitUse.reject(foreign, at: "https://two.example")
        }
        let vault = try Self.rekey(old).vault
        let record = try vault.record(id)
        #expect(record.login.gitUse.stored == vault.keys.digest(of: password))
        #expect(record.gitRejections == ["https://one.example"])
        #expect(record.login.gitUse.rejections.count == 1)
        #expect(record.overview.contents.contains(.onlyForGit))
        #expect(record.overview.contents.contains(.rejectedByGit))
    }

    @Test func `a token that git stored stays for git only after a rekey`() throws {
        let old = try VaultFile().create().vault
        let id = try old.add(.simple(1)).id
        let digest = try #require(old.keys.digest(of: Secret("password 1")))
        try old.edit(id) {
            $0.gitUse.stored = digest
            $0.gitUse.noteUseByUser()
        }
        let vault = try Self.rekey(old).vault
        #expect(try vault.record(id).login.gitUse.token == vault.keys.digest(of: Secret("password 1")))
        #expect(try vault.overview(id).contents.contains(.onlyForGit))
    }

    @Test func `refuses a slot of a later version and leaves the old key`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try vault.change { transaction in
            let slot = KeySlot(identifier: RecordIdentifier(), kind: 9, parameters: [1], wrapped: [2])
            try slot.insert(in: transaction.db, vault: vault.identifier)
            let slots = try KeySlot.all(in: transaction.db, vault: vault.identifier)
            transaction.manifest.slots = KeySlot.digest(of: slots, with: vault.keys)
            transaction.manifest.revision += 1
        }
        #expect(vaultError { _ = try Self.rekey(vault) } == .unknownData)
        #expect(try file.unlock().vaultKey == vault.vaultKey)
    }

    @Test(arguments: ["DELETE FROM records WHERE revision = 1", "UPDATE records SET details = zeroblob(99)"])
    func `does not seal a damaged vault`(damage: String) throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        try vault.add(.simple(1))
        try vault.add(.simple(2))
        try file.open().write { try $0.execute(sql: damage) }
        let before = try Data(contentsOf: URL(filePath: file.path))
        guard case .damaged? = vaultError({ _ = try Self.rekey(vault) }) else {
            Issue.record("the damage was not found")
            return
        }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
    }
}
