/// Makes texts of strangers safe to show in a terminal, in `pinentry` or on a page, and measures them.
///
/// Titles, user names and sites come from providers, imports and pages. What could move the cursor, change colours,
/// reverse the reading order, hide letters or break a line is shown as what it is instead of doing it.
package enum DisplayText {
    /// One line in which nothing acts on the screen: controls as their pictures, what is invisible as `<U+202E>`.
    ///
    /// Emoji sequences and the joiners that Arabic and Indic scripts need stay as they are, unless they could hide
    /// something. Costs one pass.
    package static func escaping(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar?
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index) < scalars.endIndex ? scalars[scalars.index(after: index)] : nil
            marks = scalar.isMark ? marks + 1 : 0
            if scalar.isHarmless(after: previous, before: next) && marks <= longestRunOfMarks {
                // A mark with nothing below it would sit on what the frame drew before.
                if scalar.isMark && previous == nil { result.append("\u{25CC}") }
                result.append(scalar)
            } else {
                result.append(contentsOf: picture(of: scalar).unicodeScalars)
            }
            previous = scalar
        }
        return String(result)
    }

    /// Several lines, parted where the text has line ends, each of them escaped.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { escaping(String($0)) }
    }

    /// How a character that must not act is shown.
    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0...0x1F: String(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default:
            "<U+" + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
                + String(scalar.value, radix: 16, uppercase: true) + ">"
        }
    }

    /// Vietnamese, Hebrew and Thai need two or three; a tower of marks covers the lines around it.
    private static let longestRunOfMarks = 4
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    fileprivate func isHarmless(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        switch value {
        case 0xFE0F:  // asks for the emoji form of the character before
            return previous?.properties.isEmoji ?? false
        case 0x200D where previous.map(\.endsEmoji) == true:  // joins emoji
            return next?.properties.isEmoji ?? false
        case 0x200C, 0x200D:  // join or part letters where the script needs it
            return (previous?.isJoiningScript ?? false) && (next?.isJoiningScript ?? false)
        case 0x2800, 0x3164, 0xFFA0, 0x115F, 0x1160:  // letters and patterns without ink
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

    /// From Arabic to Myanmar: the scripts in which the zero-width joiner and non-joiner change letters' forms.
    private var isJoiningScript: Bool { (0x0600...0x109F).contains(value) }
}
