import Foundation

/// Which overviews a list has, and in which order.
public struct OverviewQuery: Hashable, Sendable {
    public enum Scope: Hashable, Sendable {
        case kept
        case bin
        case everything
    }

    public enum Order: Hashable, Sendable {
        /// By title without regard to case, then by user; in the order of Unicode's numbers.
        case title
        case lastUsedFirst
        case lastChangedFirst
    }

    public var scope: Scope
    public var order: Order
    /// Words that must all occur in title, user or a site, without regard to case.
    public var text: String
    /// The part of the sorted list that is wanted; beyond the end there is nothing.
    public var range: Range<Int>?

    public init(scope: Scope = .kept, order: Order = .title, text: String = "", range: Range<Int>? = nil) {
        self.scope = scope
        self.order = order
        self.text = text
        self.range = range
    }
}

/// A part of a list, and how long the whole list is.
public struct OverviewPage: Hashable, Sendable {
    public let overviews: [Overview]
    public let count: Int
}

extension UnlockedVault {
    /// Lists overviews; no details are opened.
    ///
    /// Every overview is opened and the set of records checked, also for a single page: what is sealed can be neither
    /// sorted nor searched by SQLite. Costs a few microseconds for each record of the vault.
    public func overviews(_ query: OverviewQuery = OverviewQuery()) throws(VaultError) -> OverviewPage {
        let words = query.text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        let found = try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).overviews { overview in
                switch query.scope {
                case .kept: if overview.isRemoved { return false }
                case .bin: if !overview.isRemoved { return false }
                case .everything: break
                }
                return words.isEmpty || overview.contains(words)
            }
        }
        let sorted = query.order.sorted(found)
        guard let range = query.range else { return OverviewPage(overviews: sorted, count: sorted.count) }
        return OverviewPage(overviews: Array(sorted[range.clamped(to: sorted.indices)]), count: sorted.count)
    }

    /// Goes through all overviews in no order, the bin included; none is kept, so memory stays flat.
    public func forEachOverview(_ body: (Overview) -> Void) throws(VaultError) {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).forEachOverview(body)
        }
    }

    /// Opens one overview, in the bin or not.
    public func overview(_ id: RecordIdentifier) throws(VaultError) -> Overview {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
                .openOverview(vault: identifier, keys: keys)
        }
    }

    /// Lists what was written after a revision, oldest first, bin included; purged records leave no trace.
    ///
    /// With it a caller follows a large import, or another process, in steps of bounded size.
    public func overviews(after revision: UInt64, limit: Int) throws(VaultError) -> [Overview] {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest)
                .overviews(after: revision, limit: limit)
        }
    }
}

extension OverviewQuery.Order {
    fileprivate func sorted(_ overviews: [Overview]) -> [Overview] {
        switch self {
        case .title:
            // The keys are made once: a comparison that folds case each time would cost more than opening does.
            // Places are sorted and not overviews, which are large to move.
            let keyed = overviews.enumerated().map { place, overview in
                (title: overview.title.lowercased(), user: overview.user.lowercased(), id: overview.id, place: place)
            }
            return keyed.sorted { ($0.title, $0.user, $0.id) < ($1.title, $1.user, $1.id) }.map { overviews[$0.place] }
        case .lastUsedFirst:
            return overviews.sorted {
                ($1.lastUsed ?? .distantPast, $1.created, $0.id) < ($0.lastUsed ?? .distantPast, $0.created, $1.id)
            }
        case .lastChangedFirst:
            return overviews.sorted { ($1.changed, $0.id) < ($0.changed, $1.id) }
        }
    }
}

extension Overview {
    fileprivate func contains(_ words: [[UInt8]]) -> Bool {
        let texts = [title, user] + sites.map(\.text)
        let folded = texts.map { Array($0.lowercased().utf8) }
        return words.allSatisfy { word in folded.contains { $0.contains(word) } }
    }
}
