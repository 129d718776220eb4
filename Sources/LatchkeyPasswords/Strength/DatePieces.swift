/// Finds dates and recent years: any three numbers that may be day, month and year, with or without separators.
enum DatePieces {
    static func pieces(in password: [UInt32]) -> [Piece] {
        let text = password.map { UInt8(exactly: $0) ?? 0 }
        var dates: [(range: Range<Int>, year: Int, hasSeparator: Bool)] = []
        for start in text.indices {
            for end in stride(from: start + 4, through: min(start + 10, text.count), by: 1) {
                let token = text[start..<end]
                if token.count <= 8, let year = year(unseparated: token) {
                    dates.append((start..<end, year, false))
                } else if token.count >= 6, let year = year(separated: token) {
                    dates.append((start..<end, year, true))
                }
            }
        }
        // A date within a longer one is noise.
        let longest = dates.filter { date in
            !dates.contains { $0.range != date.range && $0.range.contains(date.range) }
        }
        return recentYears(in: text, of: password)
            + longest.map { Piece($0.range, .date(year: $0.year, hasSeparator: $0.hasSeparator), in: password) }
    }

    /// Years from 1900 to 2029, one behind the other.
    private static func recentYears(in text: [UInt8], of password: [UInt32]) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        while start + 4 <= text.count {
            if let year = number(text[start..<start + 4]), (1900...2029).contains(year) {
                pieces.append(Piece(start..<start + 4, .recentYear(year), in: password))
                start += 4
            } else {
                start += 1
            }
        }
        return pieces
    }

    /// Where four to eight digits may be cut into three numbers.
    private static let cuts: [Int: [(Int, Int)]] = [
        4: [(1, 2), (2, 3)], 5: [(1, 3), (2, 3)], 6: [(1, 2), (2, 4), (4, 5)], 7: [(1, 3), (2, 3), (4, 5), (4, 6)],
        8: [(2, 4), (4, 6)],
    ]

    /// The year of digits without separators; of several readings the one nearest to now, which is guessed first.
    private static func year(unseparated token: ArraySlice<UInt8>) -> Int? {
        guard token.allSatisfy(\.isDigit), let cuts = cuts[token.count] else { return nil }
        let start = token.startIndex
        return cuts.compactMap { first, second in
            year(of: [
                token[..<(start + first)], token[(start + first)..<(start + second)], token[(start + second)...],
            ])
        }.min { abs($0 - Piece.Kind.referenceYear) < abs($1 - Piece.Kind.referenceYear) }
    }

    private static func year(separated token: ArraySlice<UInt8>) -> Int? {
        guard let separator = token.first(where: { !$0.isDigit }), separators.contains(separator) else { return nil }
        let parts = token.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...4).contains(parts[0].count), (1...2).contains(parts[1].count),
            (1...4).contains(parts[2].count), parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return nil }
        return year(of: parts)
    }

    private static let separators = Array(" /\\_.-\t".utf8)

    /// The year of three numbers of which it is the first or the last, and the others are day and month.
    private static func year(of parts: [ArraySlice<UInt8>]) -> Int? {
        let numbers = parts.compactMap(number)
        guard numbers.count == 3, (1...31).contains(numbers[1]),
            !numbers.contains(where: { (100..<1000).contains($0) || $0 > 2050 }),
            numbers.count(where: { $0 > 31 }) < 2, numbers.count(where: { $0 == 0 }) < 2,
            numbers.contains(where: { $0 <= 12 })
        else { return nil }
        let readings = [(numbers[2], numbers[0], numbers[1]), (numbers[0], numbers[1], numbers[2])]
        if let (year, one, two) = readings.first(where: { $0.0 >= 1000 }) {
            return isDayAndMonth(one, two) ? year : nil
        }
        guard let (year, _, _) = readings.first(where: { isDayAndMonth($0.1, $0.2) }) else { return nil }
        return year > 50 ? year + 1900 : year + 2000
    }

    private static func isDayAndMonth(_ one: Int, _ two: Int) -> Bool {
        (1...31).contains(one) && (1...12).contains(two) || (1...31).contains(two) && (1...12).contains(one)
    }

    /// The number that up to four digits write.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
