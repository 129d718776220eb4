import Foundation

/// Checks whether a provider's name mixes scripts whose letters look alike.
///
/// Latin letters go with Chinese, Japanese and Korean ones, as in the restriction level "Highly Restrictive" of
/// UTS #39 §5.2, and with no others. Names without Latin letters are left to ``NameSkeleton``.
enum NameScripts {
    static func isMixed(_ name: String) -> Bool {
        // The micro sign has no script, and decomposes to a Greek letter.
        let letters = name.unicodeScalars.filter { $0 != "\u{B5}" }
        var (hasLatin, hasOther) = (false, false)
        for scalar in String(String.UnicodeScalarView(letters)).decomposedStringWithCompatibilityMapping.unicodeScalars
        where isLetter(scalar) {
            if contains(latin, scalar) {
                hasLatin = true
            } else if !contains(common, scalar), !contains(eastAsian, scalar) {
                hasOther = true
            }
        }
        return hasLatin && hasOther
    }

    /// Whether a name has a control of the bidirectional algorithm: "yek" in reverse order reads as "key".
    static func reordersText(_ name: String) -> Bool {
        name.unicodeScalars.contains { $0.properties.isBidiControl }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        default: false
        }
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
    }

    /// Letters of the script Latin, after compatibility decomposition.
    private static let latin: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2B8, 0x2E0...0x2E4,
        0x1D00...0x1D25, 0x1D2C...0x1D5C, 0x1D62...0x1D65, 0x1D6B...0x1D77, 0x1D79...0x1DBE, 0x1E00...0x1EFF,
        0x2071...0x2071, 0x207F...0x207F, 0x2090...0x209C, 0x212A...0x212B, 0x2132...0x2132, 0x214E...0x214E,
        0x2160...0x2188, 0x2C60...0x2C7F, 0xA722...0xA787, 0xA78B...0xA7FF, 0xAB30...0xAB5A, 0xAB5C...0xAB64,
        0xAB66...0xAB69, 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0x10780...0x107BF, 0x1DF00...0x1DFFF,
    ]

    /// Letters of the script Common.
    private static let common: [ClosedRange<UInt32>] = [
        0x2B9...0x2DF, 0x2E5...0x2E9, 0x2EC...0x2FF, 0x374...0x374, 0x2100...0x2125, 0x2127...0x2129, 0x212C...0x2131,
        0x2133...0x214D, 0xA788...0xA78A,
    ]

    /// Letters of Han, Bopomofo, Hiragana, Katakana and Hangul, and the common ones among them.
    private static let eastAsian: [ClosedRange<UInt32>] = [
        0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x303C, 0x3041...0x318F, 0x31A0...0x31BF,
        0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
        0xFF66...0xFFDC, 0x16FE2...0x16FE3, 0x1AFF0...0x1B16F, 0x20000...0x3FFFF,
    ]
}
