import Dispatch
import Foundation
import GRDB
import Synchronization

extension UnlockedVault {
    /// Opens every login outside of the bin, and gives what a body makes of each, in no order.
    ///
    /// All cores share the work. At most a few hundred logins are open at a time, so that memory stays flat; the set of
    /// records is checked as for a list.
    package func mapLogins<Value: Sendable>(
        _ body: @Sendable (Record) -> Value?
    ) throws(VaultError) -> [Value] {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).mapLogins(body)
        }
    }
}

extension RecordReading {
    /// How many sealed records are held at a time, before they are opened.
    private static let batchCount = 512

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
            guard batch.count == Self.batchCount else { continue }
            values += try map(batch, body)
            batch.removeAll(keepingCapacity: true)
        }
        values += try map(batch, body)
        guard count == manifest.recordCount, set == manifest.records else { throw VaultError.damaged(.recordSet) }
        return values
    }

    /// Shares the work out, each core taking the next record that is left, and waits until all of it is done.
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
                    if !record.overview.isRemoved, let value = body(record) { values.append(value) }
                }
                return values
            }
            outcomes.withLock { $0.append(outcome) }
        }
        return try outcomes.withLock { $0 }.flatMap { try $0.get() }
    }
}
