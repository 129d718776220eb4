package import LatchkeySheet

/// The color and the word of every sheet, which distinguish it from an imitation by a page.
///
/// A page can copy everything of a sheet but these two, which it cannot read.
package struct SheetMark: Codable, Hashable, Sendable {
    /// The longest word, in characters.
    package static let longestWord = 32

    package let color: SheetColor
    package let word: String

    /// Validates a word that the user typed.
    ///
    /// - Returns: `nil` for an empty or too long word, or one with control characters or line breaks.
    package init?(color: SheetColor, word: String) {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
        let isBlank = word.allSatisfy(\.isWhitespace)
        guard isPlain, !isBlank, word.count <= Self.longestWord, word.utf8.count <= 4 * Self.longestWord else {
            return nil
        }
        self.color = color
        self.word = word
    }

    /// A random color.
    package static func drawnColor(using generator: inout some RandomNumberGenerator) -> SheetColor {
        // Unreachable: the list is not empty.
        colors.randomElement(using: &generator) ?? SheetColor(red: 0, green: 0, blue: 0)
    }

    /// Two random words.
    package static func drawnWord(using generator: inout some RandomNumberGenerator) -> String {
        (adjectives.randomElement(using: &generator) ?? "") + " " + (nouns.randomElement(using: &generator) ?? "")
    }

    /// Colors that are easily distinguished and have enough contrast to white letters (WCAG 2.2 §1.4.3).
    private static let colors = [
        SheetColor(red: 0x8C, green: 0x2F, blue: 0x39), SheetColor(red: 0x8A, green: 0x4B, blue: 0x08),
        SheetColor(red: 0x5B, green: 0x61, blue: 0x0F), SheetColor(red: 0x1E, green: 0x6B, blue: 0x3A),
        SheetColor(red: 0x0B, green: 0x68, blue: 0x6E), SheetColor(red: 0x1F, green: 0x54, blue: 0x9B),
        SheetColor(red: 0x4A, green: 0x3F, blue: 0x9F), SheetColor(red: 0x7D, green: 0x2E, blue: 0x86),
    ]
    private static let adjectives = [
        "Amber", "Brave", "Calm", "Early", "Fair", "Gentle", "Happy", "Late", "Merry", "Noble", "Quiet", "Round",
        "Silver", "Swift", "Tall", "Warm",
    ]
    private static let nouns = [
        "Anchor", "Bridge", "Candle", "Falcon", "Garden", "Harbour", "Island", "Juniper", "Kettle", "Lantern", "Meadow",
        "Orchard", "Pebble", "River", "Sparrow", "Willow",
    ]
}
