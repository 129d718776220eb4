/// What to say to the owner of a weak password: about its longest piece, which is what gives it away.
enum Advice {
    typealias Words = (warning: PasswordStrength.Warning?, suggestions: [PasswordStrength.Suggestion])

    static func advice(for cut: CheapestCut, of password: [UInt32], score: Int) -> Words {
        guard score <= 2 else { return (nil, []) }
        guard var longest = cut.pieces.first else { return (nil, [.useSeveralWords, .noNeedForSymbols]) }
        for piece in cut.pieces where piece.range.count > longest.range.count { longest = piece }
        let isAlone = cut.pieces.count == 1
        let words = advice(for: longest, written: password[longest.range], isAlone: isAlone)
        return (words.warning, [.addAnotherWord] + words.suggestions)
    }

    private static func advice(for piece: Piece, written: ArraySlice<UInt32>, isAlone: Bool) -> Words {
        switch piece.kind {
        case .unknown: (nil, [])
        case .word(let word):
            (
                warning(about: word, guesses: piece.guesses, isAlone: isAlone),
                suggestions(about: word, written: written)
            )
        case .keys(let turns, _, _): (turns == 1 ? .straightRowOfKeys : .keyboardPattern, [.longerKeyboardPattern])
        case .repetition(let baseCount, _): (baseCount == 1 ? .repeatedCharacter : .repeatedPattern, [.avoidRepeats])
        case .sequence: (.sequence, [.avoidSequences])
        case .recentYear: (.recentYear, [.avoidRecentYears, .avoidPersonalYears])
        case .date: (.date, [.avoidPersonalYears])
        }
    }

    private static func warning(
        about word: Piece.Word, guesses: Double, isAlone: Bool
    ) -> PasswordStrength.Warning? {
        switch word.list {
        case .passwords:
            guard isAlone, !word.isReversed, word.substitutions.isEmpty else {
                return guesses <= 1e4 ? .similarToCommonPassword : nil
            }
            return word.rank <= 10 ? .amongTopTen : word.rank <= 100 ? .amongTopHundred : .commonPassword
        case .words: return isAlone ? .wordAlone : nil
        case .films: return nil
        case .surnames, .womensNames, .mensNames: return isAlone ? .nameAlone : .commonName
        case .known: return .personal
        }
    }

    private static func suggestions(
        about word: Piece.Word, written: ArraySlice<UInt32>
    ) -> [PasswordStrength.Suggestion] {
        var suggestions: [PasswordStrength.Suggestion] = []
        let capitals = written.count { (0x41...0x5A).contains($0) }
        let small = written.count { (0x61...0x7A).contains($0) }
        if capitals == 1, written.count > 1, let first = written.first, (0x41...0x5A).contains(first) {
            suggestions.append(.capitalizationHelpsLittle)
        } else if capitals > 0, small == 0 {
            suggestions.append(.allCapitalsHelpLittle)
        }
        if word.isReversed, written.count >= 4 { suggestions.append(.reversingHelpsLittle) }
        if !word.substitutions.isEmpty { suggestions.append(.substitutionsHelpLittle) }
        return suggestions
    }
}
