public import LatchkeyCore

/// The printed code that opens a vault if the passphrase is lost.
///
/// It has 25 random characters of Crockford's Base32 (125 bits) and three check characters. The alphabet has no I, L, O, U;
/// O is read as 0, I and L are read as 1. The check characters are a Reed–Solomon code over GF(32). It detects errors in
/// up to three characters, including exchanged neighbours, and locates a single error.
public struct RecoveryCode: Sendable, Equatable {
    static let dataCount = 25
    static let checkCount = 3
    static let groupCount = 4
    static let count = dataCount + checkCount

    /// An error in a typed code.
    public enum Mistake: Error, Hashable, Sendable {
        case tooShort(missing: Int)
        case tooLong(excess: Int)
        /// The character is not in the alphabet. The place counts from zero, without spaces and dashes.
        case unknownCharacter(place: Int)
        /// The check characters do not match. The place is that of the only wrong character, or `nil` if several are wrong.
        case typo(place: Int?)
    }

    /// The 28 characters without dashes, in upper case.
    let canonical: Secret

    /// Creates a random code.
    public init() {
        let random = Secret.random(count: Self.dataCount)
        var symbols = unsafe random.withBytes { unsafe $0.map { $0 & 31 } }
        symbols += Self.checkSymbols(for: symbols)
        canonical = Secret(copying: symbols.map { Self.alphabet[Int($0)] })
    }

    /// Parses a typed code: upper or lower case, with or without spaces and dashes.
    public init(typed: Secret) throws(Mistake) {
        let characters = unsafe typed.withBytes { unsafe $0.filter { !" -\t\r\n".utf8.contains($0) } }
        var symbols: [UInt8] = []
        for (place, character) in characters.enumerated() {
            guard let symbol = Self.symbol(for: character) else { throw .unknownCharacter(place: place) }
            symbols.append(symbol)
        }
        if symbols.count < Self.count { throw .tooShort(missing: Self.count - symbols.count) }
        if symbols.count > Self.count { throw .tooLong(excess: symbols.count - Self.count) }
        let syndromes = Self.syndromes(of: symbols)
        guard syndromes == [0, 0, 0] else { throw .typo(place: Self.place(from: syndromes)) }
        canonical = Secret(copying: symbols.map { Self.alphabet[Int($0)] })
    }

    /// The printed form: seven groups of four characters.
    public var formatted: Secret {
        let characters = unsafe canonical.withBytes { unsafe Array($0) }
        var text: [UInt8] = []
        for (place, character) in characters.enumerated() {
            if place > 0, place.isMultiple(of: Self.groupCount) { text.append(UInt8(ascii: "-")) }
            text.append(character)
        }
        return Secret(copying: text)
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private static func symbol(for character: UInt8) -> UInt8? {
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
        let upper = isLower ? character - 32 : character
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper).flatMap { UInt8(exactly: $0) }
        }
    }
}

/// Reed and Solomon, "Polynomial Codes over Certain Finite Fields" (1960), over GF(2)[x] / (x⁵ + x² + 1).
extension RecoveryCode {
    /// The powers of x.
    ///
    /// The 31st power is 1 again.
    private static let powers: [UInt8] = {
        var powers: [UInt8] = [1]
        while powers.count < 31, let last = powers.last {
            powers.append(last & 16 == 0 ? last << 1 : (last << 1 ^ 0b10_0101) & 31)
        }
        return powers
    }()

    private static func multiply(_ left: UInt8, byPower exponent: Int) -> UInt8 {
        guard let logarithm = powers.firstIndex(of: left) else { return 0 }
        return powers[(logarithm + exponent) % 31]
    }

    /// The values of the code's polynomial at x, x² and x³; all are zero for a code without errors.
    static func syndromes(of symbols: [UInt8]) -> [UInt8] {
        (1...checkCount).map { exponent in
            symbols.reduce(0) { multiply($0, byPower: exponent) ^ $1 }
        }
    }

    /// The three characters that make all syndromes zero.
    static func checkSymbols(for data: [UInt8]) -> [UInt8] {
        // The remainder of data · x³ by the generator polynomial (X - x)(X - x²)(X - x³), by long division.
        let generator: [UInt8] = [1].polynomialProduct(3, multiply: multiply)
        var remainder = data + [0, 0, 0]
        for index in data.indices where remainder[index] != 0 {
            guard let factor = powers.firstIndex(of: remainder[index]) else { continue }
            for (offset, coefficient) in generator.enumerated() {
                remainder[index + offset] ^= multiply(coefficient, byPower: factor)
            }
        }
        return Array(remainder.suffix(checkCount))
    }

    /// The place of a single error; `nil` if the syndromes show several.
    private static func place(from syndromes: [UInt8]) -> Int? {
        let logarithms = syndromes.compactMap { powers.firstIndex(of: $0) }
        guard logarithms.count == checkCount else { return nil }
        let exponent = (logarithms[1] - logarithms[0] + 31) % 31
        guard exponent == (logarithms[2] - logarithms[1] + 31) % 31, exponent < count else { return nil }
        return count - 1 - exponent
    }
}

extension [UInt8] {
    /// Multiplies a polynomial, highest coefficient first, by (X - x), (X - x²) and so on.
    fileprivate func polynomialProduct(_ factors: Int, multiply: (UInt8, Int) -> UInt8) -> [UInt8] {
        var product = self
        for exponent in 1...factors {
            var next = product + [0]
            for (index, coefficient) in product.enumerated() { next[index + 1] ^= multiply(coefficient, exponent) }
            product = next
        }
        return product
    }
}
