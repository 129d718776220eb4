import Foundation
import GRDB

/// Reads records inside a transaction of somebody else's.
struct RecordReading {
    let db: Database
    let header: VaultHeader
    let keys: VaultKeys
    let manifest: Manifest

    init(_ db: Database, header: VaultHeader, keys: VaultKeys, manifest: Manifest) {
        self.db = db
        self.header = header
        self.keys = keys
        self.manifest = manifest
    }

    /// Finds one record by its index; costs the same in a large vault as in a small one.
    func stored(_ id: RecordIdentifier) throws(VaultError) -> StoredRecord {
        let found: StoredRecord? = try VaultError.translating {
            let statement = try db.cachedStatement(
                sql: "SELECT identifier, kind, revision, overview, details FROM records WHERE identifier = ?")
            return try Row.fetchOne(statement, arguments: [Data(id.bytes)]).map {
                try StoredRecord($0, withDetails: true)
            }
        }
        guard let found, found.kind == StoredRecord.Kind.login else { throw .recordNotFound(id) }
        guard found.revision <= manifest.revision else { throw .damaged(.record(id)) }
        return found
    }

    /// Finds the overviews of some logins by their index, in the order of the whole list; what is no login is left out.
    func storedOverviews(_ ids: Set<RecordIdentifier>) throws -> [StoredRecord] {
        let statement = try db.cachedStatement(
            sql: "SELECT identifier, kind, revision, overview, rowid FROM records WHERE identifier = ?")
        let found = try ids.compactMap { id -> (place: Int64, stored: StoredRecord)? in
            guard let row = try Row.fetchOne(statement, arguments: [Data(id.bytes)]) else { return nil }
            let stored = try StoredRecord(row, withDetails: false)
            guard stored.kind == StoredRecord.Kind.login else { return nil }
            guard stored.revision <= manifest.revision else { throw VaultError.damaged(.record(id)) }
            return (row.integer(4) ?? 0, stored)
        }
        return found.sorted { $0.place < $1.place }.map(\.stored)
    }

    /// Opens every overview, and checks at the end that the records are those that the manifest counted.
    func forEachOverview(_ body: (Overview) throws -> Void) throws {
        var set = MultisetHash()
        var count: UInt64 = 0
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier, kind, revision, overview FROM records")
        while let row = try rows.next() {
            let stored = try StoredRecord(row, withDetails: false)
            set.add(stored.element(with: keys))
            count += 1
            guard stored.kind == StoredRecord.Kind.login else { continue }
            try body(try stored.openOverview(vault: header.identifier, keys: keys))
        }
        guard count == manifest.recordCount, set == manifest.records else { throw VaultError.damaged(.recordSet) }
    }

    /// Opens the overviews that were written after a revision, in the order in which they were.
    func overviews(after revision: UInt64, limit: Int) throws -> [Overview] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT identifier, kind, revision, overview FROM records
                WHERE revision > ? AND kind = ? ORDER BY revision LIMIT ?
                """,
            arguments: [try revision.stored, StoredRecord.Kind.login, max(limit, 0)])
        var overviews: [Overview] = []
        while let row = try rows.next() {
            let stored = try StoredRecord(row, withDetails: false)
            overviews.append(try stored.openOverview(vault: header.identifier, keys: keys))
        }
        return overviews
    }

    /// Opens everything there is, details included.
    func verify() throws {
        try forEachOverview { _ in }
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier, kind, revision, overview, details FROM records")
        while let row = try rows.next() {
            let stored = try StoredRecord(row, withDetails: true)
            guard stored.kind == StoredRecord.Kind.login else { continue }
            _ = try stored.open(vault: header.identifier, keys: keys)
        }
    }
}
