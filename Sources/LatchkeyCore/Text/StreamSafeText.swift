/// Tells texts that cost no more to compare than they are long from those that do.
///
/// Swift compares and hashes texts by their canonical form, and sorts the marks on a letter for it: with a hundred thousand
/// marks on one letter that takes minutes. A text in the Stream-Safe Text Format has at most thirty in a row, which no
/// writing of any language comes near (UAX #15 §13).
package enum StreamSafeText {
    package static let longestRunOfMarks = 30

    /// Checks a text in one pass, and ASCII without asking Unicode's tables.
    package static func allows(_ text: String) -> Bool {
        var text = text
        let isASCII = text.withUTF8 { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } }
        if isASCII { return true }
        var run = 0
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > longestRunOfMarks { return false }
        }
        return true
    }

    /// Whether a scalar takes part in canonical ordering, itself or by what it is decomposed into.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        // Their own class is zero, that of their parts is not.
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
