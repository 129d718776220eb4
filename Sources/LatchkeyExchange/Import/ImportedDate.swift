import Foundation

/// Parses dates in other programs' exports; `nil` for an invalid date and for dates before 1970 or after the year 9999.
enum ImportedDate {
    /// The first second of the year 10000, since 1970.
    private static let end: Double = 253_402_300_800

    /// Parses a decimal number of units since 1970.
    static func unix(_ text: some StringProtocol, unitsPerSecond: Double = 1) -> Date? {
        guard let units = Int64(text) else { return nil }
        return date(Double(units) / unitsPerSecond)
    }

    /// Parses ISO 8601 with a time zone, with or without fractions of a second.
    static func iso8601(_ text: String) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        let plain = Date.ISO8601FormatStyle()
        guard let found = (try? plain.parse(text)) ?? (try? plain.time(includingFractionalSeconds: true).parse(text))
        else { return nil }
        return date(found.timeIntervalSince1970)
    }

    private static func date(_ seconds: Double) -> Date? {
        seconds > 0 && seconds < end ? Date(timeIntervalSince1970: seconds) : nil
    }
}
