import Dispatch
import Foundation
import GRDB
import Synchronization

/// Reads records inside a transaction.
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

    /// Finds one record by SQLite's index; the time does not depend on the size of the vault.
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

    /// Finds the overviews of some logins by SQLite's index, in the order of the table.
    ///
    /// Records that are not logins are omitted.
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

    /// Opens every overview, then checks that the records are exactly those of the manifest.
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

    /// Opens every overview and the details of every login.
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

// MARK: On all cores

extension RecordReading {
    /// The number of sealed overviews in memory.
    private static let overviewBatchCount = 4096

    /// Opens every overview on all cores and returns the matching ones, in no order.
    ///
    /// Checks the set of records as ``forEachOverview(_:)`` does.
    func overviews(where isIncluded: @Sendable (Overview) -> Bool) throws -> [Overview] {
        var all = OpenedOverviews()
        var batch: [StoredRecord] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier, kind, revision, overview FROM records")
        while let row = try rows.next() {
            batch.append(try StoredRecord(row, withDetails: false))
            guard batch.count == Self.overviewBatchCount else { continue }
            all.add(try open(batch, where: isIncluded))
            batch.removeAll(keepingCapacity: true)
        }
        all.add(try open(batch, where: isIncluded))
        guard all.count == manifest.recordCount, all.set == manifest.records else {
            throw VaultError.damaged(.recordSet)
        }
        return all.overviews
    }

    /// Opens a batch on all cores, one part for each core.
    private func open(_ batch: [StoredRecord], where isIncluded: @Sendable (Overview) -> Bool) throws -> OpenedOverviews
    {
        let partCount = min(ProcessInfo.processInfo.activeProcessorCount, batch.count)
        let outcomes = Mutex<[Result<OpenedOverviews, VaultError>]>([])
        let (vault, keys) = (header.identifier, keys)
        DispatchQueue.concurrentPerform(iterations: partCount) { number in
            let part = batch[(batch.count * number / partCount)..<(batch.count * (number + 1) / partCount)]
            let outcome = Result { () throws(VaultError) in
                try OpenedOverviews(part, of: vault, keys: keys, where: isIncluded)
            }
            outcomes.withLock { $0.append(outcome) }
        }
        var opened = OpenedOverviews()
        for outcome in outcomes.withLock({ $0 }) { opened.add(try outcome.get()) }
        return opened
    }
}

/// Opened overviews, and the hash and number of all records read.
private struct OpenedOverviews: Sendable {
    var overviews: [Overview] = []
    var set = MultisetHash()
    var count: UInt64 = 0

    init() {}

    init(
        _ records: ArraySlice<StoredRecord>, of vault: RecordIdentifier, keys: VaultKeys,
        where isIncluded: (Overview) -> Bool
    ) throws(VaultError) {
        for record in records {
            set.add(record.element(with: keys))
            count += 1
            guard record.kind == StoredRecord.Kind.login else { continue }
            let overview = try record.openOverview(vault: vault, keys: keys)
            if isIncluded(overview) { overviews.append(overview) }
        }
    }

    mutating func add(_ other: OpenedOverviews) {
        overviews += other.overviews
        set.add(other.set)
        count += other.count
    }
}

extension UnlockedVault {
    /// Opens every login outside of the bin on all cores, and returns the body's results in no order, without `nil`.
    ///
    /// At most a few hundred sealed records are in memory. Checks the set of records as a list does.
    package func mapLogins<Value: Sendable>(
        _ body: @Sendable (Record) -> Value?
    ) throws(VaultError) -> [Value] {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).mapLogins(body)
        }
    }
}

extension RecordReading {
    /// The number of sealed records in memory.
    private static let recordBatchCount = 512

    fileprivate func mapLogins<Value: Sendable>(_ body: @Sendable (Record) -> Value?) throws -> [Value] {
        var values: [Value] = []
        var set = MultisetHash()
        var count: UInt64 = 0
        var batch: [StoredRecord] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier, kind, revision, overview, details FROM records")
        while let row = try rows.next() {
            let stored = try StoredRecord(row, withDetails: true)
            set.add(stored.element(with: keys))
            count += 1
            guard stored.kind == StoredRecord.Kind.login else { continue }
            batch.append(stored)
            guard batch.count == Self.recordBatchCount else { continue }
            values += try map(batch, body)
            batch.removeAll(keepingCapacity: true)
        }
        values += try map(batch, body)
        guard count == manifest.recordCount, set == manifest.records else { throw VaultError.damaged(.recordSet) }
        return values
    }

    /// Opens a batch on all cores.
    ///
    /// Each core takes the next unopened record, because records differ in size.
    private func map<Value: Sendable>(
        _ batch: [StoredRecord], _ body: @Sendable (Record) -> Value?
    ) throws -> [Value] {
        let next = Mutex(0)
        let outcomes = Mutex<[Result<[Value], VaultError>]>([])
        let (vault, keys) = (header.identifier, keys)
        let workers = min(ProcessInfo.processInfo.activeProcessorCount, batch.count)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            let outcome = Result { () throws(VaultError) in
                var values: [Value] = []
                while let place = next.withLock({ next in
                    defer { next += 1 }
                    return next < batch.count ? next : nil
                }) {
                    let record = try batch[place].open(vault: vault, keys: keys)
                    if !record.overview.isRemoved, record.overview.kind == .login, let value = body(record) {
                        values.append(value)
                    }
                }
                return values
            }
            outcomes.withLock { $0.append(outcome) }
        }
        return try outcomes.withLock { $0 }.flatMap { try $0.get() }
    }
}
