internal import CZxcvbn
internal import Foundation
public import LatchkeyCore

/// An estimate of the guesses that an attacker needs who tries likely passwords first.
///
/// libzxcvbn finds the parts of the password that an attacker tries as a unit: common passwords, words and names in any
/// spelling, keyboard patterns, repetitions, sequences and dates. The guesses of the cheapest combination of parts are
/// the strength of the password (Wheeler, USENIX Security 2016).
///
/// ```swift
/// PasswordStrength(of: Secret("P@ssw0rd")).score      // 0
/// PasswordStrength(of: Secret("P@ssw0rd")).warning    // .commonWordWithSubstitutions
/// ```
public struct PasswordStrength: Hashable, Sendable {
    /// From 0, fewer than a thousand guesses, to 4, safe even if the site's slow hashes are stolen.
    public let score: Int
    /// At least 1; exceeds `UInt64` for long passwords.
    public let guesses: Double
    /// Why the password is weak; `nil` if the score exceeds 2 or the password matches no pattern.
    public let warning: Warning?

    /// The pattern that makes a password weak.
    public enum Warning: String, Hashable, Sendable, CaseIterable {
        /// The whole password is a common password, word or name; it may be capitalized or reversed.
        case commonWord
        /// The whole password is a common word with substituted characters: `P@ssw0rd`.
        case commonWordWithSubstitutions
        /// The longest part is a common password, word or name.
        case containsCommonWord
        /// The longest part is one of the words that the caller passed.
        case containsKnownWord
        case keyboardPattern, repetition, sequence, date
    }

    /// Only this many leading characters are rated.
    ///
    /// The library's time grows with the fifth power of the length: `8787…` takes 15 ms with 40 characters, 1.5 s with
    /// 100. The strongest score needs far fewer than 40 characters.
    public static let ratedLength = 40
    /// Only this many known words are compared with the password.
    public static let maximumKnownWords = 100

    /// Rates a password.
    ///
    /// - Parameter words: What an attacker knows about the login, such as the user name and the site.
    public init(of password: Secret, knowing words: [String] = []) {
        let parts = Part.parts(of: password.reveal(), knownWords: words.prefix(Self.maximumKnownWords))
        let guesses = exp2(parts.reduce(0) { $0 + $1.bits })
        // The paper's limits. The margin keeps eight unmatched characters, 10^8 guesses, below the third.
        let score = [1e3, 1e6, 1e8, 1e10].count { guesses >= $0 + 5 }
        self.guesses = guesses
        self.score = score
        warning = score <= 2 ? Part.warning(for: parts) : nil
    }

    /// Seconds to crack a stolen slow hash at ten thousand guesses per second.
    public var secondsToCrackSlowHash: Double { guesses / 1e4 }
}

/// A part of a password that an attacker guesses as a unit.
private struct Part {
    /// `ZxcTypeMatch_t`, with `MULTIPLE_MATCH` added if the part repeats.
    let type: UInt32
    /// In characters.
    let length: Int
    /// Binary logarithm of the guesses, with the surcharge for a part that is not the first.
    let bits: Double

    /// - Parameter entropy: The bits of the part alone.
    /// - Parameter bits: The same with the surcharge.
    init(type: ZxcTypeMatch_t, length: Int, entropy: Double, bits: Double) {
        self.type = type.rawValue
        self.length = length
        // The library rates unmatched characters as random. Most are words that its lists lack, so each costs ten
        // guesses, as in the paper (§4.2).
        let surplus = type == BRUTE_MATCH ? max(entropy - Double(length) * log2(10), 0) : 0
        self.bits = bits - surplus
    }

    /// The cheapest sequence of parts that makes up the password, in order.
    static func parts(of password: String, knownWords: some Sequence<String>) -> [Part] {
        let text = bytes(of: password) + [0]
        var words: [UInt8] = []
        var starts: [Int] = []
        for word in knownWords where !word.isEmpty {
            starts.append(words.count)
            words += bytes(of: word.lowercased()) + [0]
        }
        var info: UnsafeMutablePointer<ZxcMatch_t>?
        unsafe text.withUnsafeBytes { text in
            unsafe words.withUnsafeBytes { words in
                var pointers = unsafe [UnsafePointer<CChar>?]()
                for start in starts {
                    unsafe pointers.append(words.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
                }
                unsafe pointers.append(nil)
                _ = unsafe ZxcvbnMatch(text.baseAddress?.assumingMemoryBound(to: CChar.self), &pointers, &info)
            }
        }
        defer { unsafe ZxcvbnFreeInfo(info) }
        var parts: [Part] = []
        var next = unsafe info
        while let match = unsafe next {
            parts.append(
                unsafe Part(
                    type: match.pointee.Type, length: Int(match.pointee.Length), entropy: match.pointee.Entrpy,
                    bits: match.pointee.MltEnpy))
            unsafe next = match.pointee.Next
        }
        return parts
    }

    /// The leading characters, one nonzero byte each.
    ///
    /// The library takes bytes for characters: in UTF-8, a Cyrillic letter would count twice.
    private static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.prefix(PasswordStrength.ratedLength).map { scalar in
            (1..<0x80).contains(scalar.value) ? UInt8(scalar.value) : 0x80 | UInt8(truncatingIfNeeded: scalar.value)
        }
    }

    /// What the longest part says about the password; `nil` if it matches no pattern.
    static func warning(for parts: [Part]) -> PasswordStrength.Warning? {
        guard let first = parts.first else { return nil }
        let longest = parts.dropFirst().reduce(first) { $1.length > $0.length ? $1 : $0 }
        let isRepeated = longest.type >= MULTIPLE_MATCH.rawValue
        switch ZxcTypeMatch_t(longest.type % MULTIPLE_MATCH.rawValue) {
        case USER_MATCH, USER_LEET_MATCH: return .containsKnownWord
        case REPEATS_MATCH: return .repetition
        case _ where isRepeated: return .repetition
        case DICTIONARY_MATCH where parts.count == 1: return .commonWord
        case DICT_LEET_MATCH where parts.count == 1: return .commonWordWithSubstitutions
        // The lists contain single letters too.
        case DICTIONARY_MATCH, DICT_LEET_MATCH: return longest.length > 2 ? .containsCommonWord : nil
        case SEQUENCE_MATCH: return .sequence
        case SPATIAL_MATCH: return .keyboardPattern
        case DATE_MATCH, YEAR_MATCH: return .date
        default: return nil
        }
    }
}
