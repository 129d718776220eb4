/// Detects texts that Swift can compare in linear time.
///
/// Swift compares and hashes strings in canonical order, for which it sorts the combining marks of each letter. With a
/// hundred thousand marks on one letter this takes minutes. The Stream-Safe Text Format allows at most 30 consecutive
/// marks, far more than any language needs (UAX #15 §13).
package enum StreamSafeText {
    package static let longestRunOfMarks = 30

    /// Whether a text has at most ``longestRunOfMarks`` consecutive marks.
    ///
    /// The check is one pass; ASCII text needs no Unicode tables.
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

    /// Whether canonical ordering moves a scalar or a part of its decomposition.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        // Their own combining class is zero, but their decompositions contain marks.
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
