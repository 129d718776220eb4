import Foundation
public import GRDB

extension LockedVault {
    /// Copies the whole vault, sealed as it is, into an empty database.
    ///
    /// The copy is one state of the vault whoever else writes meanwhile; writers wait until it is made. Needs no key. What
    /// a failure leaves in the other database is for the caller to throw away.
    public func copy(to other: any DatabaseWriter) throws(VaultError) {
        try VaultError.translating { try database.backup(to: other) }
    }

    /// Whether nothing but the inbox tells two copies of a vault apart.
    ///
    /// Compares the sealed manifests, which are written anew with every change.
    public func hasSameRecords(as other: LockedVault) throws(VaultError) -> Bool {
        try VaultError.translating {
            let own = try database.read { try VaultHeader.read(from: $0) }
            let others = try other.database.read { try VaultHeader.read(from: $0) }
            return own == others
        }
    }
}

extension UnlockedVault {
    /// Takes over all records of a copy of this vault, older or newer, in the place of the present ones.
    ///
    /// It is one more change of the present vault, made with its key: the history goes on, so that whoever has seen the
    /// vault before takes it for a later state, whereas a copy that somebody just puts in the file's place still shows as
    /// rolled back. Passphrase, recovery code and inbox stay the present ones. Every record of the copy is opened first;
    /// nothing is written when one is damaged.
    ///
    /// - Throws: ``VaultError/changedUnderneath(_:)`` with `anotherVault` for a copy of another vault.
    public func replaceRecords(with copy: UnlockedVault) throws(VaultError) {
        guard copy.header == header else { throw .changedUnderneath(.anotherVault) }
        try change { transaction in
            let taken = try copy.read { db, manifest in
                try transaction.db.execute(sql: "DELETE FROM records")
                try transaction.accounts.begin()
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
                        try transaction.accounts.follow(from: nil, to: overview)
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
            transaction.manifest.records = taken.records
            transaction.manifest.recordCount = taken.recordCount
            // No number is given twice, in neither of the two.
            transaction.manifest.revision = max(transaction.manifest.revision, taken.revision) + 1
        }
    }
}
