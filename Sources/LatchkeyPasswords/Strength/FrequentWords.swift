internal import CFrequentWords

/// The lists of what people choose first, as sorted tables that need no time to load.
enum FrequentWords {
    /// The lists, in the order in which their ranks are stacked in the table.
    enum List: Hashable {
        case passwords, words, films, surnames, womensNames, mensNames
        /// What is known of the person.
        case known
    }

    /// What the table has for a text.
    struct Entry {
        /// Nil when the text is no word.
        let found: (list: List, rank: Int)?
        /// Whether a longer word begins with the text.
        let isBeginning: Bool
    }

    /// The lists with their lengths, as the header of the tables has them.
    private static let lengths: [(List, Int)] = [
        (.passwords, 30_000), (.words, 20_000), (.films, 5000), (.surnames, 6000), (.womensNames, 3500),
        (.mensNames, 983),
    ]

    private static let blockSize = Int(LATCHKEY_FREQUENT_BLOCK_SIZE)
    private static let end = UInt8(ascii: "\n")

    /// Looks up a text in lower case.
    static func entry(for text: [UInt8]) -> Entry {
        let words = unsafe UnsafeRawBufferPointer(
            start: latchkey_frequent_words(), count: Int(LATCHKEY_FREQUENT_BYTE_COUNT))
        let blocks = unsafe UnsafeBufferPointer(
            start: latchkey_frequent_blocks(), count: Int(LATCHKEY_FREQUENT_BLOCK_COUNT))
        // The last block whose first word is not behind the text.
        var (low, high) = (0, Int(LATCHKEY_FREQUENT_BLOCK_COUNT))
        while high - low > 1 {
            let middle = (low + high) / 2
            if unsafe isBehind(words, at: Int(blocks[middle]), text) { high = middle } else { low = middle }
        }
        var number = low * blockSize
        var place = Int(unsafe blocks[low])
        var found: (list: List, rank: Int)?
        while place < words.count {
            if let order = unsafe compare(words, at: place, text) {
                if order == .equal { found = listAndRank(of: number) } else { break }
            }
            place = unsafe next(words, after: place)
            number += 1
        }
        let isBeginning = unsafe place < words.count && hasPrefix(words, at: place, text)
        return Entry(found: found, isBeginning: isBeginning)
    }

    private enum Order { case equal, behind }

    /// How a word lies to the text; nil when it is before it.
    private static func compare(_ words: UnsafeRawBufferPointer, at place: Int, _ text: [UInt8]) -> Order? {
        for (offset, byte) in text.enumerated() {
            let other = unsafe words[place + offset]
            // The line feed that ends a word is less than any of its characters.
            if other != byte { return other > byte ? .behind : nil }
        }
        return unsafe words[place + text.count] == end ? .equal : .behind
    }

    private static func isBehind(_ words: UnsafeRawBufferPointer, at place: Int, _ text: [UInt8]) -> Bool {
        unsafe compare(words, at: place, text) == .behind
    }

    private static func hasPrefix(_ words: UnsafeRawBufferPointer, at place: Int, _ text: [UInt8]) -> Bool {
        for (offset, byte) in text.enumerated() where unsafe words[place + offset] != byte { return false }
        return true
    }

    private static func next(_ words: UnsafeRawBufferPointer, after place: Int) -> Int {
        var place = place
        while unsafe words[place] != end { place += 1 }
        return place + 1
    }

    private static func listAndRank(of number: Int) -> (list: List, rank: Int)? {
        guard number < Int(LATCHKEY_FREQUENT_WORD_COUNT) else { return nil }
        var rank = Int(unsafe latchkey_frequent_places()[number])
        for (list, length) in lengths {
            if rank <= length { return (list, rank) }
            rank -= length
        }
        return nil
    }
}
