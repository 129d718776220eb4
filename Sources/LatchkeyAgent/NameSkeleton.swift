import Foundation
import LatchkeyWire

/// What is left of a provider's name when everything is removed that people overlook; two alike names have the same.
///
/// Case, accents, spaces, punctuation, symbols and invisible characters do not count, and letters and digits of Latin,
/// Cyrillic and Greek that look alike are one. After the skeletons of UTS #39 §4, with a smaller table and more removed.
struct NameSkeleton: Hashable, Sendable {
    let text: String

    init(_ name: String) {
        let letters = Self.skeleton(of: name, keepingSymbols: false)
        // A name of symbols alone is told from others by them.
        text = letters.isEmpty ? Self.skeleton(of: name, keepingSymbols: true) : letters
    }

    /// Nothing of the name can be seen.
    var isEmpty: Bool { text.isEmpty }

    /// The name begins as ours do, which the agent and the vault alone may show.
    var isReserved: Bool { text.hasPrefix(Self.ownName) }

    private static let ownName = skeleton(of: "Latchkey", keepingSymbols: false)

    private static func skeleton(of name: String, keepingSymbols: Bool) -> String {
        var kept = String.UnicodeScalarView()
        // Before it is decomposed, too: the lunate sigma looks like c, and decomposes to another sigma.
        let replaced = name.unicodeScalars.map { $0.isASCII ? String($0) : capitals[$0] ?? small[$0] ?? String($0) }
        for scalar in replaced.joined().decomposedStringWithCompatibilityMapping.unicodeScalars {
            // Before the case is folded: Н looks like H, and н does not.
            if let capital = capitals[scalar] {
                kept.append(contentsOf: capital.unicodeScalars)
            } else if isCounted(scalar, keepingSymbols: keepingSymbols) {
                for scalar in scalar.properties.lowercaseMapping.unicodeScalars {
                    kept.append(contentsOf: small[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars)
                }
            }
        }
        return String(kept).replacing("rn", with: "m").replacing("vv", with: "w")
    }

    private static func isCounted(_ scalar: Unicode.Scalar, keepingSymbols: Bool) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint, !scalar.properties.isWhitespace else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .control, .format, .surrogate, .privateUse, .unassigned,
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            small[scalar] != nil
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: keepingSymbols || small[scalar] != nil
        default: true
        }
    }

    /// Capital letters of Cyrillic and Greek that look like Latin ones, where their small letters look otherwise.
    private static let capitals = table([
        "b": "ВΒ", "h": "НΗҺ", "k": "КΚ", "m": "МΜ", "n": "Ν", "p": "РΡ", "t": "ТΤ", "x": "ХΧ", "y": "УΥҮ", "z": "Ζ",
        "l": "ІӀΙ", "e": "ЕΕ", "a": "АΑ", "o": "ОΟ", "c": "СϹ", "s": "Ѕ", "j": "Ј",
    ])

    /// Small letters, digits and symbols that look like a small Latin letter.
    private static let small = table([
        "a": "аαɑᴀ@", "b": "вʙ8ь", "c": "сϲᴄ", "d": "ԁđᴅ", "e": "еεєҽᴇ3€", "f": "ꜰƒ", "g": "ɡɢ", "h": "һнħʜ",
        "j": "јϳᴊ", "k": "кκᴋ", "l": "i1іιıӏłʟɪ|", "m": "мᴍ", "n": "ηпɴ", "o": "оοσ0øᴏ", "p": "рρᴘ", "q": "ԛ",
        "r": "гᴦʀ",
        "s": "ѕ5ꜱ$", "t": "тτŧᴛ", "u": "υᴜ", "v": "νѵᴠ", "w": "ѡωԝᴡ", "x": "хχ", "y": "уγүʏ", "z": "ᴢ", "ae": "æ",
        "oe": "œ", "ss": "ß",
    ])

    private static func table(_ alike: [String: String]) -> [Unicode.Scalar: String] {
        var table: [Unicode.Scalar: String] = [:]
        for (letter, others) in alike { for other in others.unicodeScalars { table[other] = letter } }
        return table
    }
}
