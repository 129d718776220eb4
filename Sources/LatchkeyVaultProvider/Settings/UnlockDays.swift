import Foundation
import LatchkeySystem

/// The latest days on which the vault was unlocked, as evidence that time has really passed.
///
/// The clock of a computer can be wrong, for example after its battery was empty. The file is not encrypted: a process
/// that can write it can also delete the vault.
struct UnlockDays: Codable, Hashable, Sendable {
    /// The number of days that prove a date.
    static let count = 3
    /// The time between two days, in seconds; less than 24 hours, because the time of day varies.
    static let spacing: TimeInterval = 20 * 3600

    /// Oldest first, at most ``count``.
    private(set) var days: [Date] = []

    /// A date that has certainly passed: the oldest of the days; `nil` before there are enough of them.
    var provenDate: Date? { days.count == Self.count ? days.first : nil }

    /// Adds the day of an unlock, unless it is known.
    ///
    /// Days in the future are removed: the clock was wrong then.
    mutating func add(_ now: Date) {
        days.removeAll { $0 > now }
        if let last = days.last, now.timeIntervalSince(last) < Self.spacing { return }
        days = (days + [now]).suffix(Self.count)
    }
}

extension VaultFile {
    private var unlockDaysFile: URL { folder.appending(path: "unlock-days.json") }

    /// Adds the day of an unlock to the file of days, and returns the days.
    ///
    /// A missing or invalid file means no days, which keeps the bin's logins for longer.
    func noteUnlock(at now: Date) throws -> UnlockDays {
        let bytes = try? Data(contentsOf: unlockDaysFile)
        let known = bytes.flatMap { try? JSONDecoder().decode(UnlockDays.self, from: $0) } ?? UnlockDays()
        var days = known
        days.add(now)
        if days != known { try AtomicFile.write(Array(JSONEncoder().encode(days)), to: unlockDaysFile.path) }
        return days
    }
}
