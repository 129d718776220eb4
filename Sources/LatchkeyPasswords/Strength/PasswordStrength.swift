public import LatchkeyCore

/// How many guesses a password takes from someone who tries the likely ones first.
///
/// The method is zxcvbn's (Wheeler, USENIX Security 2016): everything in the password that an attacker would try as one
/// piece is found (common words in any spelling, rows of keys, repeats, sequences, dates), each piece gets its number of
/// guesses, and the cheapest way to cut the whole password into pieces is what it is worth.
///
/// ```swift
/// PasswordStrength(of: Secret("P@ssw0rd")).score      // 0
/// PasswordStrength(of: Secret("P@ssw0rd")).warning    // .similarToCommonPassword
/// ```
/// Its cost is bounded for any input: characters beyond ``longestPassword`` are not looked at.
public struct PasswordStrength: Hashable, Sendable {
    /// From 0, found within a thousand guesses, to 4, safe from someone who holds the site's slow hashes.
    public let score: Int
    public let guesses: Double
    /// What is wrong with it; only for a score of at most 2.
    public let warning: Warning?
    /// What would help; only for a score of at most 2.
    public let suggestions: [Suggestion]

    /// What makes a password weak.
    public enum Warning: String, Hashable, Sendable, CaseIterable {
        case amongTopTen, amongTopHundred, commonPassword, similarToCommonPassword
        case wordAlone, nameAlone, commonName, personal
        case straightRowOfKeys, keyboardPattern
        case repeatedCharacter, repeatedPattern, sequence, recentYear, date
    }

    /// What makes one stronger.
    public enum Suggestion: String, Hashable, Sendable, CaseIterable {
        case useSeveralWords, noNeedForSymbols, addAnotherWord
        case longerKeyboardPattern, avoidRepeats, avoidSequences, avoidRecentYears, avoidPersonalYears
        case capitalizationHelpsLittle, allCapitalsHelpLittle, reversingHelpsLittle, substitutionsHelpLittle
    }

    /// How many characters are looked at; a longer password is worth at least what its beginning is.
    public static let longestPassword = 100
    /// How many words of its owner are looked at.
    public static let mostKnownWords = 100

    /// Measures a password.
    ///
    /// - Parameter words: What an attacker would know of the person and the place: user name, site, title.
    public init(of password: Secret, knowing words: [String] = []) {
        let scalars = password.reveal().unicodeScalars.prefix(Self.longestPassword).map(\.value)
        let finder = PieceFinder(knownWords: words.prefix(Self.mostKnownWords).map { $0.lowercased() })
        let cut = finder.cheapestCut(of: scalars)
        guesses = cut.guesses
        score = Self.score(of: cut.guesses)
        (warning, suggestions) = Advice.advice(for: cut, of: scalars, score: score)
    }

    /// Seconds for someone who has the hashes and tries ten thousand a second, as a slow hash lets one machine do.
    public var secondsToCrackSlowHash: Double { guesses / 1e4 }

    /// The paper's steps: the powers of ten at which guessing online, unthrottled, and offline ends.
    private static func score(of guesses: Double) -> Int {
        [1e3, 1e6, 1e8, 1e10].count { guesses >= $0 + 5 }
    }
}
