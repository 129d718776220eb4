public import Foundation

extension UnlockedVault {
    /// How long a record lies in the bin before it is deleted for good, as with Apple's Passwords: thirty days.
    public static let binTime: TimeInterval = 30 * 24 * 3600

    /// Deletes what has lain in the bin for some time, for good and in one transaction.
    ///
    /// Costs a look at every overview. A time in the future, as a clock that was put back leaves, does not count.
    ///
    /// - Parameter time: Seconds; nothing for all that lies there.
    /// - Returns: What is gone; none of it was suggested any more.
    @discardableResult
    public func emptyBin(after time: TimeInterval? = nil) throws(VaultError) -> [Change] {
        let now = clock.now()
        let old = try overviews(OverviewQuery(scope: .bin)).overviews.filter { overview in
            guard let time else { return true }
            return overview.removed.map { now.timeIntervalSince($0) > time } ?? false
        }
        if old.isEmpty { return [] }
        return try change { transaction in
            try old.compactMap { overview in
                do throws(VaultError) {
                    // Whoever took it out, or wrote to it, since it was looked at keeps it.
                    guard try transaction.record(overview.id).overview.revision == overview.revision else { return nil }
                    return try transaction.purge(overview.id)
                } catch .recordNotFound {
                    return nil
                }
            }
        }
    }
}
