/// How the cells and rows of a file are held apart, as its first row shows.
///
/// Programs write commas; a spreadsheet in a country with decimal commas makes semicolons of them when it saves the
/// file again, and old ones end lines with a carriage return alone.
struct CSVDialect: Hashable {
    var separator = UInt8(ascii: ",")
    /// Whether a carriage return ends a line without a line feed behind it.
    var endsLinesWithCarriageReturn = false

    init() {}

    /// Looks at the first row that is not empty.
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
                if let place = candidates.firstIndex(of: byte) { counts[place] += 1 }
            }
        }
        // The first of equals, so that a file of one column has commas.
        if let most = counts.max(), let place = counts.firstIndex(of: most) { separator = candidates[place] }
    }
}
