import LatchkeySheet
import LatchkeyTesting
import Testing

@Suite struct `Display text` {
    @Test(arguments: [
        // Terminal sequences and line ends.
        ("\u{1B}[31mred", "␛[31mred"),
        ("a\nb\r\nc\td", "a␊b␍␊c␉d"),
        ("\u{9B}2J", "<U+009B>2J"),
        ("a\u{7F}\u{0}", "a␡␀"),
        ("\u{2028}\u{2029}", "<U+2028><U+2029>"),
        // Reading order and invisible characters.
        ("moc\u{202E}.elpmaxe", "moc<U+202E>.elpmaxe"),
        ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
        ("pay\u{200B}pal", "pay<U+200B>pal"),
        ("pay\u{200D}pal", "pay<U+200D>pal"),
        ("pay\u{FE0F}pal", "pay<U+FE0F>pal"),
        ("\u{FEFF}x\u{AD}y\u{2060}", "<U+FEFF>x<U+00AD>y<U+2060>"),
        ("\u{3164}\u{2800}\u{E0041}", "<U+3164><U+2800><U+E0041>"),
        // Marks without a base, and too many marks.
        ("\u{301}x", "\u{25CC}\u{301}x"),
        ("e\u{301}", "e\u{301}"),
        ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}\u{301}<U+0301>"),
        // ASCII letters between other characters.
        ("a e\u{301}\u{301}\u{301}\u{301} b\u{301}~", "a e\u{301}\u{301}\u{301}\u{301} b\u{301}~"),
        (" ~\u{7F}\u{80}", " ~␡<U+0080>"),
        // Ordinary texts.
        ("Zoë Müller, 王小明 👩‍👩‍👧 ❤️", "Zoë Müller, 王小明 👩‍👩‍👧 ❤️"),
        ("می‌خواهم", "می‌خواهم"),
        ("שלום", "שלום"),
    ])
    func `active characters are escaped, others unchanged`(text: String, shown: String) {
        #expect(Array(DisplayText.escaping(text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `escaped text contains no active characters`() throws {
        try forAll(.string()) { text in
            DisplayText.escaping(text).unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
                case .format: scalar.value == 0x200D || scalar.value == 0x200C
                default: true
                }
            }
        }
    }

    @Test(arguments: [
        ("abc", 3), ("", 0), ("王小明", 6), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("❤️", 2), ("🇨🇭", 2), ("ﾊﾝｶｸ", 4),
        ("한국", 4),
        ("…", 1), ("\u{1F512}", 2), ("№", 1), (" ~", 2), ("a\u{1}b", 2), ("a\r\nb", 2), ("1\u{FE0F}\u{20E3}", 2),
    ])
    func `counts the terminal columns of a text`(text: String, width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }

    @Test(arguments: [
        ("example.com", 20, "example.com"), ("example.com", 11, "example.com"), ("example.com", 8, "example…"),
        ("王小明", 6, "王小明"), ("王小明", 5, "王小…"), ("王小明", 4, "王…"), ("abc", 1, "…"), ("abc", 0, ""),
        ("", 0, ""), ("ab", 1, "…"), ("a\u{301}b", 1, "…"), ("a\u{301}b", 2, "a\u{301}b"),
        ("é王", 3, "é王"), ("é王", 2, "é…"),
    ])
    func `truncates a text to a number of columns`(text: String, columns: Int, cut: String) {
        #expect(DisplayText.truncating(text, to: columns) == cut)
    }

    @Test func `a truncated text never exceeds its columns`() throws {
        try forAll(.string(), .int(in: 0...30)) { text, columns in
            DisplayText.width(of: DisplayText.truncating(DisplayText.escaping(text), to: columns)) <= columns
        }
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
        ("a\n\nb", 5, ["a", "", "b"]), ("", 5, [""]),
    ])
    func `wraps lines between words`(text: String, columns: Int, lines: [String]) {
        #expect(DisplayText.wrapping(text, to: columns) == lines)
    }
}
