import Foundation
import LatchkeyCore

/// Which overviews a list contains, and in which order.
public struct OverviewQuery: Hashable, Sendable {
    public enum Scope: Hashable, Sendable {
        /// Records outside of the bin.
        case kept
        case bin
        case everything
    }

    public enum Order: Hashable, Sendable {
        /// By lower-case title, then by lower-case user, in the order of Unicode scalars.
        case title
        case lastUsedFirst
        case lastChangedFirst
    }

    public var scope: Scope
    public var order: Order
    /// Words that must all occur in the title, the user or a site, ignoring case.
    public var text: String
    /// The requested part of the sorted list, clamped to the list's length; `nil` for all of it.
    public var range: Range<Int>?

    public init(scope: Scope = .kept, order: Order = .title, text: String = "", range: Range<Int>? = nil) {
        self.scope = scope
        self.order = order
        self.text = text
        self.range = range
    }
}

/// A part of a list, and the length of the whole list.
public struct OverviewPage: Hashable, Sendable {
    public let overviews: [Overview]
    public let count: Int
}

extension UnlockedVault {
    /// Lists overviews without opening details.
    ///
    /// Opens every overview and checks the set of records, also for a single page, because SQLite cannot sort or search
    /// sealed data. Takes a few microseconds for each record of the vault.
    public func overviews(_ query: OverviewQuery = OverviewQuery()) throws(VaultError) -> OverviewPage {
        let words = SearchWords(query.text)
        let found = try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).overviews { overview in
                switch query.scope {
                case .kept: if overview.isRemoved { return false }
                case .bin: if !overview.isRemoved { return false }
                case .everything: break
                }
                return words.match(overview)
            }
        }
        let sorted = query.order.sorted(found)
        guard let range = query.range else { return OverviewPage(overviews: sorted, count: sorted.count) }
        return OverviewPage(overviews: Array(sorted[range.clamped(to: sorted.indices)]), count: sorted.count)
    }

    /// Visits all overviews in no order, including the bin, with one in memory at a time.
    public func forEachOverview(_ body: (Overview) -> Void) throws(VaultError) {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).forEachOverview(body)
        }
    }

    /// Visits the logins that may match the keys, including the bin, without opening others.
    ///
    /// Every matching login is among them, but others may be, so the caller checks each.
    package func forEachOverview(matching keys: [AccountKey], _ body: (Overview) -> Void) throws(VaultError) {
        try read { db, manifest in
            let reading = RecordReading(db, header: header, keys: self.keys, manifest: manifest)
            let index = AccountIndex(db, vault: identifier, keys: self.keys)
            func visit(_ overview: Overview) { if overview.kind == .login { body(overview) } }
            guard let found = try index.recordsWithoutRebuilding(matching: keys) else {
                return try reading.forEachOverview(visit)
            }
            for stored in try reading.storedOverviews(found) {
                visit(try stored.openOverview(vault: identifier, keys: self.keys))
            }
        }
    }

    /// Opens one overview, in the bin or not.
    public func overview(_ id: RecordIdentifier) throws(VaultError) -> Overview {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
                .openOverview(vault: identifier, keys: keys)
        }
    }
}

extension OverviewQuery.Order {
    fileprivate func sorted(_ overviews: [Overview]) -> [Overview] {
        switch self {
        case .title:
            // Keys are computed once, because folding case in each comparison takes longer than opening the overviews.
            // Sorting moves indices instead of overviews, which are large.
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

/// The lower-case words of a query.
private struct SearchWords {
    private let words: [[UInt8]]
    /// Whether a word starts with the prefix of a rule, such as `host+`.
    ///
    /// Only then are the prefixes searched, so that "host" does not find every `host+` address.
    private let includesRules: Bool

    init(_ text: String) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        self.words = words.map { Array($0.utf8) }
        includesRules = words.contains { word in AddressRule.allCases.contains { word.hasPrefix($0.prefix) } }
    }

    func match(_ overview: Overview) -> Bool {
        if words.isEmpty { return true }
        let texts = [overview.title, overview.user] + overview.sites.map(includesRules ? \.text : \.address)
        let folded = texts.map { Array($0.lowercased().utf8) }
        return words.allSatisfy { word in folded.contains { $0.contains(word, in: $0.indices) } }
    }
}
