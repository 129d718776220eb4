import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

@Suite struct `Password strength` {
    @Test(
        arguments: [
            // The rows come from zxcvbn's own demonstration, and from our generator.
            ("password", 0, .commonWord), ("123456", 0, .commonWord), ("qwerty", 0, .commonWord),
            ("letmein", 0, .commonWord), ("P@ssw0rd", 0, .commonWordWithSubstitutions),
            ("Password1", 0, .containsCommonWord), ("drowssap", 0, .commonWord), ("p4ssw0rd!", 0, .containsCommonWord),
            ("iloveyou", 0, .commonWord), ("trustno1", 0, .commonWord), ("monkey", 0, .commonWord),
            ("dragon12", 1, .commonWord), ("zxcvbn", 0, .commonWord), ("qwER43@!", 2, .keyboardPattern),
            ("correcthorsebatterystaple", 4, nil), ("coRrecth0rseba++ery9.23.2007staple$", 4, nil),
            ("D0g..................", 1, .repetition), ("abcdefghijk987654321", 1, .sequence),
            ("neverforget13/3/1997", 4, nil), ("1qaz2wsx3edc", 2, .containsCommonWord),
            ("temppass22", 1, .containsCommonWord), ("briansmith", 0, .containsCommonWord),
            ("briansmith4mayor", 2, .containsCommonWord), ("password1", 0, .containsCommonWord),
            ("viking", 0, .commonWord), ("thx1138", 0, .commonWord), ("ScoRpi0ns", 2, .commonWordWithSubstitutions),
            ("do you know", 2, .containsCommonWord), ("ryanhunter2000", 1, .containsCommonWord),
            ("rianhunter2000", 2, .containsCommonWord), ("asdfghju7654rewq", 3, nil), ("AOEUIDHG&*()LS_", 4, nil),
            ("12345678", 0, .commonWord), ("defghi6789", 1, .sequence), ("rosebud", 0, .commonWord),
            ("Rosebud", 0, .commonWord), ("ROSEBUD", 0, .commonWord), ("rosebuD", 0, .commonWord),
            ("ros3bud99", 1, .containsCommonWord), ("r0s3bud99", 1, .containsCommonWord),
            ("R0$38uD99", 1, .containsCommonWord), ("verlineVANDERMARK", 3, nil), ("eheuczkqyq", 4, nil),
            ("rWibMFACxAUGZmxhVncy", 4, nil), ("Ba9ZyWABu99[BK#6MBgbH88Tofv)vs$w", 4, nil),
            ("abcabcabc", 0, .repetition), ("aaaaaaaa", 0, .repetition), ("mary", 0, .commonWord),
            ("elizabeth", 0, .commonWord), ("smith", 0, .commonWord), ("1991", 0, .date), ("05/06/1987", 1, .date),
            ("20010911", 1, .date), ("7777777", 0, .repetition), ("gfedcba", 0, .sequence), ("nimda", 0, .commonWord),
            ("house", 0, .commonWord), ("xK7#qP2m", 2, nil), ("mzt-wkq-vbn-rfd", 4, nil),
            ("kX9vQ2-pLm4Tz-WcR8bN", 4, nil), ("zebra-cactus-violin-oyster", 4, nil), ("ab", 0, nil),
            ("a", 0, .commonWord), ("147896325", 1, .containsCommonWord),
        ] as [(String, Int, PasswordStrength.Warning?)])
    func `rates known passwords with score and warning`(
        password: String, score: Int, warning: PasswordStrength.Warning?
    ) {
        let strength = PasswordStrength(of: Secret(password))
        #expect(strength.score == score)
        #expect(strength.warning == warning)
    }

    @Test(
        arguments: [
            ("", 1), ("xK7#qP2m", 100_000_000), ("ж\u{44F}ц", 1000), ("\0\u{1}\u{2}", 1000),
        ] as [(String, Double)])
    func `charges ten guesses for each unmatched character of any script`(password: String, guesses: Double) {
        #expect(abs(PasswordStrength(of: Secret(password)).guesses / guesses - 1) < 1e-9)
    }

    @Test func `finds the words that the caller passes, also reversed and as a part`() {
        let words = ["Quimbleton", "example.com", "Жилинец"]
        for password in ["Quimbleton", "notelbmiuq", "quimbleton1", "example.com", "жилинец"] {
            #expect(PasswordStrength(of: Secret(password)).score >= 2, "\(password)")
            let strength = PasswordStrength(of: Secret(password), knowing: words)
            #expect(strength.score <= 1, "\(password)")
            #expect(strength.warning == .containsKnownWord)
        }
    }

    @Test func `ignores empty known words and those beyond the limit`() {
        let password = Secret("quimbleton")
        let filler = Array(repeating: "", count: PasswordStrength.maximumKnownWords)
        #expect(PasswordStrength(of: password, knowing: filler) == PasswordStrength(of: password))
        #expect(PasswordStrength(of: password, knowing: filler + ["quimbleton"]) == PasswordStrength(of: password))
    }

    @Test func `divides the guesses by ten thousand per second`() {
        let strength = PasswordStrength(of: Secret(""))
        #expect(strength.guesses == 1)
        #expect(strength.secondsToCrackSlowHash == 0.0001)
    }

    @Test(arguments: [
        "4@8({[<3691!|17|0$5+7%2", "1", "1!|", "ab1!", "password", "aab", "abcdefghij", "qwertyuiop", "01/02/2003",
        "87", "21", "4587", "bAb", "\0", "\u{FFFF}", "\u{10FFFF}", "é", "e\u{301}", "\n", "19", "11111991",
        "👩‍👩‍👧",
    ])
    func `takes long hostile input in bounded time`(piece: String) {
        let password = Secret(String(repeating: piece, count: 10_000 / piece.utf8.count))
        let words = Array(repeating: String(repeating: piece, count: 100), count: 1000)
        let time = ContinuousClock().measure {
            #expect((0...4).contains(PasswordStrength(of: password, knowing: words).score))
        }
        // Measured: 40 ms at most. The limit allows for a busy machine.
        #expect(time < .seconds(20))
    }

    @Test func `rates the first forty characters only`() {
        let beginning = String(repeating: "k$j2Vq9x", count: 5)
        #expect(beginning.count == PasswordStrength.ratedLength)
        #expect(PasswordStrength(of: Secret(beginning + "more")) == PasswordStrength(of: Secret(beginning)))
    }

    @Test func `takes any text`() throws {
        try forAll(.string(upTo: 20), .string(of: "abcAB12!@$ ", upTo: 12), runs: 200) { any, plain in
            for text in [any, plain, any + plain] {
                let strength = PasswordStrength(of: Secret(text), knowing: [plain, any])
                guard (0...4).contains(strength.score), strength.guesses >= 1 else { return false }
                guard strength.score <= 2 || strength.warning == nil else { return false }
            }
            return true
        }
    }

    @Test func `gives the same result on several threads`() async {
        let passwords = ["P@ssw0rd", "qwER43@!", "zebra-cactus-violin-oyster", "abcabcabc", "05/06/1987"]
        let expected = passwords.map { PasswordStrength(of: Secret($0), knowing: ["zebra"]) }
        await withTaskGroup(of: [PasswordStrength].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<50).flatMap { _ in passwords.map { PasswordStrength(of: Secret($0), knowing: ["zebra"]) } }
                }
            }
            for await found in group { #expect(found == (0..<50).flatMap { _ in expected }) }
        }
    }
}
