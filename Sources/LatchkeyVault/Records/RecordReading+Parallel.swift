import Dispatch
import Foundation
import GRDB
import Synchronization

// A whole list is wanted at once, and opening an overview is arithmetic: every core takes its part.
extension RecordReading {
    /// How many sealed overviews are held at a time, before they are opened.
    private static let batchCount = 4096

    /// Opens every overview and gives the wanted ones, in no order; checks the set as ``forEachOverview(_:)`` does.
    func overviews(where isWanted: @Sendable (Overview) -> Bool) throws -> [Overview] {
        var all = Opened()
        var batch: [StoredRecord] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT identifier, kind, revision, overview FROM records")
        while let row = try rows.next() {
            batch.append(try StoredRecord(row, withDetails: false))
            guard batch.count == Self.batchCount else { continue }
            all.add(try open(batch, where: isWanted))
            batch.removeAll(keepingCapacity: true)
        }
        all.add(try open(batch, where: isWanted))
        guard all.count == manifest.recordCount, all.set == manifest.records else {
            throw VaultError.damaged(.recordSet)
        }
        return all.overviews
    }

    /// Shares the work out, and waits until all of it is done.
    private func open(_ batch: [StoredRecord], where isWanted: @Sendable (Overview) -> Bool) throws -> Opened {
        let shareCount = min(ProcessInfo.processInfo.activeProcessorCount, batch.count)
        let outcomes = Mutex<[Result<Opened, VaultError>]>([])
        let (vault, keys) = (header.identifier, keys)
        DispatchQueue.concurrentPerform(iterations: shareCount) { share in
            let part = batch[(batch.count * share / shareCount)..<(batch.count * (share + 1) / shareCount)]
            let outcome = Result { () throws(VaultError) in
                try Opened(part, of: vault, keys: keys, where: isWanted)
            }
            outcomes.withLock { $0.append(outcome) }
        }
        var opened = Opened()
        for outcome in outcomes.withLock({ $0 }) { opened.add(try outcome.get()) }
        return opened
    }
}

/// What became of some sealed overviews.
private struct Opened: Sendable {
    var overviews: [Overview] = []
    var set = MultisetHash()
    var count: UInt64 = 0

    init() {}

    init(
        _ records: ArraySlice<StoredRecord>, of vault: RecordIdentifier, keys: VaultKeys,
        where isWanted: (Overview) -> Bool
    ) throws(VaultError) {
        for record in records {
            set.add(record.element(with: keys))
            count += 1
            guard record.kind == StoredRecord.Kind.login else { continue }
            let overview = try record.openOverview(vault: vault, keys: keys)
            if isWanted(overview) { overviews.append(overview) }
        }
    }

    mutating func add(_ other: Opened) {
        overviews += other.overviews
        set.add(other.set)
        count += other.count
    }
}
