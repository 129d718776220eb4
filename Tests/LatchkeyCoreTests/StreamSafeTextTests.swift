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
        // Their own combining class is zero, but their decompositions contain marks (UAX #15 §13).
        ("a" + String(repeating: "\u{F73}", count: 31), false), ("a" + String(repeating: "\u{F81}", count: 31), false),
        // Letters that join the previous letter are not marks.
        (String(repeating: "\u{1161}", count: 1000), true), (String(repeating: "\u{200D}", count: 1000), true),
    ])
    func `allows at most 30 consecutive combining marks`(text: String, isAllowed: Bool) {
        #expect(StreamSafeText.allows(text) == isAllowed)
    }
}
