import LatchkeyPasswords
import LatchkeyCore
import LatchkeyTesting
import Testing

@Suite struct `Strength of passwords` {
    @Test(
        arguments: [
            // The scores are those of zxcvbn's Python package 4.5.0, too.
            ("password", 0, .amongTopTen), ("123456", 0, .amongTopTen), ("qwerty", 0, .amongTopTen),
            ("letmein", 0, .amongTopHundred), ("P@ssw0rd", 0, .similarToCommonPassword),
            ("Password1", 0, .commonPassword), ("drowssap", 0, .similarToCommonPassword),
            ("p4ssw0rd!", 1, .similarToCommonPassword), ("iloveyou", 0, .amongTopHundred),
            ("trustno1", 0, .amongTopHundred), ("monkey", 0, .amongTopHundred), ("dragon12", 1, .commonPassword),
            ("zxcvbn", 0, .amongTopHundred), ("qwER43@!", 2, .keyboardPattern), ("correcthorsebatterystaple", 4, nil),
            ("coRrecth0rseba++ery9.23.2007staple$", 4, nil), ("D0g..................", 1, .repeatedCharacter),
            ("abcdefghijk987654321", 1, .sequence), ("neverforget13/3/1997", 3, nil),
            ("1qaz2wsx3edc", 0, .commonPassword), ("temppass22", 1, .similarToCommonPassword),
            ("briansmith", 1, .commonName), ("briansmith4mayor", 4, nil), ("password1", 0, .commonPassword),
            ("viking", 0, .commonPassword), ("thx1138", 0, .commonPassword), ("ScoRpi0ns", 1, nil),
            ("do you know", 3, nil), ("ryanhunter2000", 3, nil), ("rianhunter2000", 3, nil),
            ("asdfghju7654rewq", 3, nil),
            ("AOEUIDHG&*()LS_", 3, nil), ("12345678", 0, .amongTopTen), ("defghi6789", 1, .sequence),
            ("rosebud", 0, .commonPassword), ("Rosebud", 0, .commonPassword), ("ROSEBUD", 0, .commonPassword),
            ("rosebuD", 0, .commonPassword), ("ros3bud99", 1, .similarToCommonPassword),
            ("r0s3bud99", 1, .similarToCommonPassword), ("R0$38uD99", 2, nil), ("verlineVANDERMARK", 4, nil),
            ("eheuczkqyq", 3, nil), ("rWibMFACxAUGZmxhVncy", 4, nil), ("Ba9ZyWABu99[BK#6MBgbH88Tofv)vs$w", 4, nil),
            ("abcabcabc", 0, .repeatedPattern), ("aaaaaaaa", 0, .repeatedCharacter), ("mary", 0, .nameAlone),
            ("elizabeth", 0, .nameAlone), ("smith", 0, .nameAlone), ("1991", 0, .recentYear), ("05/06/1987", 1, .date),
            ("20010911", 1, .date), ("7777777", 0, .amongTopHundred), ("gfedcba", 0, .sequence),
            ("nimda", 1, .similarToCommonPassword), ("house", 0, .wordAlone), ("xK7#qP2m", 2, nil),
            ("mzt-wkq-vbn-rfd", 4, nil), ("kX9vQ2-pLm4Tz-WcR8bN", 4, nil), ("zebra-cactus-violin-oyster", 4, nil),
            ("ab", 0, .sequence), ("a", 0, nil), ("147896325", 1, .commonPassword),
        ] as [(String, Int, PasswordStrength.Warning?)])
    func `is as zxcvbn has it`(password: String, score: Int, warning: PasswordStrength.Warning?) {
        let strength = PasswordStrength(of: Secret(password))
        #expect(strength.score == score)
        #expect(strength.warning == warning)
        #expect(strength.suggestions.isEmpty == (score > 2))
    }

