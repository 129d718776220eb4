import Foundation
import GRDB
import LatchkeyCore
import Testing

@testable import LatchkeyVault

@Suite struct `Git's use of a login` {
    private let password = Secret("password 1")

    private func vaultWithLogin() throws -> (vault: UnlockedVault, id: RecordIdentifier, digest: PasswordDigest) {
        let vault = try VaultFile().create().vault
        return (vault, try vault.add(.simple(1)).id, try #require(vault.keys.digest(of: password)))
    }

    @Test func `a stored password stays git's until it changes or a page sends it`() throws {
        let (vault, id, digest) = try vaultWithLogin()
        func isGits() throws -> Bool { try vault.overview(id).contents.contains(.onlyForGit) }
        #expect(try !isGits())
        try vault.edit(id) { $0.gitUse.stored = digest }
        #expect(try isGits())
        try vault.edit(id) { $0.gitUse.noteUseByUser() }
        #expect(try isGits())
        #expect(try vault.record(id).login.gitUse.stored == nil)
        try vault.edit(id) { $0.password = Secret("another") }
        #expect(try !isGits())
        try vault.edit(id) { $0.password = password }
        #expect(try isGits())
        try vault.edit(id) { $0.gitUse.noteSubmission() }
        #expect(try !isGits())
    }

    @Test func `a use marks the password that an older version stored for git`() throws {
        let (vault, id, digest) = try vaultWithLogin()
        try vault.edit(id) { $0.gitUse.stored = digest }
        try vault.transaction { transaction in
            let old = try transaction.record(id)
            var overview = old.overview
            overview.contents.remove(.onlyForGit)
            overview.revision = transaction.manifest.revision + 1
            let reading = RecordReading(
                transaction.db, header: transaction.header, keys: vault.keys, manifest: transaction.manifest)
            let before = try reading.stored(id)
            let after = try StoredRecord(overview, old.login, vault: vault.identifier, keys: vault.keys)
            try transaction.db.execute(
                sql: "UPDATE records SET revision = ?, overview = ?, details = ? WHERE identifier = ?",
                arguments: [
                    try after.revision.stored, Data(after.overview), after.details.map { Data($0) }, Data(id.bytes),
                ])
            transaction.manifest.revision += 1
            transaction.manifest.records.remove(before.element(with: vault.keys))
            transaction.manifest.records.add(after.element(with: vault.keys))
        }
        #expect(try !vault.overview(id).contents.contains(.onlyForGit))
        try vault.markUsed(id)
        #expect(try vault.overview(id).contents.contains(.onlyForGit))
        try vault.verify()
    }
}
