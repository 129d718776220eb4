/// Makes untrusted texts safe to show in a terminal, in `pinentry` or on a page, and measures them.
///
/// Titles, user names and sites come from providers, imports and pages. Characters that could move the cursor, change
/// colors, reverse the reading order, hide letters or break a line are replaced by visible ones.
package enum DisplayText {
    /// Returns one line without active characters: controls as their pictures, invisible characters as `<U+202E>`.
    ///
    /// Emoji sequences and the joiners that Arabic and Indic scripts need are unchanged, unless they could hide
    /// something. It makes one pass over the text.
    package static func escaping(_ text: String) -> String {
        if text.isPrintableASCII { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar?
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index) < scalars.endIndex ? scalars[scalars.index(after: index)] : nil
            if scalar.isPrintableASCII {
                result.append(scalar)
                (marks, previous) = (0, scalar)
                continue
            }
            marks = scalar.isMark ? marks + 1 : 0
            if scalar.isHarmless(after: previous, before: next) && marks <= longestRunOfMarks {
                // A mark without a base would combine with a character of the frame.
                if scalar.isMark && previous == nil { result.append("\u{25CC}") }
                result.append(scalar)
            } else {
                result.append(contentsOf: picture(of: scalar).unicodeScalars)
            }
            previous = scalar
        }
        return String(result)
    }

    /// Splits a text at its line ends, and escapes each line.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { escaping(String($0)) }
    }

    /// An account's name that a site has chosen, on one line: escaped, and cut after 128 Unicode scalars.
    package static func accountName(_ name: String) -> String {
        let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(128)))
        return escaping(start) + (start.unicodeScalars.count < name.unicodeScalars.count ? "…" : "")
    }

    /// The visible replacement of an active character.
    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0...0x1F: String(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default:
            "<U+" + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
                + String(scalar.value, radix: 16, uppercase: true) + ">"
        }
    }

    /// Vietnamese, Hebrew and Thai need two or three; more marks would cover the lines around them.
    private static let longestRunOfMarks = 4
}

// MARK: Width

extension DisplayText {
    /// The number of terminal columns of a text.
    package static func width(of text: String) -> Int {
        text.isPrintableASCII ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
    }

    /// The number of terminal columns of a character: 0, 1, or 2 for East Asian wide characters and emoji.
    package static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII {
            return character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : first.value < 32 ? 0 : 1
        }
        if first.properties.isEmojiPresentation { return 2 }
        if first.properties.isEmoji && character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return isWide(first.value) ? 2 : 1
        }
    }

    /// Shortens a text to a number of columns, including the ellipsis at its end.
    package static func truncating(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        // No character has more columns than bytes.
        if text.utf8.count <= columns { return text }
        if text.isPrintableASCII { return String(decoding: text.utf8.prefix(columns - 1), as: UTF8.self) + "…" }
        var used = 0
        var fitting = text.startIndex
        for index in text.indices {
            let width = width(of: text[index])
            if used + width > columns { return String(text[..<fitting]) + "…" }
            used += width
            // The last index that leaves a column for the ellipsis.
            if used < columns { fitting = text.index(after: index) }
        }
        return text
    }

    /// Breaks a text into lines of at most this many columns, between words if possible.
    package static func wrapping(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        for line in self.lines(text) {
            var current = ""
            var used = 0
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                let width = width(of: String(word))
                if used > 0, used + 1 + width > columns {
                    lines.append(current)
                    (current, used) = ("", 0)
                } else if used > 0 || !current.isEmpty {
                    current += " "
                    used += 1
                }
                for character in word {
                    let width = Self.width(of: character)
                    if used + width > columns, used > 0 {
                        lines.append(current)
                        (current, used) = ("", 0)
                    }
                    current.append(character)
                    used += width
                }
            }
            lines.append(current)
        }
        return lines
    }

    /// Whether the East Asian Width is Wide or Fullwidth (UAX #11); emoji are handled separately.
    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x4E00...0xA48C, 0xAC00...0xD7A3, 0x3041...0x4DBF, 0x1100...0x115F, 0x2E80...0x303E, 0xA490...0xA4C6,
        0xA960...0xA97C, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x2329...0x232A, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}

extension String {
    /// Whether each character is ASCII, has one column and needs no escape.
    ///
    /// It is so in most texts, and Unicode's tables are slow.
    fileprivate var isPrintableASCII: Bool {
        let bytes = utf8.span
        return bytes.indices.allSatisfy { Unicode.Scalar(bytes[$0]).isPrintableASCII }
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintableASCII: Bool { (0x20...0x7E).contains(value) }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    fileprivate func isHarmless(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        switch value {
        case 0xFE0F:  // requests the emoji form of the previous character
            return previous?.properties.isEmoji ?? false
        case 0x200D where previous.map(\.endsEmoji) == true:  // joins emoji
            return next?.properties.isEmoji ?? false
        case 0x200C, 0x200D:  // join or separate letters in some scripts
            return (previous?.isJoiningScript ?? false) && (next?.isJoiningScript ?? false)
        case 0x2800, 0x3164, 0xFFA0, 0x115F, 0x1160:  // invisible letters and patterns
            return false
        default:
            break
        }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint
        }
    }

    private var endsEmoji: Bool {
        value == 0xFE0F || (properties.isEmoji && value > 0x7F) || properties.isEmojiModifier
    }

    /// Whether the scalar is of a script in which the zero-width joiners change letters, from Arabic to Myanmar.
    private var isJoiningScript: Bool { (0x0600...0x109F).contains(value) }
}
