/// The separator and line end of a CSV file, detected from its first row.
///
/// Exports use commas. A spreadsheet in a country with decimal commas saves semicolons instead, and old spreadsheets
/// end lines with a bare carriage return.
struct CSVDialect: Hashable {
    var separator = UInt8(ascii: ",")
    /// Whether a carriage return ends a line without a following line feed.
    var endsLinesWithCarriageReturn = false
    /// Whether a backslash in a quoted field escapes the next byte.
    ///
    /// It cannot be detected: other programs write backslashes as they are.
    var escapesWithBackslash = false

    init() {}

    /// Detects the dialect from the first row that is not empty.
    init(head: ArraySlice<UInt8>) {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var counts = [0, 0, 0]
        var isQuoted = false
        var hasContent = false
        loop: for index in head.indices {
            switch head[index] {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                hasContent = true
            case _ where isQuoted: break
            case UInt8(ascii: "\n") where hasContent: break loop
            case UInt8(ascii: "\r"):
                let isFollowed = index + 1 < head.endIndex
                if isFollowed, head[index + 1] != UInt8(ascii: "\n") { endsLinesWithCarriageReturn = true }
                if hasContent { break loop }
            case UInt8(ascii: "\n"): break
            case let byte:
                hasContent = true
                if let candidate = candidates.firstIndex(of: byte) { counts[candidate] += 1 }
            }
        }
        // `firstIndex` prefers commas if there is one column only.
        if let most = counts.max(), let index = counts.firstIndex(of: most) { separator = candidates[index] }
    }
}