    @Test(
        arguments: [
            // Each finder's own number of guesses, worked out by hand from the paper.
            ("password", 2 + 1), ("drowssap", 2 * 2 + 1), ("PASSWORD", 2 * 2 + 1), ("p4ssword", 2 * 2 + 1),
            // Eight letters with two capitals: 8 + 28 ways.
            ("PassWord", 2 * 36 + 1), ("abcdef", 4 * 6 + 1), ("fedcba", 26 * 2 * 6 + 1), ("aceg", 4 * 4 + 1),
            ("05/06/1987", 39 * 365 * 4 + 1), ("1987", 39 + 1), ("2020", 20 + 1),
            ("zzz", 12 * 3 + 1), ("k$j2Vq9x", 100_000_000 + 1),
        ] as [(String, Double)])
    func `counts guesses as the paper does`(password: String, guesses: Double) {
        #expect(PasswordStrength(of: Secret(password)).guesses == guesses)
    }

    @Test(
        arguments: [
            ("P@ssw0rd", [.addAnotherWord, .capitalizationHelpsLittle, .substitutionsHelpLittle]),
            ("ROSEBUD", [.addAnotherWord, .allCapitalsHelpLittle]),
            ("drowssap", [.addAnotherWord, .reversingHelpsLittle]),
            ("1991", [.addAnotherWord, .avoidRecentYears, .avoidPersonalYears]),
            ("", [.useSeveralWords, .noNeedForSymbols]),
            ("gfedcba", [.addAnotherWord, .avoidSequences]), ("kX9vQ2-pLm4Tz-WcR8bN", []),
        ] as [(String, [PasswordStrength.Suggestion])])
    func `says what would help`(password: String, suggestions: [PasswordStrength.Suggestion]) {
        #expect(PasswordStrength(of: Secret(password)).suggestions == suggestions)
    }

    @Test func `knows what is known of the person`() {
        let words = ["Quimbleton", "example.com"]
        for password in ["Quimbleton", "notelbmiuq", "quimbleton1", "example.com"] {
            #expect(PasswordStrength(of: Secret(password)).score >= 2)
            let strength = PasswordStrength(of: Secret(password), knowing: words)
            #expect(strength.score <= 1, "\(password)")
            #expect(strength.warning == .personal)
        }
    }

    @Test func `tells seconds from guesses`() {
        let strength = PasswordStrength(of: Secret("k$j2Vq9x"))
        #expect(strength.secondsToCrackSlowHash == 10_000.0001)
        #expect(PasswordStrength(of: Secret("")).guesses == 1)
    }

    @Test(arguments: [
        "4@8({[<3691!|17|0$5+7%2", "1", "1!|", "ab1!", "password", "aab", "abcdefghij", "qwertyuiop", "01/02/2003",
        "\0", "\u{FFFF}", "\u{10FFFF}", "é", "e\u{301}", "\n", "19", "11111991", "👩‍👩‍👧",
    ])
    func `takes long hostile input in bounded time`(piece: String) {
        // A machine's fast clock says nothing in a test; the limit is far above what even a debugger's build needs.
        let password = Secret(String(repeating: piece, count: 10_000 / piece.utf8.count))
        let time = ContinuousClock().measure {
            #expect((0...4).contains(PasswordStrength(of: password).score))
        }
        #expect(time < .seconds(20))
    }

    @Test func `looks at a hundred characters`() {
        let beginning = String(repeating: "k$j2Vq9x", count: 12) + "abcd"
        #expect(PasswordStrength(of: Secret(beginning + "more")) == PasswordStrength(of: Secret(beginning)))
    }

    @Test func `takes any text`() throws {
        try forAll(.string(upTo: 20), .string(of: "abcAB12!@$ ", upTo: 12), runs: 200) { any, plain in
            for text in [any, plain, any + plain] {
                let strength = PasswordStrength(of: Secret(text))
                guard (0...4).contains(strength.score), strength.guesses >= 1 else { return false }
                guard (strength.score > 2) == strength.suggestions.isEmpty else { return false }
            }
            return true
        }
    }
}
