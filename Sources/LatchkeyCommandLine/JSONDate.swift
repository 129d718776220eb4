public import Foundation

/// Dates as `--json` prints them: RFC 3339 in UTC, in whole seconds.
public enum JSONDate {
    public static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    /// - Parameter seconds: Seconds since 1970.
    public static func text(secondsSince1970 seconds: Double) -> String { text(Date(timeIntervalSince1970: seconds)) }
}
