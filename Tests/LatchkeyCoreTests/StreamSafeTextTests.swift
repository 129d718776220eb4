import LatchkeyCore
@testable import LatchkeySheet
import Testing

@Suite struct `Stream-safe text` {
    @Test(arguments: [
        ("", true), ("plain", true), ("Zoë, Nguyễn, אָלֶף, ที่, 👩🏽‍🚀", true),
        ("a" + String(repeating: "\u{301}", count: 30), true), ("a" + String(repeating: "\u{301}", count: 31), false),
        // Marks without a letter, between letters, and of several classes.
        (String(repeating: "\u{301}", count: 31), false), (String(repeating: "a\u{301}", count: 1000), true),
        ("a" + String(repeating: "\u{301}\u{316}", count: 16) + "b", false),
        // Their own class is zero, that of their parts is not (UAX #15 §13).
        ("a" + String(repeating: "\u{F73}", count: 31), false), ("a" + String(repeating: "\u{F81}", count: 31), false),
        // Letters that join what is before them are no marks.
        (String(repeating: "\u{1161}", count: 1000), true), (String(repeating: "\u{200D}", count: 1000), true),
    ])
    func `has thirty marks in a row at most`(text: String, isAllowed: Bool) {
        #expect(StreamSafeText.allows(text) == isAllowed)
    }
}
