internal import CWordList
public import LatchkeyCore

/// The shape of a password made of words.
///
/// The words come from EFF's long list. Each adds 12.9 bits of entropy; six add 77.
public struct Passphrase: Hashable, Sendable {
    public var wordCount: Int
    public var separator: String
    /// Whether every word begins with a capital letter.
    public var isCapitalized: Bool
    /// Whether a digit follows one of the words.
    public var hasDigit: Bool

    public static let wordCounts = 1...64
    public static let defaultWordCount = 6
    /// The number of words in the list.
    static let listSize = Int(LATCHKEY_WORD_COUNT)

    /// Clamps the number of words to ``wordCounts``.
    public init(
        wordCount: Int = defaultWordCount, separator: String = "-", isCapitalized: Bool = false, hasDigit: Bool = false
    ) {
        self.wordCount = min(max(wordCount, Self.wordCounts.lowerBound), Self.wordCounts.upperBound)
        self.separator = separator
        self.isCapitalized = isCapitalized
        self.hasDigit = hasDigit
    }

    /// Makes a passphrase, ignoring any rules.
    public func make() -> Secret {
        var source = SystemRandomNumberGenerator()
        return make(using: &source)
    }

    /// Makes a passphrase with a given source of random numbers.
    public func make(using source: inout some RandomNumberGenerator) -> Secret {
        let count = min(max(wordCount, Self.wordCounts.lowerBound), Self.wordCounts.upperBound)
        var words = (0..<count).map { _ in Self.word(Int.random(in: 0..<Self.listSize, using: &source)) }
        if isCapitalized {
            words = words.map { [$0[0] & ~0x20] + $0.dropFirst() }
        }
        if hasDigit {
            let place = Int.random(in: 0..<count, using: &source)
            words[place].append(UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &source))
        }
        return Secret(copying: Array(words.joined(separator: Array(separator.utf8))))
    }

    /// The word at an index below ``listSize``.
    static func word(_ index: Int) -> [UInt8] {
        guard let number = UInt32(exactly: index), index < listSize else {
            preconditionFailure("there is no word \(index)")
        }
        return unsafe latchkey_word(number).map { start in
            var word: [UInt8] = []
            var next = unsafe start
            while unsafe next.pointee != 0 {
                word.append(UInt8(bitPattern: unsafe next.pointee))
                unsafe next += 1
            }
            return word
        } ?? []
    }
}

extension PasswordGenerator {
    /// Makes a passphrase that satisfies the rules.
    ///
    /// If the preferred shape does not, it tries capitals, a digit, another separator, then fewer words, at least four.
    ///
    /// - Throws: ``PasswordGenerationError/unsatisfiable`` if no passphrase satisfies the rules.
    public func makePassphrase(_ preferred: Passphrase = Passphrase()) throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makePassphrase(preferred, using: &source)
    }

    /// Makes a passphrase with a given source of random numbers.
    public func makePassphrase(
        _ preferred: Passphrase = Passphrase(), using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        for shape in preferred.alternatives {
            for _ in 0..<Self.passphraseAttempts {
                let passphrase = shape.make(using: &source)
                if rules.accepts(passphrase) { return passphrase }
            }
        }
        throw .unsatisfiable
    }

    private static let passphraseAttempts = 12
}

extension Passphrase {
    /// This shape, then the most similar ones.
    fileprivate var alternatives: [Passphrase] {
        let counts = [wordCount] + Array((4..<max(wordCount, 4)).reversed())
        let separators = [separator] + ["-", ".", "_", "!", ""].filter { $0 != separator }
        return counts.flatMap { count in
            separators.flatMap { separator in
                [(isCapitalized, hasDigit), (true, hasDigit), (isCapitalized, true), (true, true)].map {
                    Passphrase(wordCount: count, separator: separator, isCapitalized: $0, hasDigit: $1)
                }
            }
        }
    }
}
