internal import CWordList
public import LatchkeyCore

/// How a password of words is made.
///
/// The words are those of EFF's long list, each worth 12.9 bits: six make 77 bits.
public struct Passphrase: Hashable, Sendable {
    public var wordCount: Int
    public var separator: String
    /// Whether every word begins with a capital.
    public var isCapitalized: Bool
    /// Whether a digit follows one of the words.
    public var hasDigit: Bool

    public static let wordCounts = 1...64
    public static let ordinaryWordCount = 6
    /// How many words there are to choose from.
    public static let listCount = Int(LATCHKEY_WORD_COUNT)

    /// Takes the wishes; a number of words out of ``wordCounts`` is brought into it.
    public init(
        wordCount: Int = ordinaryWordCount, separator: String = "-", isCapitalized: Bool = false, hasDigit: Bool = false
    ) {
        self.wordCount = min(max(wordCount, Self.wordCounts.lowerBound), Self.wordCounts.upperBound)
        self.separator = separator
        self.isCapitalized = isCapitalized
        self.hasDigit = hasDigit
    }

    /// Makes a passphrase.
    public func make() -> Secret {
        var source = SystemRandomNumberGenerator()
        return make(using: &source)
    }

    public func make(using source: inout some RandomNumberGenerator) -> Secret {
        let count = min(max(wordCount, Self.wordCounts.lowerBound), Self.wordCounts.upperBound)
        var words = (0..<count).map { _ in Self.word(Int.random(in: 0..<Self.listCount, using: &source)) }
        if isCapitalized {
            words = words.map { [$0[0] & ~0x20] + $0.dropFirst() }
        }
        if hasDigit {
            let place = Int.random(in: 0..<count, using: &source)
            words[place].append(UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &source))
        }
        return Secret(copying: Array(words.joined(separator: Array(separator.utf8))))
    }

    /// The word of a number below ``listCount``.
    static func word(_ index: Int) -> [UInt8] {
        guard let number = UInt32(exactly: index), index < listCount else {
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
    /// Makes a passphrase that keeps the rules: with the wished shape where that will do, else a capital, a digit, another
    /// separator or fewer words as the rules want, but never fewer than four.
    ///
    /// - Throws: ``PasswordGenerationError/unsatisfiable`` where no words will do.
    public func makePassphrase(_ wish: Passphrase = Passphrase()) throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makePassphrase(wish, using: &source)
    }

    public func makePassphrase(
        _ wish: Passphrase = Passphrase(), using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        for shape in wish.alternatives {
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
    /// The wish, then what comes nearest to it.
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
