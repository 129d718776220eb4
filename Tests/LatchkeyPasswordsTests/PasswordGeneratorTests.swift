import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

@Suite struct `Password generator` {
    @Test func `makes passwords of Apple's shape without rules`() throws {
        var source = SeededGenerator()
        for _ in 0..<200 {
            let password = try PasswordGenerator().makeStrongPassword(using: &source).reveal()
            #expect(password.wholeMatch(of: /[A-Za-z0-9]{6}-[A-Za-z0-9]{6}-[A-Za-z0-9]{6}/) != nil)
            #expect(password.contains(/[A-Z]/) && password.contains(/[a-z]/) && password.contains(/[0-9]/))
        }
        #expect(try PasswordGenerator().makeStrongPassword() != PasswordGenerator().makeStrongPassword())
    }

    @Test(arguments: [
        // Rules, and whether Apple's shape satisfies them.
        ("minlength: 8; maxlength: 64", true),
        ("required: lower; required: upper; required: digit; allowed: [-]", true),
        ("required: special; required: lower; allowed: ascii-printable", true),
        ("allowed: unicode; minlength: 20", true),
        ("maxlength: 19", false), ("minlength: 21", false),
        ("required: lower; required: upper; required: digit", false),
        ("allowed: ascii-printable; required: [!]", false), ("allowed: lower, [-]", false),
    ])
    func `keeps Apple's shape if the rules accept it`(text: String, isGrouped: Bool) throws {
        var source = SeededGenerator()
        let rules = PasswordRules(text)
        let password = try PasswordGenerator(rules: rules).makeStrongPassword(using: &source)
        #expect(rules.accepts(password))
        #expect((password.reveal().wholeMatch(of: /\w{6}-\w{6}-\w{6}/) != nil) == isGrouped)
    }

    @Test(arguments: [
        ("maxlength: 6; allowed: digit", 6), ("minlength: 4; maxlength: 4; required: lower, upper", 4),
        ("minlength: 64", 64),
        ("maxlength: 1", 1), ("maxlength: 2", 2), ("allowed: lower", 20), ("minlength: 1024", 1024),
        ("maxlength: 99999999999999999999; allowed: [ab]; max-consecutive: 1", 20),
    ])
    func `uses an allowed length, twenty by default`(text: String, expected: Int) throws {
        #expect(try PasswordGenerator(rules: PasswordRules(text)).makeStrongPassword().count == expected)
    }

    @Test(
        arguments: [
            ("minlength: 9; maxlength: 8", .impossibleLength(minimum: 9, maximum: 8)),
            ("minlength: 1025", .impossibleLength(minimum: 1025, maximum: 1024)),
            ("minlength: 99999999999999999999", .impossibleLength(minimum: .max, maximum: 1024)),
            ("allowed: [a]; max-consecutive: 3", .unsatisfiable),
            ("maxlength: 2; required: lower; required: upper; required: digit", .unsatisfiable),
            ("maxlength: 2; required: [a]; required: [a]; max-consecutive: 1", .unsatisfiable),
        ] as [(String, PasswordGenerationError)])
    func `throws the specific error for rules that cannot be satisfied`(text: String, expected: PasswordGenerationError)
    {
        #expect(throws: expected) { try PasswordGenerator(rules: PasswordRules(text)).makeStrongPassword() }
    }

