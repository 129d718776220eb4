import Foundation

/// Points in time as other programs write them; nil for what is none, lies before 1970 or after the year 9999.
enum ForeignDate {
    private static let end: Double = 253_402_300_800

    /// Seconds or milliseconds since 1970, in decimal.
    static func unix(_ text: some StringProtocol, unitsPerSecond: Double = 1) -> Date? {
        guard let units = Int64(text) else { return nil }
        return date(Double(units) / unitsPerSecond)
    }

    /// ISO 8601 with a zone, with or without fractions of a second.
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
