import Foundation
import LatchkeyWire

/// The skeleton of a provider's name: two names that look alike have the same skeleton.
///
/// Case, accents, spaces, punctuation, symbols and invisible characters are ignored. Letters and digits of Latin, Cyrillic,
/// Greek, Armenian, Cherokee and Lisu that look alike are equal. This follows UTS #39 §4, with a smaller table and more
/// ignored characters.
struct NameSkeleton: Hashable, Sendable {
    let text: String

    init(_ name: String) {
        let letters = Self.skeleton(of: name, keepingSymbols: false)
        // The symbols distinguish a name without letters.
        text = letters.isEmpty ? Self.skeleton(of: name, keepingSymbols: true) : letters
    }

    /// Whether no character of the name is visible.
    var isEmpty: Bool { text.isEmpty }

    /// Whether the name begins with "Latchkey" or "org.latchkey", which only the agent and the vault may show.
    var isReserved: Bool { Self.ownNames.contains { text.hasPrefix($0) } }

    private static let ownNames = ["Latchkey", "org.latchkey"].map { skeleton(of: $0, keepingSymbols: false) }

    private static func skeleton(of name: String, keepingSymbols: Bool) -> String {
        var kept = String.UnicodeScalarView()
        // Also before decomposition: the lunate sigma looks like c, and decomposes to another sigma.
        let replaced = name.unicodeScalars.map { $0.isASCII ? String($0) : capitals[$0] ?? small[$0] ?? String($0) }
        for scalar in replaced.joined().decomposedStringWithCompatibilityMapping.unicodeScalars {
            // Before case folding: Н looks like H, and н does not.
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

    /// Capital letters of Cyrillic and Greek that look like Latin ones, while their small letters do not.
    private static let capitals = cyrillicAndGreek.merging(otherScripts) { first, _ in first }

    private static let cyrillicAndGreek = table([
        "b": "ВΒ", "h": "НΗҺ", "k": "КΚ", "m": "МΜ", "n": "Ν", "p": "РΡ", "t": "ТΤ", "x": "ХΧ", "y": "УΥҮ", "z": "Ζ",
        "l": "ІӀΙ", "e": "ЕΕ", "a": "АΑ", "o": "ОΟ", "c": "СϹ", "s": "Ѕ", "j": "Ј",
    ])

    /// Letters of Armenian, Lisu and Cherokee.
    ///
    /// Lisu has no small letters; those of Cherokee look like its capitals.
    private static let otherScripts: [Unicode.Scalar: String] = {
        let letters = table([
            "a": "\u{A4EE}", "b": "\u{A4D0}", "c": "\u{A4DA}", "d": "\u{A4D3}", "e": "\u{A4F0}", "f": "\u{A4DD}",
            "g": "\u{A4D6}\u{581}", "h": "\u{A4E7}\u{570}", "j": "\u{A4D9}\u{575}", "k": "\u{A4D7}",
            "l": "\u{A4E1}\u{A4F2}\u{53C}\u{56C}", "m": "\u{A4DF}", "n": "\u{A4E0}\u{578}\u{57C}",
            "o": "\u{A4F3}\u{585}\u{555}", "p": "\u{A4D1}", "q": "\u{566}\u{563}", "r": "\u{A4E3}",
            "s": "\u{A4E2}\u{54F}", "t": "\u{A4D4}", "u": "\u{A4F4}\u{57D}\u{54D}", "v": "\u{A4E6}", "w": "\u{A4EA}",
            "x": "\u{A4EB}", "y": "\u{A4EC}", "z": "\u{A4DC}",
        ])
        let cherokee = table([
            "a": "\u{13AA}", "b": "\u{13F4}", "c": "\u{13DF}", "d": "\u{13A0}\u{13E7}", "e": "\u{13AC}",
            "g": "\u{13C0}",
            "h": "\u{13BB}", "j": "\u{13AB}", "k": "\u{13E6}", "l": "\u{13DE}\u{13A5}", "m": "\u{13B7}",
            "p": "\u{13E2}",
            "r": "\u{13A1}\u{13D2}", "s": "\u{13D5}\u{13DA}", "t": "\u{13A2}", "v": "\u{13D9}",
            "w": "\u{13B3}\u{13D4}", "y": "\u{13A9}\u{13CD}", "z": "\u{13C3}",
        ])
        var all = letters.merging(cherokee) { first, _ in first }
        for (capital, letter) in cherokee {
            for scalar in capital.properties.lowercaseMapping.unicodeScalars { all[scalar] = letter }
        }
        return all
    }()

    /// Small letters, digits and symbols that look like a small Latin letter.
    private static let small = table([
        "a": "аαɑᴀ@ⱥᶏ", "b": "вʙ8ь", "c": "сϲᴄҫƈȼɕꞓ", "d": "ԁđᴅ", "e": "еεєҽᴇ3€ɇɛᶒⱸ", "f": "ꜰƒ", "g": "ɡɢ",
        "h": "һнħʜɦⱨӈң",
        "j": "јϳᴊ", "k": "кκᴋĸƙқҝҟҡӄⱪꝁꝃꝅᶄꞣ", "l": "i1іιıӏłʟɪƚɫɬɭⱡᶅȴ|", "m": "мᴍ", "n": "ηпɴ", "o": "оοσ0øᴏ", "p": "рρᴘ",
        "q": "ԛ",
        "r": "гᴦʀ",
        "s": "ѕ5ꜱ$", "t": "тτŧᴛҭƫƭʈⱦȶ", "u": "υᴜ", "v": "νѵᴠ", "w": "ѡωԝᴡ", "x": "хχ", "y": "уγүʏұƴɏỿ", "z": "ᴢ",
        "ae": "æ",
        "oe": "œ", "ss": "ß",
    ])

    private static func table(_ alike: [String: String]) -> [Unicode.Scalar: String] {
        var table: [Unicode.Scalar: String] = [:]
        for (letter, others) in alike { for other in others.unicodeScalars { table[other] = letter } }
        return table
    }
}