    @Test func `throws if two sets of rules contradict each other`() {
        let apart = PasswordRules(allOf: "allowed: lower", "allowed: digit", nil)
        #expect(throws: PasswordGenerationError.nothingAllowed) {
            try PasswordGenerator(rules: apart).makeStrongPassword()
        }
        let missing = PasswordRules(allOf: "required: special; allowed: lower", "allowed: lower", nil)
        #expect(throws: PasswordGenerationError.requiredNotAllowed(.special)) {
            try PasswordGenerator(rules: missing).makeStrongPassword()
        }
    }

    @Test(arguments: [
        // Random characters rarely satisfy these.
        "minlength: 8; maxlength: 8; required: [!]; required: [#]; required: [%]; required: [&]; allowed: ascii-printable",
        "maxlength: 6; required: digit; max-consecutive: 1", "allowed: [ab]; max-consecutive: 1; minlength: 200",
        "maxlength: 4; required: lower; required: upper; required: digit; required: special",
        "minlength: 15; required: lower; required: lower; required: [-~]; required: [-~]; required: [-~]; max-consecutive: 1",
        "allowed: [ ]; maxlength: 3", "required: [ ]; required: lower",
    ])
    func `satisfies rules that random characters rarely satisfy`(text: String) throws {
        var source = SeededGenerator()
        let rules = PasswordRules(text)
        for _ in 0..<50 {
            #expect(rules.accepts(try PasswordGenerator(rules: rules).makeStrongPassword(using: &source)))
        }
    }

    @Test func `avoids the space if other characters satisfy the rules`() throws {
        var source = SeededGenerator()
        let rules = PasswordRules("minlength: 200; allowed: ascii-printable; required: special")
        #expect(try !PasswordGenerator(rules: rules).makeStrongPassword(using: &source).reveal().contains(" "))
    }

    @Test func `satisfies the rules of every known site`() throws {
        var source = SeededGenerator()
        for (site, text) in try SiteRules.all() {
            let rules = PasswordRules(text)
            for _ in 0..<10 {
                let password = try PasswordGenerator(rules: rules).makeStrongPassword(using: &source)
                #expect(rules.accepts(password), "\(site): \(text)")
                #expect(password.count <= rules.maximumLength ?? 1024, "\(site)")
            }
        }
    }

    @Test func `satisfies any rules for which it does not throw`() throws {
        let declarations = [
            "required: lower", "required: upper", "required: digit", "required: special", "required: [-]]",
            "required: unicode",
            "allowed: ascii-printable", "allowed: [ab]", "allowed: digit", "max-consecutive: 1", "max-consecutive: 2",
            "minlength: 3", "minlength: 30", "maxlength: 4", "maxlength: 40",
        ]
        var source = SeededGenerator()
        try forAll(Generator<String>.element(of: declarations).list(upTo: 6).map { $0.joined(separator: "; ") }) {
            text in
            let rules = PasswordRules(text)
            do throws(PasswordGenerationError) {
                return rules.accepts(try PasswordGenerator(rules: rules).makeStrongPassword(using: &source))
            } catch {
                return true
            }
        }
    }

    @Test func `chooses all characters equally often`() throws {
        var source = SeededGenerator(seed: 1)
        let generator = PasswordGenerator(rules: PasswordRules("allowed: lower, digit; minlength: 1000"))
        var counts: [UInt8: Int] = [:]
        for _ in 0..<72 {
            for byte in try generator.makeStrongPassword(using: &source).revealBytes(as: [UInt8].self) {
                counts[byte, default: 0] += 1
            }
        }
        // 72,000 characters of 36 kinds, 2,000 expected of each. Chi-squared with 35 degrees of freedom exceeds 66.6 in
        // 0.1 % of all cases.
        let squares = counts.values.map { Double(($0 - 2000) * ($0 - 2000)) / 2000 }
        #expect(counts.count == 36)
        #expect(squares.reduce(0, +) < 66.6)
    }

    @Test func `distributes required characters over all positions`() throws {
        var source = SeededGenerator(seed: 1)
        let rules = PasswordRules("minlength: 8; maxlength: 8; required: [!]; allowed: lower")
        var counts = Array(repeating: 0, count: 8)
        for _ in 0..<800 {
            let password = try PasswordGenerator(rules: rules).makeStrongPassword(using: &source).revealBytes(
                as: [UInt8].self)
            for (place, byte) in password.enumerated() where byte == UInt8(ascii: "!") { counts[place] += 1 }
        }
        #expect(counts.allSatisfy { (70...180).contains($0) }, "\(counts)")
    }

    @Test func `makes PINs and alphanumeric passwords`() throws {
        for digits in [1, 4, 6, 64] {
            let pin = try PasswordGenerator.makePIN(digits: digits).reveal()
            #expect(pin.count == digits && pin.allSatisfy { $0.isASCII && $0.isNumber })
        }
        #expect(throws: PasswordGenerationError.impossibleLength(minimum: 0, maximum: 1024)) {
            try PasswordGenerator.makePIN(digits: 0)
        }
        var source = SeededGenerator()
        let rules = PasswordRules("minlength: 8; maxlength: 12; required: lower; required: digit; allowed: special")
        let password = try PasswordGenerator(rules: rules).makeAlphanumericPassword(using: &source)
        #expect(rules.accepts(password))
        #expect(password.reveal().wholeMatch(of: /[a-z0-9]{12}/) != nil)
        #expect(throws: PasswordGenerationError.requiredNotAllowed(.special)) {
            try PasswordGenerator(rules: PasswordRules("required: special; allowed: lower")).makeAlphanumericPassword()
        }
    }
}
