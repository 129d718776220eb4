/// A run of characters that an attacker would try as one.
struct Piece {
    /// What the run is.
    enum Kind {
        /// Nothing that we know.
        case unknown
        case word(Word)
        case keys(turns: Int, shifted: Int, isKeypad: Bool)
        case repetition(baseCount: Int, baseGuesses: Double)
        case sequence(isAscending: Bool)
        case recentYear(Int)
        case date(year: Int, hasSeparator: Bool)
    }

    /// A word of one of the lists, as it is written here.
    struct Word {
        var list: FrequentWords.List
        /// From 1.
        var rank: Int
        var isReversed = false
        /// The characters that stand for letters, each with its letter.
        var substitutions: [UInt8: UInt8] = [:]
    }

    let range: Range<Int>
    let kind: Kind
    /// At least what its length makes it cost as a part of a longer password.
    let guesses: Double

    /// Estimates what a run costs (paper §4.2).
    init(_ range: Range<Int>, _ kind: Kind, in password: [UInt32]) {
        self.range = range
        self.kind = kind
        let isPart = range.count < password.count
        let floor: Double = !isPart ? 1 : range.count == 1 ? Self.fewestForOne : Self.fewestForSeveral
        guesses = max(floor, kind.guesses(for: password[range]))
    }

    static let fewestForOne = 10.0
    static let fewestForSeveral = 50.0
}

extension Piece.Kind {
    fileprivate func guesses(for token: ArraySlice<UInt32>) -> Double {
        switch self {
        case .unknown:
            // One more than a known piece of the same length costs at least, so that what is known goes first.
            let fewest = token.count == 1 ? Piece.fewestForOne : Piece.fewestForSeveral
            return max(token.reduce(1) { product, _ in product * 10 }, fewest + 1)
        case .word(let word):
            return Double(word.rank) * Self.capitalVariations(of: token) * word.substitutionVariations(in: token)
                * (word.isReversed ? 2 : 1)
        case .keys(let turns, let shifted, let isKeypad):
            return Self.keyGuesses(count: token.count, turns: turns, shifted: shifted, isKeypad: isKeypad)
        case .repetition(let baseCount, let baseGuesses):
            return baseGuesses * Double(token.count / max(baseCount, 1))
        case .sequence(let isAscending):
            return Self.sequenceStart(token.first ?? 0) * (isAscending ? 1 : 2) * Double(token.count)
        case .recentYear(let year):
            return Self.yearSpace(year)
        case .date(let year, let hasSeparator):
            return Self.yearSpace(year) * 365 * (hasSeparator ? 4 : 1)
        }
    }

    /// The years that are tried first are those around this one.
    static let referenceYear = 2026

    private static func yearSpace(_ year: Int) -> Double {
        Double(max(abs(year - referenceYear), 20))
    }

    /// Where a sequence is likely to begin.
    private static func sequenceStart(_ scalar: UInt32) -> Double {
        guard let byte = UInt8(exactly: scalar) else { return 26 }
        if Array("aAzZ019".utf8).contains(byte) { return 4 }
        return byte.isDigit ? 10 : 26
    }

    /// Ways to write a word with as many capitals, or fewer.
    private static func capitalVariations(of token: ArraySlice<UInt32>) -> Double {
        let isCapital = token.map { (0x41...0x5A).contains($0) }
        let capitals = isCapital.count { $0 }
        guard capitals > 0 else { return 1 }
        let small = token.count { (0x61...0x7A).contains($0) }
        let isUsual = capitals == 1 && token.count > 1 && (isCapital.first == true || isCapital.last == true)
        return isUsual || small == 0 ? 2 : Binomial.sum(of: capitals + small, upTo: min(capitals, small))
    }

    /// Ways to walk over so many keys with so many turns, or fewer.
    private static func keyGuesses(count: Int, turns: Int, shifted: Int, isKeypad: Bool) -> Double {
        let keyboard = isKeypad ? Keyboard.keypad : Keyboard.qwerty
        var guesses = 0.0
        for length in stride(from: 2, through: count, by: 1) {
            var ways = Double(keyboard.characterCount)
            for turn in stride(from: 1, through: min(turns, length - 1), by: 1) {
                ways *= keyboard.averageDegree
                guesses += Binomial.coefficient(length - 1, turn - 1) * ways
            }
        }
        guard shifted > 0 else { return guesses }
        let plain = count - shifted
        return guesses * (plain == 0 ? 2 : Binomial.sum(of: count, upTo: min(shifted, plain)))
    }
}

extension Piece.Word {
    /// Ways to substitute as many letters, or fewer.
    fileprivate func substitutionVariations(in token: ArraySlice<UInt32>) -> Double {
        substitutions.reduce(1.0) { product, substitution in
            let written = token.count { $0 == UInt32(substitution.key) }
            let plain = token.count { $0 | 0x20 == UInt32(substitution.value) }
            return product
                * (written == 0 || plain == 0 ? 2 : Binomial.sum(of: written + plain, upTo: min(written, plain)))
        }
    }
}

/// Numbers of ways to choose some of several.
enum Binomial {
    static func coefficient(_ count: Int, _ chosen: Int) -> Double {
        guard chosen <= count else { return 0 }
        return stride(from: 1, through: chosen, by: 1).reduce(1.0) { $0 * Double(count - $1 + 1) / Double($1) }
    }

    /// The ways to choose one, two and so on up to a number.
    static func sum(of count: Int, upTo most: Int) -> Double {
        stride(from: 1, through: most, by: 1).reduce(0.0) { $0 + coefficient(count, $1) }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
