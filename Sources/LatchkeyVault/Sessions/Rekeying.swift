import Foundation
import GRDB
package import LatchkeyCore

extension UnlockedVault {
    /// Replaces the vault key, and seals the whole vault with the new one in one transaction.
    ///
    /// The vault's identifier stays, and so do the identifiers and revisions of its records. The history starts again.
    /// Sessions and stored keys with the old key no longer open the vault: they get ``VaultError/wrongVaultKey``. Older
    /// copies of the file keep the old key, and open with their own passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase that opens the vault afterwards; usually the present one.
    ///   - willCommit: Called with the anchor of the new state, right before that state is written.
    /// - Returns: A session with the new key, and a new recovery code in place of the old one.
    /// - Throws: ``VaultError/unknownData`` if the vault has records or slots of a later version.
    package func rekey(
        passphrase: Secret, cost: Argon2Cost, willCommit: (VaultAnchor) -> Void = { _ in }
    ) throws(VaultError) -> CreatedVault {
        let newKeys = VaultKeys(vaultKey: .random(count: VaultKeys.vaultKeyByteCount), vault: identifier)
        let code = RecoveryCode()
        // Before the transaction, because other writers wait during it.
        let slots = [
            try KeySlot.wrapping(newKeys.vaultKey, of: identifier, with: passphrase, cost: cost),
            KeySlot.wrapping(newKeys.vaultKey, of: identifier, with: code),
        ]
        let newHeader = VaultHeader(
            identifier: identifier, keyCheck: newKeys.check, inboxKey: newKeys.inbox.publicKey)
        let mark = try VaultError.translating {
            try database.write { db in
                let old = try openManifest(db)
                try replaceSlots(with: slots, in: db, old)
                var new = Manifest(
                    chain: History.start(with: newKeys, vault: identifier),
                    slots: KeySlot.digest(of: slots, with: newKeys), created: old.created)
                new.revision = old.revision + 1
                new.baseRevision = new.revision
                try db.execute(sql: "DELETE FROM history")
                new.records = try resealRecords(in: db, with: newKeys, old)
                new.recordCount = old.recordCount
                try resealInbox(in: db, with: newKeys)
                try db.execute(sql: "DELETE FROM vault")
                try newHeader.insert(manifest: new.sealed(with: newKeys, for: newHeader), in: db)
                let mark = VaultMark(vault: identifier, revision: new.revision, chain: new.chain)
                willCommit(VaultAnchor(mark: mark, inboxKey: newHeader.inboxKey, date: clock.now()))
                return mark
            }
        }
        let vault = UnlockedVault(database, header: newHeader, keys: newKeys, clock: clock, seen: mark)
        return CreatedVault(vault: vault, recoveryCode: code)
    }

    private func replaceSlots(with new: [KeySlot], in db: Database, _ manifest: Manifest) throws {
        let old = try KeySlot.all(in: db, vault: identifier)
        guard KeySlot.digest(of: old, with: keys) == manifest.slots else { throw VaultError.damaged(.keySlots) }
        // The new key cannot be wrapped in a way that only a later version knows.
        guard old.allSatisfy({ KeySlot.Kind.all.contains($0.kind) }) else { throw VaultError.unknownData }
        for kind in KeySlot.Kind.all { try KeySlot.delete(kind: kind, in: db) }
        for slot in new { try slot.insert(in: db, vault: identifier) }
    }

    /// Seals every record with the new keys, and rebuilds the account index.
    ///
    /// - Returns: The set hash of the new records.
    private func resealRecords(
        in db: Database, with newKeys: VaultKeys, _ manifest: Manifest
    ) throws -> MultisetHash {
        var (oldSet, newSet) = (MultisetHash(), MultisetHash())
        var count: UInt64 = 0
        var accounts = AccountIndex(db, vault: identifier, keys: newKeys)
        try accounts.reset()
        for name in try Self.identifiers(in: db, of: "records") {
            let statement = try db.cachedStatement(
                sql: "SELECT identifier, kind, revision, overview, details FROM records WHERE identifier = ?")
            guard let row = try Row.fetchOne(statement, arguments: [name]) else { throw VaultError.damaged(.recordSet) }
            let stored = try StoredRecord(row, withDetails: true)
            guard stored.kind == StoredRecord.Kind.login else { throw VaultError.unknownData }
            oldSet.add(stored.element(with: keys))
            count += 1
            let record = try stored.open(vault: identifier, keys: keys)
            let (overview, login) = record.redigested(from: keys, to: newKeys)
            let sealed = try StoredRecord(overview, login, vault: identifier, keys: newKeys)
            try db.cachedStatement(sql: "UPDATE records SET overview = ?, details = ? WHERE identifier = ?")
                .execute(arguments: [Data(sealed.overview), sealed.details.map { Data($0) }, name])
            newSet.add(sealed.element(with: newKeys))
            try accounts.update(from: nil, to: overview)
        }
        try accounts.write()
        guard count == manifest.recordCount, oldSet == manifest.records else { throw VaultError.damaged(.recordSet) }
        return newSet
    }

    /// Seals the inbox's entries to the new public key; entries that cannot be opened stay as they are.
    private func resealInbox(in db: Database, with newKeys: VaultKeys) throws {
        for name in try Self.identifiers(in: db, of: "inbox") {
            let row = try Row.fetchOne(db, sql: "SELECT sealed FROM inbox WHERE identifier = ?", arguments: [name])
            guard let sealed = row?.bytes(0), sealed.count <= InboxProposal.sealedByteLimit,
                var bytes = keys.inbox.open(sealed)
            else { continue }
            defer { bytes.wipe() }
            guard let resealed = InboxKeyPair.seal(bytes, to: newKeys.inbox.publicKey) else { continue }
            try db.execute(
                sql: "UPDATE inbox SET sealed = ? WHERE identifier = ?", arguments: [Data(resealed), name])
        }
    }

    private static func identifiers(in db: Database, of table: String) throws -> [Data] {
        var names: [Data] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier FROM \(table)")
        while let row = try rows.next() {
            guard let name = row.bytes(0) else { throw VaultError.damaged(.recordSet) }
            names.append(Data(name))
        }
        return names
    }
}

extension Record {
    /// The record with the digests of its passwords under other keys.
    ///
    /// Drops digests of passwords that the login no longer has, because they cannot be computed again.
    fileprivate func redigested(from old: VaultKeys, to new: VaultKeys) -> (overview: Overview, login: Login) {
        var (overview, login) = (overview, login)
        var digests: [PasswordDigest: PasswordDigest] = [:]
        for password in [login.password].compactMap(\.self) + login.history.map(\.password) {
            if let before = old.digest(of: password), let after = new.digest(of: password) { digests[before] = after }
        }
        login.gitUse = login.gitUse.replacingDigests(with: digests)
        overview.passwordDigest = login.password.flatMap(new.digest)
        return (overview, login)
    }
}
