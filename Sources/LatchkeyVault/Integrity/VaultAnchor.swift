public import Foundation
package import LatchkeyCore

/// The latest state of a vault that Latchkey has seen, stored outside of the vault's file.
///
/// It shows that the file was put back, exchanged or rolled back since.
package struct VaultAnchor: Sendable {
    package var mark: VaultMark
    /// The public key of the vault's inbox.
    package var inboxKey: [UInt8]
    /// When Latchkey saw this state first.
    package var date: Date
    /// The key that authenticates entries of the inbox.
    ///
    /// Its store creates it; `nil` in an anchor that was not read from the store.
    package var inboxAuthentication: Secret?
    /// The state that a restore or a new key was about to put in place of ``mark``.
    ///
    /// It is accepted as well, so that no question is asked if the program is killed before it stores the new anchor.
    package var pending: VaultMark?
    /// The public key of the inbox in the state ``pending``.
    package var pendingInboxKey: [UInt8]?

    package init(mark: VaultMark, inboxKey: [UInt8], date: Date, inboxAuthentication: Secret? = nil) {
        self.mark = mark
        self.inboxKey = inboxKey
        self.date = date
        self.inboxAuthentication = inboxAuthentication
    }
}

/// A vault's file that is not the latest one that Latchkey has seen, or that cannot be compared with it.
public struct ReplacedVault: Hashable, Sendable {
    public let change: UnexpectedChange
    /// When Latchkey saw the latest state; `nil` if its anchor cannot be read.
    public let seen: Date?
    /// The latest change of the replaced file, which its key authenticates.
    public let changed: Date
}

/// How a vault's current state relates to an anchor.
package struct AnchorComparison: Sendable {
    /// An anchor of the current state.
    package let current: VaultAnchor
    /// Whether the vault has the anchor's pending state or descends from it.
    package let isPending: Bool
    /// `nil` if the vault has the anchor's state or its pending one, or descends from it.
    package let replaced: ReplacedVault?
}

extension UnlockedVault {
    /// An anchor of the current state.
    package func anchor() throws(VaultError) -> VaultAnchor { anchor(of: try mark()) }

    func anchor(of mark: VaultMark) -> VaultAnchor {
        VaultAnchor(mark: mark, inboxKey: header.inboxKey, date: clock.now())
    }

    /// Compares the current state with an anchor.
    ///
    /// A higher revision whose descent cannot be proved counts as forked.
    package func compare(with anchor: VaultAnchor) throws(VaultError) -> AnchorComparison {
        let (change, isPending, mark) = try read { db, manifest in
            func change(since mark: VaultMark) throws -> UnexpectedChange? {
                switch try History.compare(mark, with: manifest, of: identifier, in: db, keys: keys) {
                case .same, .newer: nil
                case .rolledBack: .rolledBack
                case .forked, .newerWithoutProof: .forked
                case .anotherVault: .anotherVault
                }
            }
            let isPending = try anchor.pending.map { try change(since: $0) == nil } ?? false
            return (try change(since: anchor.mark), isPending, self.mark(of: manifest))
        }
        let replaced: ReplacedVault? =
            if let change, !isPending {
                ReplacedVault(change: change, seen: anchor.date, changed: try lastChange())
            } else {
                nil
            }
        return AnchorComparison(current: self.anchor(of: mark), isPending: isPending, replaced: replaced)
    }

    /// The question about a vault whose anchor cannot be read.
    package func withoutComparison() throws(VaultError) -> ReplacedVault {
        ReplacedVault(change: .notComparable, seen: nil, changed: try lastChange())
    }

    /// The latest date in the manifest and the overviews, all of which are opened.
    private func lastChange() throws(VaultError) -> Date {
        var latest = try read { _, manifest in manifest.created }
        try forEachOverview { overview in
            for date in [overview.changed, overview.lastUsed, overview.removed] {
                if let date { latest = max(latest, date) }
            }
        }
        return latest
    }
}
