extension [UInt8] {
    /// Whether a word occurs in a range of the bytes; an empty word does.
    ///
    /// The standard library's search of any collection takes longer than opening the overview that is searched.
    package func contains(_ word: [UInt8], in range: Range<Int>) -> Bool {
        guard let first = word.first else { return true }
        guard word.count <= range.count else { return false }
        let bytes = span
        let target = word.span
        for start in range.lowerBound...(range.upperBound - word.count) where bytes[start] == first {
            var length = 1
            while length < target.count, bytes[start + length] == target[length] { length += 1 }
            if length == target.count { return true }
        }
        return false
    }
}
