import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

@Suite struct `Passphrases` {
    @Test func `passphrases use every word of the list and no other`() {
        var seen: Set<String> = []
        var source = SeededGenerator()
        for _ in 0..<1500 {
            let words = Passphrase(wordCount: 64, separator: " ").make(using: &source).reveal().split(separator: " ")
            #expect(words.count == 64)
            seen.formUnion(words.map(String.init))
        }
        // 96,000 draws contain each of the 7,776 words.
        #expect(seen.count == 7776)
        #expect(seen.isSuperset(of: ["abacus", "zoom", "drop-down", "t-shirt", "yo-yo", "felt-tip", "zigzagged"]))
        #expect(seen.allSatisfy { $0.wholeMatch(of: /[a-z-]{3,9}/) != nil })
    }

    @Test(arguments: [
        (Passphrase(), #"([a-z-]+-){5,}[a-z]+"#), (Passphrase(wordCount: 4, separator: " "), #"([a-z-]+ ){3}[a-z-]+"#),
        (Passphrase(separator: ".", isCapitalized: true), #"([A-Z][a-z-]+\.){5}[A-Z][a-z-]+"#),
        (Passphrase(separator: ".", hasDigit: true), #"([a-z-]+[0-9]?\.){5}[a-z-]+[0-9]?"#),
        (Passphrase(wordCount: 1), #"[a-z-]+"#), (Passphrase(wordCount: -3), #"[a-z-]+"#),
    ])
    func `a passphrase has the requested shape`(preferred: Passphrase, shape: String) throws {
        var source = SeededGenerator()
        let shape = try Regex(shape)
        for _ in 0..<50 {
            let passphrase = preferred.make(using: &source).reveal()
            #expect(passphrase.wholeMatch(of: shape) != nil, "\(passphrase)")
            #expect(passphrase.count { $0.isNumber } == (preferred.hasDigit ? 1 : 0))
        }
    }

    @Test(arguments: [
        "", "required: upper; required: digit; allowed: lower, [-]", "minlength: 8; maxlength: 32",
        "required: digit; required: lower", "maxlength: 30; allowed: lower, [.]", "allowed: lower; max-consecutive: 1",
    ])
    func `a passphrase changes its shape to satisfy rules`(text: String) throws {
        var source = SeededGenerator()
        let rules = PasswordRules(text)
        for _ in 0..<20 {
            #expect(rules.accepts(try PasswordGenerator(rules: rules).makePassphrase(using: &source)))
        }
    }

    @Test(arguments: ["maxlength: 11", "allowed: digit", "minlength: 500", "required: [%]"])
    func `throws if no passphrase satisfies the rules`(text: String) {
        #expect(throws: PasswordGenerationError.unsatisfiable) {
            try PasswordGenerator(rules: PasswordRules(text)).makePassphrase()
        }
    }
}
