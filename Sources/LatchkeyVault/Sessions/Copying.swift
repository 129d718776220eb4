import Foundation
public import GRDB

extension LockedVault {
    /// Copies the whole sealed vault into an empty database.
    ///
    /// This needs no key.
    ///
    /// The copy is one consistent state; other writers wait. After an error the caller deletes the other database.
    public func copy(to other: any DatabaseWriter) throws(VaultError) {
        try VaultError.translating { try database.backup(to: other) }
    }

    /// Whether two copies of a vault are equal except for their inboxes.
    ///
    /// Compares the sealed manifests, which every other change rewrites.
    public func hasSameRecords(as other: LockedVault) throws(VaultError) -> Bool {
        try VaultError.translating {
            let own = try database.read { try VaultHeader.read(from: $0) }
            let others = try other.database.read { try VaultHeader.read(from: $0) }
            return own == others
        }
    }
}

extension UnlockedVault {
    /// Replaces all records with those of an older or newer copy of this vault.
    ///
    /// This is one more change of the current vault: its history continues, so other sessions see a later state. A copy that
    /// merely replaces the file is still detected as rolled back. Passphrase, recovery code and inbox do not change. Every
    /// record of the copy is opened; if one is damaged, nothing is written.
    ///
    /// - Throws: ``VaultError/changedUnderneath(_:)`` with `anotherVault` for a copy of another vault.
    public func replaceRecords(with copy: UnlockedVault) throws(VaultError) {
        guard copy.header == header else { throw .changedUnderneath(.anotherVault) }
        try change { transaction in
            let copied = try copy.read { db, manifest in
                try transaction.db.execute(sql: "DELETE FROM records")
                try transaction.accounts.reset()
                let insert = try transaction.db.cachedStatement(
                    sql: "INSERT INTO records (identifier, kind, revision, overview, details) VALUES (?, ?, ?, ?, ?)")
                var set = MultisetHash()
                var count: UInt64 = 0
                let rows = try Row.fetchCursor(
                    db, sql: "SELECT identifier, kind, revision, overview, details FROM records")
                while let row = try rows.next() {
                    let stored = try StoredRecord(row, withDetails: true)
                    if stored.kind == StoredRecord.Kind.login {
                        let overview = try stored.open(vault: header.identifier, keys: keys).overview
                        try transaction.accounts.update(from: nil, to: overview)
                    }
                    set.add(stored.element(with: keys))
                    count += 1
                    try insert.execute(arguments: [
                        Data(stored.identifier.bytes), stored.kind, try stored.revision.stored, Data(stored.overview),
                        stored.details.map { Data($0) },
                    ])
                }
                guard count == manifest.recordCount, set == manifest.records else {
                    throw VaultError.damaged(.recordSet)
                }
                return manifest
            }
            transaction.manifest.records = copied.records
            transaction.manifest.recordCount = copied.recordCount
            // Above both, so that no revision is used twice in either of them.
            transaction.manifest.revision = max(transaction.manifest.revision, copied.revision) + 1
        }
    }
}
