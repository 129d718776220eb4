extension DisplayText {
    /// How many columns of a terminal a text takes.
    package static func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// How many columns a character takes: none, one, or two for East Asian wide ones and emoji.
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

    /// Cuts a text to a number of columns; what is cut off is marked by an ellipsis within them.
    package static func truncating(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        var used = 0
        var fitting = text.startIndex
        for index in text.indices {
            let width = width(of: text[index])
            if used + width > columns { return String(text[..<fitting]) + "…" }
            used += width
            // The last place where the ellipsis still has its column.
            if used < columns { fitting = text.index(after: index) }
        }
        return text
    }

    /// Parts a text into lines of at most so many columns, between words where it can.
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

    /// Whether Unicode's East Asian Width is Wide or Fullwidth (UAX #11); emoji are told apart elsewhere.
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
